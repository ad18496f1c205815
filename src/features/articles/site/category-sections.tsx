import { Link } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { RelativeDate } from "#ui/time.tsx";
import { homeSections } from "../calls.ts";
import type { SectionStory } from "../home/endpoints.ts";
import { CARD_SIZES, StoryText } from "./article-card.tsx";

/** The sections of categories: the newest story with its picture, and lines below it. Nothing until they are known. */
export function CategorySections() {
  const { data } = useApi(homeSections());
  return (
    <div className="home-sections mt-14 empty:hidden print:hidden">
      {data?.map(({ name, slug, articles }) => (
        <section key={slug} aria-labelledby={`section-${slug}`}>
          <SectionHeading id={`section-${slug}`}>
            <Link to={pageUrl.category(slug)} className="link-quiet">
              {name}
            </Link>
          </SectionHeading>
          <ul>
            {articles.map((article, place) => (
              <SectionLine key={article.id} article={article} isFirst={place === 0} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function SectionLine({ article, isFirst }: { article: SectionStory; isFirst: boolean }) {
  return (
    <li>
      {isFirst && isOwnPicture(article.image_url) && (
        <Picture src={article.image_url} alt="" sizes={CARD_SIZES} ratio="3/2" />
      )}
      <div>
        <StoryText
          article={article}
          className={isFirst ? "headline-sm line-clamp-4 sm:headline-md" : "headline-xs line-clamp-3"}
          meta="mt-1.5"
          time={RelativeDate}
        />
      </div>
    </li>
  );
}
