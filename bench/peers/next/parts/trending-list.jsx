import Link from "next/link";
import { relativeDate } from "./dates.js";
import { QUIET } from "./link-classes.js";

/** The sidebar's numbered list. */
export function TrendingList({ articles, now }) {
  return (
    <section aria-labelledby="trending">
      <div className="ruled mb-4 flex items-baseline justify-between gap-4 pt-2.5">
        <h2 id="trending" className="headline-md font-semibold">
          Trending
        </h2>
      </div>
      <ol className="-mt-4 divide-y divide-rule">
        {articles.map((article, place) => (
          <li key={article.id} className="relative grid grid-cols-[2.75rem_minmax(0,1fr)] py-4">
            <span aria-hidden="true" className="font-serif text-[1.75rem] leading-none text-accent tabular-nums">
              {String(place + 1).padStart(2, "0")}
            </span>
            <div>
              <h3 className="headline-xs">
                <Link href={`/article/${article.id}`} prefetch={false} className={QUIET}>
                  {article.title}
                </Link>
              </h3>
              <p className="meta mt-1.5">
                {article.category} <span aria-hidden="true">·</span>{" "}
                <time dateTime={article.published_date}>{relativeDate(article.published_date, now)}</time>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
