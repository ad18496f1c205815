import type { ReactNode } from "react";
import { inLanguage } from "#shared/language.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { useLanguage } from "#shared/site-context.tsx";
import { StoryMarks } from "#ui/badge.tsx";
import { isOwnPicture, TeaserPicture } from "#ui/picture.tsx";
import { CardDate } from "#ui/time.tsx";
import type { ArticleSummary } from "../schema.ts";
import { Credit, OpinionBy, StoryTitle } from "./article-card.tsx";

type RowProps = {
  article: ArticleSummary;
  as?: HeadProps["as"];
  /** Above the headline, instead of the category. */
  label?: string;
  /** Next to the authors and the date. */
  note?: ReactNode;
};

/** An article in the list of a page without scripts, with its picture. */
export function StoryRow({ article, as = "h3", label = article.category, note }: RowProps) {
  const siteLanguage = useLanguage();
  return (
    <li
      className={`relative grid items-start gap-x-4 gap-y-3 border-b border-rule py-5 large-text:flex large-text:flex-col-reverse ${isOwnPicture(article.image_url) ? "grid-cols-[minmax(0,1fr)_96px] sm:grid-cols-[minmax(0,1fr)_144px]" : ""}`}
    >
      <div>
        <StoryHead article={article} as={as} className="headline-sm" label={label} />
        {article.excerpt && (
          <p
            {...inLanguage(article.language, siteLanguage, article.excerpt)}
            className="mt-2 line-clamp-2 text-[0.9375rem] text-pretty text-muted max-sm:hidden"
          >
            {article.excerpt}
          </p>
        )}
        <StoryMeta article={article} note={note} />
      </div>
      <TeaserPicture src={article.image_url} alt="" sizes="(min-width: 640px) 256px, 96px" ratio="1/1" />
    </li>
  );
}

type HeadProps = { article: ArticleSummary; as: "h2" | "h3" | "h4"; className: string; label: string };

export const StoryHead = ({ article, as, className, label }: HeadProps) => (
  <>
    <p className="kicker">
      <StoryMarks of={article} />
      {label}
    </p>
    <OpinionBy of={article} />
    <StoryTitle article={article} as={as} className={`mt-1.5 wrap-anywhere ${className}`} />
  </>
);

/** Of a picture next to a text, which together lead a page without scripts. */
export const LEAD_SIZES = `(min-width: 1232px) 680px, (min-width: 1024px) 58vw, ${phoneSizes("92vw")}`;

/** The story that leads a page without scripts. */
export function LeadStory({ article, as = "h2" }: Pick<RowProps, "article" | "as">) {
  const siteLanguage = useLanguage();
  const columns = isOwnPicture(article.image_url)
    ? "lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] large-text:grid-cols-1"
    : "max-w-3xl border-t-2 border-ink pt-4";
  return (
    <article className={`relative mt-7 grid gap-x-8 gap-y-4 ${columns}`}>
      <TeaserPicture src={article.image_url} alt="" sizes={LEAD_SIZES} ratio="16/9" priority />
      <div>
        <StoryHead article={article} as={as} className="headline-lg" label={article.category} />
        {article.excerpt && (
          <p
            {...inLanguage(article.language, siteLanguage, article.excerpt)}
            className="mt-2.5 text-[1.0625rem] leading-normal text-pretty text-muted"
          >
            {article.excerpt}
          </p>
        )}
        <StoryMeta article={article} />
      </div>
    </article>
  );
}

/** The authors and the date, and a note. */
export const StoryMeta = ({ article, note }: Pick<RowProps, "article" | "note">) => (
  <p className="meta mt-2 flex flex-wrap gap-x-3">
    <span>
      <Credit of={article}>
        <CardDate date={article.published_date} />
      </Credit>
    </span>
    {note}
  </p>
);
