import { inLanguage } from "#shared/language.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { BadgeLink } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { LongDate, RecentTime } from "#ui/time.tsx";
import type { PageAuthor } from "../schema.ts";
import type { ShownArticle } from "./complete-article.ts";
import { ShareLinks } from "./share-box.tsx";

/** From this many characters on, a headline is set smaller to leave room for the story. */
const LONG_TITLE = 90;

export function ArticleHeader({ article }: { article: ShownArticle }) {
  const { author } = article;
  return (
    <header className="max-w-4xl has-[h1:dir(rtl)]:max-w-[41.5rem]">
      {article.is_breaking && <span className="kicker mr-3 bg-accent px-2 py-0.5 text-paper">Breaking</span>}
      <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
      <h1
        {...inLanguage(article.language)}
        className={`mt-3 ${article.title.length > LONG_TITLE ? "headline-lg" : "headline-xl"}`}
      >
        {article.title}
      </h1>
      {article.excerpt && (
        <p
          {...inLanguage(article.language)}
          className="mt-4 max-w-3xl font-serif text-xl leading-snug text-pretty text-muted sm:text-[1.375rem]"
        >
          {article.excerpt}
        </p>
      )}
      <div className="mt-6 flex max-w-[46rem] flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-rule pt-5">
        {author.image_url && (
          <Picture src={author.image_url} alt="" sizes="48px" ratio="1/1" className="size-12 shrink-0 rounded-full" />
        )}
        <div className="flex-[1_1_12rem]">
          <p className="text-[0.9375rem] font-semibold">
            <Byline authors={article.authors} />
          </p>
          <p className="meta">
            <LongDate date={article.published_date} /> <RecentTime date={article.published_date} />
            {article.last_updated && (
              <>
                {" "}
                (Updated: <LongDate date={article.last_updated} />) <RecentTime date={article.last_updated} />
              </>
            )}
            {article.reading_minutes && (
              <>
                {" "}
                <span aria-hidden="true">·</span> {article.reading_minutes} min read
              </>
            )}
          </p>
        </div>
        <ShareLinks id={article.id} title={article.title} isQuiet />
      </div>
    </header>
  );
}

/** An author's name, as a link where there is a page: one without scripts, so that the browser follows it itself. */
export function AuthorName({ author: { id, name, has_page } }: { author: PageAuthor }) {
  return id !== null && has_page ? (
    <a href={documentUrl.author(id)} className="link-quiet">
      {name}
    </a>
  ) : (
    name
  );
}

const LIST = new Intl.ListFormat("en");

function Byline({ authors }: { authors: readonly PageAuthor[] }) {
  const parts = LIST.formatToParts(authors.map((_author, at) => String(at)));
  return parts.map(({ type, value }) => {
    const author = type === "element" ? authors[Number(value)] : undefined;
    return author ? <AuthorName key={value} author={author} /> : value;
  });
}
