import type { ReactNode } from "react";
import { inLanguage } from "#shared/language.ts";
import { useLanguage } from "#shared/site-context.tsx";
import { StoryMarks } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { CardDate } from "#ui/time.tsx";
import type { ArticleSummary } from "../schema.ts";
import { Credit, OpinionBy, StoryTitle } from "./article-card.tsx";

type RowProps = {
  article: ArticleSummary;
  as?: HeadProps["as"];
  /** Above the headline, instead of the category. */
  label?: string;
  /** Below the text, instead of the authors and the date. */
  meta?: ReactNode;
};

/** An article in the list of a page without scripts, with its picture. */
export function StoryRow({ article, as = "h3", label = article.category, meta }: RowProps) {
  const siteLanguage = useLanguage();
  return (
    <li
      className={`relative grid items-start gap-x-4 gap-y-3 border-b border-rule py-5 large-text:flex large-text:flex-col-reverse ${article.image_url && "grid-cols-[minmax(0,1fr)_96px] sm:grid-cols-[minmax(0,1fr)_144px]"}`}
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
        <StoryMeta article={article}>{meta}</StoryMeta>
      </div>
      {article.image_url && (
        <Picture src={article.image_url} alt="" sizes="(min-width: 640px) 256px, 96px" ratio="1/1" />
      )}
    </li>
  );
}

type HeadProps = { article: ArticleSummary; as: "h2" | "h3"; className: string; label: string };

export const StoryHead = ({ article, as, className, label }: HeadProps) => (
  <>
    <p className="text-sm font-semibold text-accent">
      <StoryMarks of={article} />
      {label}
    </p>
    <OpinionBy of={article} />
    <StoryTitle article={article} as={as} className={`mt-1 wrap-anywhere ${className}`} />
  </>
);

/** The authors and the date, unless there are `children`. */
export const StoryMeta = ({ article, children }: { article: ArticleSummary; children?: ReactNode }) => (
  <p className="meta mt-2">
    {children ?? (
      <Credit of={article}>
        <CardDate date={article.published_date} />
      </Credit>
    )}
  </p>
);
