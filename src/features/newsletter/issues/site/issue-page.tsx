import type { IssueArticle } from "#features/articles/schema.ts";
import { withLabelsIn } from "#features/content/labels.ts";
import { SUBSCRIBE_ACTION } from "#features/newsletter/site/subscribe-form.tsx";
import type { Correction } from "#features/record/endpoints.ts";
import type { PageHtml } from "#shared/html.ts";
import { inLanguage } from "#shared/language.ts";
import { articlePath } from "#shared/page.ts";
import { Text, useContentLanguage, useLanguage, useSite, useText } from "#shared/site-context.tsx";
import { NEWSLETTER_TEXT } from "#shared/site-facts.ts";
import { documentUrl } from "#shared/urls.ts";
import { StoryMarks } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { TrapField } from "#ui/control.tsx";
import { CreditedPicture } from "#ui/credited-picture.tsx";
import { Field } from "#ui/field.tsx";
import { isOwnPicture, Picture, TeaserPicture } from "#ui/picture.tsx";
import { LongDate } from "#ui/time.tsx";

/** `sample`: the newest issue, on the first page of the list. */
export type ArchiveView = {
  issues: { id: number; subject: string; preview: string; sentAt: string }[];
  sample?: IssueView;
  /** The last issue of this page of the list; null if no more follow. */
  next: number | null;
  isFirst: boolean;
};

const STEP = "link-quiet inline-flex min-h-11 items-center font-semibold";

/** What the newsletter is, a form to subscribe, and the issues that were sent, the newest first. */
export function ArchivePage({ siteName, archive }: { siteName: string; archive: ArchiveView }) {
  const t = useText();
  const { issues, sample, next, isFirst } = archive;
  const newest = isFirst ? issues[0] : undefined;
  const past = newest ? issues.slice(1) : issues;
  return (
    <div className={issues.length === 0 ? "mx-auto max-w-[41.5rem] py-10 sm:py-14" : "py-8 sm:py-12"}>
      <div className={newest ? "grid items-start gap-12 lg:grid-cols-2" : ""}>
        <div>
          <h1 className="headline-xl">{t("{name} by email", { name: siteName })}</h1>
          {isFirst && <Subscribe />}
        </div>
        {newest && <NewestIssue issue={newest} sample={sample} />}
      </div>
      <h2 className="headline-md mt-12 mb-4">{t("Past newsletters")}</h2>
      {past.length === 0 && (
        <p className="text-lg text-muted">
          {t(newest ? "There are no older issues yet." : "No issue has been sent yet.")}
        </p>
      )}
      <ol className="grid gap-x-10 border-t border-rule empty:hidden lg:grid-cols-2">
        {past.map(({ id, subject, preview, sentAt }) => (
          <li key={id} className="relative border-b border-rule py-5">
            <p className="meta">
              <LongDate date={sentAt} />
            </p>
            <h3 className="headline-sm mt-1 wrap-anywhere">
              <a href={documentUrl.issue(id)} className="link-quiet stretch">
                {subject}
              </a>
            </h3>
            {preview && <p className="mt-2 text-pretty text-muted wrap-anywhere">{preview}</p>}
          </li>
        ))}
      </ol>
      <nav aria-label={t("Issues")} className="mt-4 flex flex-wrap justify-between gap-4">
        {!isFirst && (
          <a href={documentUrl.issues()} className={STEP}>
            {t("Newest issues")}
          </a>
        )}
        {next !== null && (
          <a href={documentUrl.issues(next)} className={`${STEP} ms-auto`}>
            {t("Older issues")}
          </a>
        )}
      </nav>
    </div>
  );
}

/** The form works without scripts: the server responds with a small page. */
function Subscribe() {
  const t = useText();
  const site = useSite();
  return (
    <>
      <p className="mt-4 text-lg text-pretty text-muted">{site.newsletterText ?? t(NEWSLETTER_TEXT)}</p>
      <form action={SUBSCRIBE_ACTION} method="post" className="mt-6 flex flex-wrap gap-3 print:hidden">
        <div className="min-w-0 flex-[1_1_16rem]">
          <Field
            label={t("Email address")}
            labelHidden
            type="email"
            name="email"
            placeholder={t("Enter your email")}
            autoComplete="email"
            required
          />
        </div>
        <TrapField />
        <Button type="submit" variant="accent">
          {t("Subscribe")}
        </Button>
      </form>
    </>
  );
}

/** How many stories of an issue its sample names; the first has a large picture. */
const MAX_SAMPLED = 4;

type NewestProps = { issue: ArchiveView["issues"][number]; sample: IssueView | undefined };

/** As a sample of what subscribers get: how it begins, and its first stories. */
function NewestIssue({ issue: { id, subject, preview, sentAt }, sample }: NewestProps) {
  const t = useText();
  const language = useLanguage();
  const stories = (sample?.parts ?? []).flatMap((part) => ("article" in part ? [part.article] : []));
  const beginning = sample?.paragraphs[0] ?? preview;
  return (
    <section
      aria-labelledby="newest-heading"
      className="corner-box relative border-s-4 border-accent bg-surface px-5 py-6 sm:px-7"
    >
      <p className="meta">
        {t("Newest issue")}&nbsp;· <LongDate date={sentAt} />
      </p>
      <h2 id="newest-heading" className="headline-lg mt-2 wrap-anywhere">
        <a href={documentUrl.issue(id)} className="link-quiet">
          {subject}
        </a>
      </h2>
      {beginning && (
        <p {...inLanguage("", language, beginning)} className="mt-3 line-clamp-6 text-pretty text-muted wrap-anywhere">
          {beginning}
        </p>
      )}
      {stories.length > 0 && (
        <ul className="mt-5 border-t border-rule">
          {stories.slice(0, MAX_SAMPLED).map((article, at) => (
            <SampledStory key={article.id} article={article} isFirst={at === 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SampledStory({ article, isFirst }: { article: IssueArticle; isFirst: boolean }) {
  const site = useSite();
  const { image_url, title } = article;
  return (
    <li
      className={`relative border-b border-rule py-4 ${isFirst ? "" : "flex items-start justify-between gap-4 large-text:flex-col"}`}
    >
      {isFirst && (
        <TeaserPicture src={image_url} alt="" sizes="(min-width: 1024px) 520px, 84vw" ratio="16/9" className="mb-3" />
      )}
      <div className="min-w-0">
        <p className="text-sm font-semibold text-accent">
          <StoryMarks of={article} />
          {article.category}
        </p>
        <h3
          {...inLanguage(article.language, site.language, title)}
          className={`${isFirst ? "headline-md" : "headline-sm"} mt-1 wrap-anywhere`}
        >
          <a href={articlePath(site, article)} className="link-quiet stretch">
            {title}
          </a>
        </h3>
      </div>
      {!isFirst && <TeaserPicture src={image_url} alt="" sizes="96px" ratio="4/3" className="w-24 shrink-0" />}
    </li>
  );
}

/** A part of an issue as its page shows it: prepared text, or an article. */
export type IssuePart = { html: PageHtml } | { article: IssueArticle; hasPicture: boolean };

export type IssueView = {
  subject: string;
  sentAt: string;
  paragraphs: string[];
  parts: IssuePart[];
  corrections: Correction[];
};

/** A newsletter issue as a page: complete without any script (decision 58). */
export function IssuePage({ issue }: { issue: IssueView }) {
  const t = useText();
  const language = useLanguage();
  const { subject, sentAt, paragraphs, parts, corrections } = issue;
  const texts = parts.map((part) => ("html" in part ? part.html : "")).join(" ");
  const direction = useContentLanguage(texts);
  return (
    <article className="mx-auto max-w-[41.5rem] py-10 sm:py-14">
      <p className="kicker">
        <a href={documentUrl.issues()}>{t("Newsletter")}</a>
      </p>
      <h1 {...inLanguage("", language, subject)} className="headline-xl mt-4 wrap-anywhere">
        {subject}
      </h1>
      <p className="meta mt-4 mb-8">
        <LongDate date={sentAt} />
      </p>
      {paragraphs.length > 0 && (
        <div className="prose-article">
          {paragraphs.map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            <p key={index} {...inLanguage("", language, paragraph)} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      )}
      {parts.map((part, index) =>
        "html" in part ? (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
            key={index}
            {...direction}
            className="prose-article [.prose-article+&]:mt-8"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was written
            dangerouslySetInnerHTML={{ __html: withLabelsIn(part.html, language) }}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <Story key={index} {...part} />
        ),
      )}
      {corrections.length > 0 && <Corrections corrections={corrections} />}
    </article>
  );
}

function Corrections({ corrections }: Pick<IssueView, "corrections">) {
  const t = useText();
  const site = useSite();
  return (
    <section aria-labelledby="corrections" className="mt-10">
      <h2 id="corrections" className="headline-md">
        {t("Corrections")}
      </h2>
      <ul className="mt-4 space-y-4">
        {corrections.map(({ article, n, date, title, slug, text }) => (
          <li key={`${article} ${n}`} className="border-s-4 border-accent ps-4 wrap-anywhere whitespace-pre-line">
            <Text
              of="{date}, to {title}: {text}"
              date={<LongDate date={date} />}
              title={<a href={articlePath(site, { id: article, slug })}>{title}</a>}
              text={text}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Story({ article, hasPicture }: { article: IssueArticle; hasPicture: boolean }) {
  const siteLanguage = useLanguage();
  const site = useSite();
  return (
    <section className="relative my-8 border-y border-rule py-6 [section+&]:-mt-8 [section+&]:border-t-0">
      {hasPicture && isOwnPicture(article.image_url) && (
        <div className="mb-4">
          <CreditedPicture
            caption={article.image_caption}
            credit={article.image_credit}
            language={article.language}
            picture={<Picture src={article.image_url} alt="" sizes="(min-width: 720px) 664px, 92vw" />}
          />
        </div>
      )}
      <p className="text-sm font-semibold text-accent">
        <StoryMarks of={article} />
        {article.category}
      </p>
      <h2
        {...inLanguage(article.language, siteLanguage, article.title)}
        className={`${hasPicture ? "headline-lg" : "headline-md"} mt-1`}
      >
        <a href={articlePath(site, article)} className="link-quiet stretch">
          {article.title}
        </a>
      </h2>
      {article.excerpt && (
        <p {...inLanguage(article.language, siteLanguage, article.excerpt)} className="mt-2 text-pretty text-muted">
          {article.excerpt}
        </p>
      )}
    </section>
  );
}
