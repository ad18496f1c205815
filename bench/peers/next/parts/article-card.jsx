import Link from "next/link";
import { cardDate } from "./dates.js";
import { BADGE, QUIET } from "./link-classes.js";
import { Picture } from "./picture.jsx";

/** The same card as the site's: picture, category, headline, excerpt, author and date. */
export function ArticleCard({ article, priority }) {
  return (
    <article className="group relative flex flex-col">
      <Picture src={article.image_url} priority={priority} ratio="aspect-3/2" />
      <div className="pt-3.5">
        <Link href={`/category/${article.category_slug}`} prefetch={false} className={BADGE}>
          {article.category}
        </Link>
        <h2 className="headline-md mt-1.5">
          <Link href={`/article/${article.id}`} prefetch={false} className={QUIET}>
            {article.title}
          </Link>
        </h2>
        {article.excerpt && (
          <p className="mt-2 line-clamp-3 text-[0.9375rem] text-pretty text-muted">{article.excerpt}</p>
        )}
        <p className="meta mt-2.5">
          {article.author} <span aria-hidden="true">·</span>{" "}
          <time dateTime={article.published_date}>{cardDate(article.published_date)}</time>
        </p>
      </div>
    </article>
  );
}
