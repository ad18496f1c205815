import type { PageRecord } from "#features/articles/schema.ts";
import { ArticleCorrections } from "#features/articles/site/article-parts.tsx";
import { withLabelsIn } from "#features/content/labels.ts";
import { longTime } from "#shared/dates.ts";
import type { PageHtml } from "#shared/html.ts";
import { inLanguage } from "#shared/language.ts";
import { articlePath } from "#shared/page.ts";
import { Text, useContentLanguage, useLanguage, useSite, useText, useTimeZone } from "#shared/site-context.tsx";
import { type Translate, textIn } from "#shared/translate.ts";
import { documentUrl } from "#shared/urls.ts";
import { PageSteps } from "#ui/page-steps.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { LongDate } from "#ui/time.tsx";
import type { Correction, PublishedChange } from "../endpoints.ts";

const MAX_OPEN = 1_500;

const KIND_NAMES = {
  publication: "Published",
  recorded: "On record since then",
  change: "Changed",
  minor: "Typo fix",
  correction: "Correction",
  disclosure: "Disclosure added",
  removal: "Removed",
  return: "Published again",
} as const satisfies Record<PublishedChange["kind"], string>;
const FIELD_NAMES = { title: "Title", excerpt: "Summary", image: "Picture" } as const;

/** A version with its disclosures in sentences. `isReadable`: its text is older, and has its own page. */
export type ShownChange = PublishedChange & { disclosed: string[]; isReadable?: boolean };

type ChangesProps = Omit<ListProps, "zone"> & { hasMore: boolean; zone: string };

/** The changes of an article since its publication. Rendered on the server only: browsers need no code for it. */
export function Changes({ articleId, changes, hasMore, zone, language }: ChangesProps) {
  const t = textIn(language);
  const later = changes.filter(({ kind }) => kind !== "publication" && kind !== "recorded");
  const [minor, major] = [later.filter(isMinor), later.filter((change) => !isMinor(change))];
  if (later.length === 0) return null;
  return (
    <>
      <h2 id="changes-heading" className="headline-sm">
        {t("Changes")}
      </h2>
      <ChangeList articleId={articleId} changes={major} zone={zone} language={language} />
      {minor.length > 0 && (
        <details className="mt-5">
          <summary className="meta">
            {t({ one: "One typo fix", other: "{count} typo fixes" }, { count: minor.length })}
          </summary>
          <ChangeList articleId={articleId} changes={minor} zone={zone} language={language} />
        </details>
      )}
      <p className="mt-5">
        <a href={documentUrl.changes(articleId)} className="meta underline">
          {t(hasMore ? "See earlier changes" : "See what changed")}
        </a>
      </p>
    </>
  );
}

const isMinor = ({ kind }: PublishedChange) => kind === "minor";

type ListProps = {
  articleId: number;
  changes: readonly ShownChange[];
  zone: string | undefined;
  /** The language of the site: this is also rendered outside of a page. */
  language?: string | undefined;
};

export function ChangeList({ articleId, changes, zone, language }: ListProps) {
  const t = textIn(language);
  if (changes.length === 0) return null;
  return (
    <ol className="mt-4 space-y-5">
      {changes.map((change) => (
        <li key={change.n}>
          <p className="meta">
            {t(KIND_NAMES[change.kind])} <time dateTime={change.date}>{longTime(change.date, zone, language)}</time>
          </p>
          {change.reason && <p className="mt-1 text-[0.9375rem]">{change.reason}</p>}
          {change.disclosed.map((sentence) => (
            <p key={sentence} className="mt-1 text-[0.9375rem]">
              {sentence}
            </p>
          ))}
          <Diff diff={change.diff} t={t} />
          {change.isReadable && (
            <p className="mt-1">
              <a href={documentUrl.version(articleId, change.n)} className="meta underline">
                {t("Read this version")}
              </a>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

type DiffProps = Pick<PublishedChange, "diff"> & { t: Translate };

function Diff({ diff, t }: DiffProps) {
  if (diff.length === 0) return null;
  const length = diff.flatMap(({ parts }) => parts).reduce((sum, { text }) => sum + text.length, 0);
  if (length <= MAX_OPEN) return <Paragraphs diff={diff} t={t} />;
  return (
    <details className="mt-1">
      <summary className="meta">{t("What changed, word by word")}</summary>
      <Paragraphs diff={diff} t={t} />
    </details>
  );
}

const Paragraphs = ({ diff, t }: DiffProps) => (
  <div className="mt-2 space-y-2 border-s border-rule ps-4 font-serif [&_del]:text-muted [&_del+ins]:ms-1">
    {diff.map(({ field, parts }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one comparison never move
      <p key={at}>
        {field !== "content" && <b className="font-sans text-sm">{t(FIELD_NAMES[field])}: </b>}
        {parts.map(({ is, text }, place) => {
          const Element = is === "added" ? "ins" : is === "removed" ? "del" : is === "omitted" ? "i" : "span";
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          return <Element key={place}>{text}</Element>;
        })}
      </p>
    ))}
  </div>
);

/** `article`: null if readers no longer see it. */
export type ChangesView = {
  article: { title: string; slug: string } | null;
  changes: ShownChange[];
  page: number;
  isLast: boolean;
};

export function ChangesPage({ id, article, changes, page, isLast }: ChangesView & { id: number }) {
  const t = useText();
  const site = useSite();
  return (
    <div className="mx-auto max-w-[41.5rem] py-10 sm:py-14">
      <p className="kicker">{t("Changes")}</p>
      <h1 className="headline-lg mt-4 wrap-anywhere">
        {article === null ? (
          t("This article has been removed")
        ) : (
          <a href={articlePath(site, { id, slug: article.slug })} className="link-quiet">
            {article.title}
          </a>
        )}
      </h1>
      <ChangeList articleId={id} changes={changes} zone={useTimeZone()} language={useLanguage()} />
      <PageSteps page={page} isLast={isLast} urlOf={(step) => documentUrl.changes(id, step)} />
    </div>
  );
}

export type CorrectionsView = { corrections: Correction[]; page: number; isLast: boolean };

export function CorrectionsPage({ corrections, page, isLast }: CorrectionsView) {
  const t = useText();
  const site = useSite();
  return (
    <div className="mx-auto max-w-[41.5rem] py-10 sm:py-14">
      <h1 className="headline-xl">{t("Corrections")}</h1>
      <p className="mt-4 text-lg text-pretty text-muted">
        {t("Mistakes we have corrected, newest first. Each article also lists its own changes.")}
      </p>
      {corrections.length === 0 && <p className="mt-6 text-lg">{t("Nothing has been corrected yet.")}</p>}
      <ol className="mt-8 border-t border-rule empty:hidden">
        {corrections.map(({ article, n, date, title, slug, text }) => (
          <li key={`${article} ${n}`} className="border-b border-rule py-5">
            <p className="meta">
              <LongDate date={date} />
            </p>
            <h2 className="headline-md mt-1 wrap-anywhere">
              <a href={articlePath(site, { id: article, slug })} className="link-quiet">
                {title}
              </a>
            </h2>
            <p className="mt-2 whitespace-pre-line text-pretty wrap-anywhere">{text}</p>
          </li>
        ))}
      </ol>
      <PageSteps page={page} isLast={isLast} urlOf={documentUrl.corrections} />
    </div>
  );
}

export type VersionView = {
  date: string;
  isCurrent: boolean;
  /** The article's present one. */
  slug: string;
  language: string;
  title: string;
  excerpt: string;
  imageUrl: string;
  html: PageHtml;
  corrections: PageRecord["corrections"];
};

const SIZES = "(min-width: 720px) 664px, calc(100vw - 40px)";

export function VersionPage({ id, ...version }: VersionView & { id: number }) {
  const t = useText();
  const { date, isCurrent, slug, language, title, excerpt, imageUrl, html } = version;
  const siteLanguage = useLanguage();
  const time = <time dateTime={date}>{longTime(date, useTimeZone(), siteLanguage)}</time>;
  return (
    <article className="mx-auto max-w-[41.5rem] py-10 sm:py-14">
      <p className="kicker">
        <a href={documentUrl.changes(id)}>{t("Changes")}</a>
      </p>
      <p role="note" className="my-6 border-s-4 border-accent bg-surface px-4 py-3">
        {isCurrent ? (
          <Text of="This is still the current text, from {time}." time={time} />
        ) : (
          <Text of="This is an older text, from {time}." time={time} />
        )}{" "}
        <a href={articlePath(useSite(), { id, slug })} className="underline">
          {t(isCurrent ? "Read the article" : "Read the current article")}
        </a>
      </p>
      <h1 {...inLanguage(language, siteLanguage, title)} className="headline-lg wrap-anywhere">
        {title}
      </h1>
      {excerpt && (
        <p
          {...inLanguage(language, siteLanguage, excerpt)}
          className="mt-4 font-serif text-xl leading-snug text-pretty text-muted"
        >
          {excerpt}
        </p>
      )}
      <ArticleCorrections article={version} position="top" />
      {isOwnPicture(imageUrl) && <Picture src={imageUrl} alt="" sizes={SIZES} className="mt-8" />}
      <div
        {...useContentLanguage(html, language)}
        className="prose-article article-text mt-8"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was written
        dangerouslySetInnerHTML={{ __html: withLabelsIn(html, language || siteLanguage) }}
      />
      <ArticleCorrections article={version} position="bottom" />
    </article>
  );
}
