import { ChevronDown } from "lucide";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { trustedPolicy } from "#shared/html.ts";
import { useLinkClicks } from "#shared/router.tsx";
import { Text, useContentLanguage, useText } from "#shared/site-context.tsx";
import { useApi } from "#shared/use-api.ts";
import { StoryMarks } from "#ui/badge.tsx";
import { buttonClass } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { TeaserPicture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Skeleton, SkeletonLines } from "#ui/skeleton.tsx";
import { StateNote } from "#ui/state-screen.tsx";
import { CardDate, LongDate } from "#ui/time.tsx";
import { editorsPicks, relatedArticles } from "../calls.ts";
import type { ArticleSummary } from "../schema.ts";
import { ArticleCard, ArticleCardSkeleton, StoryTitle } from "./article-card.tsx";
import { completeList, completeRelated } from "./complete.ts";
import type { ShownArticle } from "./complete-article.ts";

const PICKS = 5;

export function SidebarPicks({ exceptId }: { exceptId: number }) {
  const t = useText();
  const picks = useApi(editorsPicks(), { select: completeList });
  const shown = picks.data?.filter((pick) => pick.id !== exceptId).slice(0, PICKS);
  return (
    <section aria-labelledby="picks-heading">
      <SectionHeading id="picks-heading">{t("Editor's Picks")}</SectionHeading>
      {shown?.length === 0 ? (
        <StateNote>{t("No picks right now.")}</StateNote>
      ) : (
        <ul className="divide-y divide-rule">
          {shown || picks.isError
            ? shown?.map((pick) => <PickItem key={pick.id} pick={pick} />)
            : Array.from({ length: PICKS }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are identical and never reordered
                <li key={place} className="flex gap-4 py-4 first:pt-0">
                  <SkeletonLines lines={3} className="flex-1" />
                  <Skeleton className="size-20 shrink-0" />
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}

function PickItem({ pick }: { pick: ArticleSummary }) {
  return (
    <li className="relative flex items-start gap-4 py-4 first:pt-0 large-text:flex-col-reverse">
      <div className="min-w-0 flex-1">
        <p className="kicker">
          <StoryMarks of={pick} />
          {pick.category}
        </p>
        <StoryTitle article={pick} className="headline-xs mt-1 line-clamp-4" />
        <p className="meta mt-1.5">
          <CardDate date={pick.published_date} />
        </p>
      </div>
      <TeaserPicture src={pick.image_url} alt="" sizes="84px" ratio="1/1" className="w-21 shrink-0" />
    </li>
  );
}

const COLUMNS = 3;

/** How many of the related articles are cards: two full rows or one, unless there are fewer. */
const cardsOf = ({ length }: readonly unknown[]) =>
  length < COLUMNS ? length : Math.min(2, Math.floor(length / COLUMNS)) * COLUMNS;

/** The first related article that the list below does not show; nothing if there is none. */
export function NextStory({ id }: { id: number }) {
  const { data } = useApi(relatedArticles(id), { select: completeRelated });
  const t = useText();
  const next = data?.[cardsOf(data)];
  if (!next) return null;
  return (
    <section
      aria-labelledby="next-heading"
      className="relative grid items-start gap-x-6 gap-y-4 border-t-2 border-b border-ink border-b-rule py-5 sm:has-[picture]:grid-cols-[1fr_17rem] large-text:grid-cols-1 print:hidden"
    >
      <div className="min-w-0">
        <h2 id="next-heading" className="kicker">
          {t("Next story")}
        </h2>
        <StoryTitle article={next} className="headline-md mt-1.5 line-clamp-4" />
        {next.excerpt && (
          <p dir="auto" className="mt-2 line-clamp-3 text-[0.9375rem] text-pretty text-muted">
            {next.excerpt}
          </p>
        )}
        <p className="meta mt-2">
          <StoryMarks of={next} />
          <CardDate date={next.published_date} />
        </p>
      </div>
      <TeaserPicture
        src={next.image_url}
        alt=""
        sizes="(min-width: 640px) 272px, 92vw"
        ratio="16/9"
        className="w-full max-sm:-order-1"
      />
    </section>
  );
}

export function RelatedArticles({ id }: { id: number }) {
  const t = useText();
  const related = useApi(relatedArticles(id), { select: completeRelated });
  const shown = related.data?.slice(0, cardsOf(related.data));
  return (
    <section aria-labelledby="related-heading">
      <SectionHeading id="related-heading">{t("Related Articles")}</SectionHeading>
      {shown?.length === 0 ? (
        <StateNote>{t("No related articles found")}</StateNote>
      ) : (
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          {shown || related.isError
            ? shown?.map((article) => <ArticleCard key={article.id} article={article} brief />)
            : [1, 2, 3].map((place) => <ArticleCardSkeleton key={place} />)}
        </div>
      )}
    </section>
  );
}

/** For content and other HTML that the backend has sanitised. */
const contentPolicy = trustedPolicy("jarida-content", { createHTML: (html) => html });

/** The server's HTML. Memoised, as React would set the same HTML again for a new object. */
const useHtml = (html: string) => useMemo(() => ({ __html: contentPolicy.createHTML(html) }), [html]);

export function ArticleChanges({ html }: { html: string }) {
  const content = useHtml(html);
  if (!html) return null;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered on the server, where React escaped all texts
    <section aria-labelledby="changes-heading" className="ruled pt-6" dangerouslySetInnerHTML={content} />
  );
}

type Content = { html: string; hasRest: boolean };
type Language = { language: string | undefined };

/** Content as shown. `hasRest` is undefined if the backend has not prepared the content: the browser does so then. */
function usePrepared(html: string, hasRest: boolean | undefined): Content | undefined {
  const [prepared, setPrepared] = useState<Content>();
  useEffect(() => {
    if (hasRest !== undefined) return;
    let isCurrent = true;
    const show = (content: Content) => isCurrent && setPrepared(content);
    import("./prepare-content.ts").then(
      ({ prepareContent }) => show(prepareContent(contentPolicy.createHTML(html))),
      () => show({ html, hasRest: false }),
    );
    return () => {
      isCurrent = false;
    };
  }, [html, hasRest]);
  return hasRest === undefined ? prepared : { html, hasRest };
}

export function ArticleContent(props: { html: string; hasRest: boolean | undefined } & Language) {
  const prepared = usePrepared(props.html, props.hasRest);
  return prepared && <PreparedContent {...prepared} language={props.language} />;
}

/**
 * An article's text with 'Read More'. The full text is in the page from the start; CSS hides the part beyond the
 * preview (prose.css). Opening it moves the focus to the hidden part, so that screen reader and keyboard users continue
 * there.
 */
function PreparedContent({ html, hasRest, language }: Content & Language) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const content = useHtml(html);
  const onClick = useLinkClicks();
  const text = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!html.includes("<pre")) return;
    const add = ({ addCopyButtons }: typeof import("./copy-code.ts")) =>
      text.current && addCopyButtons(text.current, t);
    import("./copy-code.ts").then(add, () => undefined);
  }, [html, t]);

  function onToggle() {
    flushSync(() => setIsOpen(!isOpen));
    if (isOpen) {
      toggle.current?.scrollIntoView({ block: "center" });
      return;
    }
    const hidden = [...(text.current?.querySelectorAll<HTMLElement>("[data-rest]") ?? [])];
    const rest = hidden.find((one) => /[\p{L}\p{N}]/u.test(one.textContent)) ?? hidden[0];
    rest?.setAttribute("tabindex", "-1");
    rest?.focus({ preventScroll: true });
  }

  return (
    <div className="max-w-[41.5rem]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles clicks on links, which keys fire too */}
      <div
        ref={text}
        id="article-text"
        // Without a language, the blocks declare right-to-left text themselves.
        {...useContentLanguage(html, language)}
        className={`prose-article article-text ${isOpen ? "" : "article-preview"}`}
        onClick={onClick}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it when it was written
        dangerouslySetInnerHTML={content}
      />
      {hasRest && (
        <div className="article-toggle mt-8 hidden items-center gap-5 before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule [@media_screen_and_(scripting:enabled)]:flex">
          <button
            ref={toggle}
            type="button"
            aria-expanded={isOpen}
            aria-controls="article-text"
            onClick={onToggle}
            className={buttonClass("outline")}
          >
            {t(isOpen ? "Read Less" : "Read More")}
            <Icon icon={ChevronDown} size={16} className={isOpen ? "rotate-180" : ""} />
          </button>
        </div>
      )}
    </div>
  );
}

export function ArticleCorrections(props: { article: Pick<ShownArticle, "corrections">; position: "top" | "bottom" }) {
  const { article, position } = props;
  return article.corrections
    .filter((one) => one.position === position)
    .toReversed()
    .map(({ date, text }) => (
      <p
        key={date + text}
        className={`my-7 ${position === "top" ? "" : "max-w-[41.5rem]"} border-s-4 border-accent bg-surface px-4 py-3 wrap-anywhere whitespace-pre-line`}
      >
        <b>
          <Text of="Correction, {date}:" date={<LongDate date={date} />} />
        </b>{" "}
        {text}
      </p>
    ));
}
