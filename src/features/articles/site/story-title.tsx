import type { ReactNode } from "react";
import { inLanguage } from "#shared/language.ts";
import { Link } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import type { ArticleSummary } from "../schema.ts";

type TitleProps = {
  article: ArticleSummary;
  as?: "h2" | "h3";
  className: string;
  children?: ReactNode;
};

/** The headline of an article in a list, which links to it. Its link covers the nearest positioned element. */
export function StoryTitle({ article, as: Heading = "h3", className, children = article.title }: TitleProps) {
  return (
    <Heading {...inLanguage(article.language)} className={className}>
      <Link to={pageUrl.article(article.id)} className="link-quiet stretch">
        {children}
      </Link>
    </Heading>
  );
}

/** The authors, where they are known, and what follows them: the date. */
export function Credit({ of: { byline }, children }: { of: ArticleSummary; children: ReactNode }) {
  return (
    <>
      {byline && (
        <>
          {byline} <span aria-hidden="true">·</span>{" "}
        </>
      )}
      {children}
    </>
  );
}
