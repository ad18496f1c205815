import { inLanguage } from "#shared/language.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { pageUrl } from "#shared/urls.ts";
import { BadgeLink, BreakingMark } from "#ui/badge.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { RelativeDate } from "#ui/time.tsx";
import type { ArticleSummary } from "../schema.ts";
import { Credit } from "./credit.tsx";
import { StoryTitle } from "./story-title.tsx";

/** The same for lead and carousel, so that a browser loads the first picture once, whichever of them it shows. */
export const LEAD_SIZES = `(min-width: 1240px) 730px, (min-width: 1024px) 60vw, ${phoneSizes("100vw")}`;

/** A slide of words takes the place of the pictures before and after it. */
const TEXT_ALONE = "h-full lg:flex lg:flex-col lg:justify-center lg:bg-surface lg:px-14 lg:pb-5";

type Props = {
  article: ArticleSummary;
  priority: boolean;
  /** Lets the picture bleed to the edges of a phone's screen. */
  bleed?: boolean;
};

/**
 * A large article teaser: picture, headline, excerpt, author and relative time. Used by slides and the phone's lead.
 */
export function LeadStory(props: Props) {
  const { article, priority, bleed = false } = props;
  const hasPicture = isOwnPicture(article.image_url);
  return (
    <article className={hasPicture ? "relative" : `relative ${TEXT_ALONE}`}>
      {hasPicture && (
        <Picture
          src={article.image_url}
          alt=""
          sizes={LEAD_SIZES}
          ratio="16/9"
          priority={priority}
          className={bleed ? "page-bleed" : ""}
        />
      )}
      <div className="pt-4 lg:pt-5">
        <BreakingMark isBreaking={article.is_breaking} />
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
        <StoryTitle article={article} as="h2" className="headline-lg mt-2 lg:text-[2.75rem]" />
        <p
          {...inLanguage(article.language)}
          className="mt-2.5 line-clamp-3 max-w-[62ch] text-[1.0625rem] leading-[1.45] text-pretty text-muted lg:line-clamp-2"
        >
          {article.excerpt}
        </p>
        <p className="meta mt-3">
          <Credit of={article}>
            <RelativeDate date={article.published_date} />
          </Credit>
        </p>
      </div>
    </article>
  );
}
