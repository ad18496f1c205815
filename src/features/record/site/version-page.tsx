import type { PageRecord } from "#features/articles/schema.ts";
import { ArticleCorrections } from "#features/articles/site/article-corrections.tsx";
import type { PageHtml } from "#shared/clean-html.ts";
import { longTime } from "#shared/dates.ts";
import { inLanguage } from "#shared/language.ts";
import { useTimeZone } from "#shared/site-context.tsx";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { isOwnPicture, Picture } from "#ui/picture.tsx";

/** A version of an article. `isCurrent`: the article has the same text now. `corrections`: those made by then. */
export type VersionView = {
  date: string;
  isCurrent: boolean;
  language: string;
  title: string;
  excerpt: string;
  imageUrl: string;
  html: PageHtml;
  corrections: PageRecord["corrections"];
};

const SIZES = "(min-width: 720px) 664px, calc(100vw - 40px)";

/** An article's full text as readers saw it at one time. */
export function VersionPage({ id, ...version }: VersionView & { id: number }) {
  const { date, isCurrent, language, title, excerpt, imageUrl, html } = version;
  const time = <time dateTime={date}>{longTime(date, useTimeZone())}</time>;
  return (
    <article className="mx-auto max-w-[41.5rem] py-10 sm:py-14">
      <p className="kicker">
        <a href={documentUrl.changes(id)}>Changes</a>
      </p>
      <p role="note" className="my-6 border-l-4 border-accent bg-surface px-4 py-3">
        {isCurrent ? <>This is still the current text, from {time}. </> : <>This is an older text, from {time}. </>}
        <a href={pageUrl.article(id)} className="underline">
          {isCurrent ? "Read the article" : "Read the current article"}
        </a>
      </p>
      <h1 {...inLanguage(language)} className="headline-lg wrap-anywhere">
        {title}
      </h1>
      {excerpt && (
        <p {...inLanguage(language)} className="mt-4 font-serif text-xl leading-snug text-pretty text-muted">
          {excerpt}
        </p>
      )}
      <ArticleCorrections article={version} position="top" />
      {isOwnPicture(imageUrl) && <Picture src={imageUrl} alt="" sizes={SIZES} className="mt-8" />}
      <div
        {...(language && inLanguage(language))}
        className="prose-article article-text mt-8"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was written
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <ArticleCorrections article={version} position="bottom" />
    </article>
  );
}
