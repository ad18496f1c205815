import { Fragment } from "react";
import { aroundNames } from "#shared/dates.ts";
import { inLanguage } from "#shared/language.ts";
import { isTall, parsePictureUrl, phoneSizes } from "#shared/pictures.ts";
import { Text, useLanguage, useText } from "#shared/site-context.tsx";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { BadgeLink, StoryMarks } from "#ui/badge.tsx";
import { CreditedPicture } from "#ui/credited-picture.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { LongDate, RecentTime } from "#ui/time.tsx";
import type { PageAuthor } from "../schema.ts";
import type { ShownArticle } from "./complete-article.ts";
import { SaveButton } from "./save-button.tsx";
import { QUIET, ShareMenu } from "./share-box.tsx";

/** The widest box of the picture, in pixels: that of small screens. */
const HERO_WIDTH = 736;
export const WIDE_SIZES = `(min-width: 1536px) 1376px, (min-width: 1232px) 1152px, ${phoneSizes("92vw")}`;
export const HERO_SIZES = `(min-width: 1536px) 664px, (min-width: 1232px) 584px, (min-width: 1024px) 46vw, ${phoneSizes("92vw")}`;
/** From this many characters on, a headline is set smaller to leave room for the story. */
const LONG_TITLE = 90;

const PLACES = { news: "beside", long_read: "above", photo_essay: "wide", live: "beside" } as const;

/** Where the page has the picture. One that would have to be enlarged is not made wide. */
export function placeOfPicture({ hero_url, layout = "news", picture_place = "automatic" }: ShownArticle) {
  if (!isOwnPicture(hero_url)) return "none";
  const place = picture_place === "automatic" ? PLACES[layout] : picture_place;
  return place === "wide" && isWhole(hero_url) ? "above" : place;
}

/**
 * Header and main picture: on wide screens next to each other, so that the text starts on the first screen, unless the
 * editors or the layout place the picture otherwise. Without a picture the header is above the text, and the sidebar next
 * to both.
 */
export function ArticleOpening({ article }: { article: ShownArticle }) {
  const place = placeOfPicture(article);
  const isBeside = place === "beside";
  const isAcross = place === "wide";
  return (
    <div className={`mb-7 lg:mb-9 ${isBeside ? "grid gap-y-7 lg:grid-cols-2 lg:gap-x-12" : "space-y-7"}`}>
      <div className={isAcross ? "mx-auto max-w-[52rem]" : "flex flex-col"}>
        <ArticleHeader article={article} isBesidePicture={isBeside} />
      </div>
      {place !== "none" && (
        <CreditedPicture
          caption={article.image_caption}
          credit={article.image_credit}
          language={article.language}
          picture={isAcross ? <WideHero article={article} /> : <Hero url={article.hero_url} alt={article.image_alt} />}
        />
      )}
    </div>
  );
}

const WideHero = ({ article: { hero_url, image_alt } }: { article: ShownArticle }) => (
  <Picture src={hero_url} alt={image_alt} sizes={WIDE_SIZES} priority ratio="21/9" className="w-full" />
);

/** A picture smaller than its box is not enlarged; a very tall one scrolls in its frame instead of being cropped. */
function Hero({ url, alt }: { url: string; alt: string }) {
  if (!isWhole(url))
    return <Picture src={url} alt={alt} sizes={HERO_SIZES} priority className="lg:max-h-88 lg:w-full" />;
  const size = pictureSize(url);
  const picture = (
    <img
      src={url}
      alt={alt}
      {...size}
      fetchPriority="high"
      className="block lg:max-h-88 lg:w-auto lg:justify-self-end"
    />
  );
  if (!isTall(size)) return picture;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <div tabIndex={0} className="max-h-[80svh] overflow-y-auto bg-surface lg:max-h-88 print:max-h-none">
      <img src={url} alt={alt} {...size} fetchPriority="high" className="block" />
    </div>
  );
}

/** A picture's size in pixels, if its address contains it. */
export function pictureSize(url: string): { width?: number; height?: number } {
  const stored = parsePictureUrl(url);
  return stored ? { width: stored.width, height: stored.height } : {};
}

/** Whether a picture is shown without cropping. */
export function isWhole(url: string): boolean {
  const size = pictureSize(url);
  return Number(size.width) < HERO_WIDTH || isTall(size);
}

type HeaderProps = { article: ShownArticle; isBesidePicture: boolean };

function ArticleHeader({ article, isBesidePicture }: HeaderProps) {
  const siteLanguage = useLanguage();
  const { author } = article;
  const isLong = article.title.length > LONG_TITLE;
  return (
    <header className="flex grow flex-col items-start">
      <p>
        {article.layout === "live" && <LiveMark isOn={article.is_auto_update} />}
        <StoryMarks of={article} />
        <BadgeLink to={pageUrl.category(article.category_slug)}>{article.category}</BadgeLink>
      </p>
      <h1
        {...inLanguage(article.language, siteLanguage, article.title)}
        className={`mt-3 w-full ${isLong ? "headline-lg" : "headline-xl"} ${isBesidePicture ? (isLong ? "lg:text-[2.125rem]" : "lg:text-[clamp(2.25rem,1.1rem+2vw,3rem)]") : ""}`}
      >
        {article.title}
      </h1>
      {article.excerpt && (
        <p
          {...inLanguage(article.language, siteLanguage, article.excerpt)}
          className={`mt-4 w-full font-serif text-xl leading-snug text-pretty text-muted ${isBesidePicture ? "" : "sm:text-[1.375rem]"}`}
        >
          {article.excerpt}
        </p>
      )}
      <div className="mt-auto w-full pt-6">
        <div className="flex items-center gap-x-3.5 border-t border-rule pt-4 pb-2">
          {author.image_url && (
            <Picture src={author.image_url} alt="" sizes="48px" ratio="1/1" className="size-12 shrink-0 rounded-full" />
          )}
          <div className="min-w-0">
            <p className="text-[0.9375rem] font-semibold">
              <Byline authors={article.authors} />
            </p>
            <Dates article={article} />
          </div>
        </div>
        <ShareMenu article={article}>
          <SaveButton article={article} className={`${QUIET} noscript:hidden`} />
        </ShareMenu>
      </div>
    </header>
  );
}

/** Live while the page updates itself. */
function LiveMark({ isOn }: { isOn: boolean }) {
  const t = useText();
  if (!isOn) return <span className="kicker me-2 text-muted">{t("As it happened")}</span>;
  return <span className="me-2 bg-accent-fill px-2 py-0.5 text-[0.8125rem] font-bold text-white">{t("Live")}</span>;
}

function Dates({ article }: { article: ShownArticle }) {
  const t = useText();
  return (
    <p className="meta">
      <LongDate date={article.published_date} />
      <RecentTime date={article.published_date} />
      {article.last_updated && (
        <>
          {" "}
          <Text
            of="(Updated: {date})"
            date={
              <>
                <LongDate date={article.last_updated} />
                <RecentTime date={article.last_updated} />
              </>
            }
          />
        </>
      )}
      {article.reading_minutes && (
        <>
          &nbsp;<span aria-hidden="true">·</span>{" "}
          <span className="inline-block">
            {t({ one: "{count} min read", other: "{count} min read" }, { count: article.reading_minutes })}
          </span>
        </>
      )}
    </p>
  );
}

/** An author's name, linked to the author's page. That page has no scripts, so the browser follows the link itself. */
export function AuthorName({ author: { slug, name, has_page } }: { author: PageAuthor }) {
  return slug !== null && has_page ? (
    <a href={documentUrl.author(slug)} className="link-quiet">
      {name}
    </a>
  ) : (
    name
  );
}

function Byline({ authors }: { authors: readonly PageAuthor[] }) {
  const [author] = authors;
  return author && authors.length === 1 ? <AuthorName author={author} /> : <AuthorList authors={authors} />;
}

function AuthorList({ authors }: { authors: readonly PageAuthor[] }) {
  const words = aroundNames(authors.length, useLanguage());
  return [
    words[0],
    ...authors.map((author, at) => (
      <Fragment key={`${author.id} ${author.name}`}>
        <AuthorName author={author} />
        {words[at + 1]}
      </Fragment>
    )),
  ];
}
