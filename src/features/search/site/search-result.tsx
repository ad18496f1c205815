import type { ArticleSummary } from "#features/articles/schema.ts";
import { Credit } from "#features/articles/site/credit.tsx";
import { StoryTitle } from "#features/articles/site/story-title.tsx";
import { inLanguage } from "#shared/language.ts";
import { BreakingMark } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { CardDate } from "#ui/time.tsx";
import { markMatches } from "../rules.ts";

/** A text with the matches of the query highlighted. */
function MarkedText({ text, query }: { text: string; query: string }) {
  let offset = 0;
  return markMatches(text, query).map((segment) => {
    const key = offset;
    offset += segment.text.length;
    return segment.match ? <mark key={key}>{segment.text}</mark> : <span key={key}>{segment.text}</span>;
  });
}

/** One search result; the whole row is a link. Only its title and excerpt are certain. */
export function SearchResult({ article, query }: { article: ArticleSummary; query: string }) {
  return (
    <article className="relative flex items-start gap-5 py-6 sm:gap-8 large-text:flex-col-reverse">
      <div className="min-w-0 flex-1">
        {(article.is_breaking || article.category) && (
          <p>
            <BreakingMark isBreaking={article.is_breaking} />
            <span className="kicker">{article.category}</span>
          </p>
        )}
        <StoryTitle article={article} as="h2" className="headline-md mt-1.5">
          <MarkedText text={article.title} query={query} />
        </StoryTitle>
        {article.excerpt && (
          <p {...inLanguage(article.language)} className="mt-2 text-[0.9375rem] text-pretty text-muted">
            <MarkedText text={article.excerpt} query={query} />
          </p>
        )}
        {article.published_date && (
          <p className="meta mt-2.5">
            <Credit of={article}>
              <CardDate date={article.published_date} />
            </Credit>
          </p>
        )}
      </div>
      {article.image_url && (
        <Picture
          src={article.image_url}
          alt=""
          sizes="(min-width: 640px) 200px, 96px"
          ratio="3/2"
          className="w-24 shrink-0 sm:w-50"
        />
      )}
    </article>
  );
}
