import { Link } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { StoryMarks } from "#ui/badge.tsx";
import { Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { RelativeDate } from "#ui/time.tsx";
import { homeSections } from "../calls.ts";
import type { SectionStory } from "../home/endpoints.ts";
import { StoryTitle } from "./article-card.tsx";

const SIZES = "(min-width: 1024px) 400px, (min-width: 640px) 46vw, 112px";

/** The sections of categories: the newest story with its picture, and lines below it. Nothing until they are known. */
export function CategorySections() {
  const { data: sections = [] } = useApi(homeSections());
  return sections.length === 0 ? null : (
    <div className="mt-14 grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3 print:hidden">
      {sections.map(({ name, slug, articles }) => (
        <section key={slug} aria-labelledby={`section-${slug}`}>
          <SectionHeading id={`section-${slug}`}>
            <Link to={pageUrl.category(slug)} className="link-quiet">
              {name}
            </Link>
          </SectionHeading>
          <ul className="divide-y divide-rule">
            {articles.map((article, place) => (
              <SectionLine key={article.id} article={article} isFirst={place === 0} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The first has its picture above it, on phones beside it. */
function SectionLine({ article, isFirst }: { article: SectionStory; isFirst: boolean }) {
  return (
    <li
      className={`relative ${isFirst ? "pb-4 max-sm:flex max-sm:flex-row-reverse max-sm:justify-between max-sm:gap-4 large-text:flex-col!" : "py-3 last:pb-0"}`}
    >
      {isFirst && (
        <Picture
          src={article.image_url}
          alt=""
          sizes={SIZES}
          ratio="3/2"
          className="max-sm:w-28 max-sm:shrink-0 max-sm:self-start sm:mb-3.5"
        />
      )}
      <div>
        <StoryMarks of={article} />
        <StoryTitle
          article={article}
          className={isFirst ? "headline-sm line-clamp-4 sm:headline-md" : "headline-xs line-clamp-3"}
        />
        <p className="meta mt-1.5">
          <RelativeDate date={article.published_date} />
        </p>
      </div>
    </li>
  );
}
