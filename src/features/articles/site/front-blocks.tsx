import type { ReactNode } from "react";
import type { BlockForm, BlockKind } from "#features/articles/fronts/rules.ts";
import type { ShownBlock, ShownFront } from "#features/articles/fronts/schema.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { inLanguage } from "#shared/language.ts";
import { phoneSizes } from "#shared/pictures.ts";
import { Link } from "#shared/router.tsx";
import { useLanguage, useText } from "#shared/site-context.tsx";
import { StoryMarks } from "#ui/badge.tsx";
import { isOwnPicture, Picture } from "#ui/picture.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { RelativeDate } from "#ui/time.tsx";
import { ArticleCard, NumberedStories, OpinionBy, StoryText, StoryTitle, WIDE_CARD_SIZES } from "./article-card.tsx";

/**
 * What a page shows for the kinds of blocks that have no stories. `nth`: among those of its kind and form; `isLast`: of
 * its kind.
 */
export type Slots = Partial<Record<BlockKind, (block: ShownBlock, nth: number, isLast: boolean) => ReactNode>>;

type Props = { blocks: readonly ShownBlock[]; slots?: Slots };

/** The blocks of a page in their order. Blocks of the two columns that follow each other share a row. */
export function FrontBlocks({ blocks, slots = {} }: Props) {
  const t = useText();
  const first = blocks.findIndex(({ articles }) => articles.some(({ image_url }) => isOwnPicture(image_url)));
  const show = (block: ShownBlock) => {
    const at = blocks.indexOf(block);
    const nth = blocks.slice(0, at).filter(({ kind, form }) => kind === block.kind && form === block.form).length;
    const isLast = blocks.findLast(({ kind }) => kind === block.kind) === block;
    return <FrontBlock key={at} {...{ block, at, nth, isLast, slots }} isFirst={at === first} />;
  };
  return (
    <div className="space-y-14">
      {regionsOf(blocks).map((region) => {
        const [one] = region;
        if (one && one.place === "wide") return show(one);
        const columns = (place: "main" | "side") => region.filter((block) => block.place === place).map(show);
        return (
          <div
            key={blocks.indexOf(one as ShownBlock)}
            className="grid gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_20rem]"
          >
            <div className="min-w-0 space-y-14">{columns("main")}</div>
            <aside aria-label={t("More to read")} className="side-column space-y-12">
              {columns("side")}
            </aside>
          </div>
        );
      })}
    </div>
  );
}

/**
 * A page's own list next to its blocks: without those that the blocks show, if the page shows each story once, and without
 * stand-ins for pictures.
 */
export function listedOn<Article extends { id: number; image_url: string }>(
  { blocks, one_place_per_story: isOnce }: ShownFront,
  articles: readonly Article[],
): Article[] {
  const shown = new Set(isOnce ? blocks?.flatMap((block) => block.articles.map(({ id }) => id)) : []);
  return articles
    .filter(({ id }) => !shown.has(id))
    .map((article) => (isOwnPicture(article.image_url) ? article : { ...article, image_url: "" }));
}

/** An arranged page with a list of its own, which comes last if editors have not placed it. */
export function ArrangedPage({ blocks, slots, stories }: Props & { stories: ReactNode }) {
  return (
    <div className="mt-8 space-y-14">
      <FrontBlocks blocks={blocks} slots={{ ...slots, stories: () => stories }} />
      {blocks.every(({ kind }) => kind !== "stories") && stories}
    </div>
  );
}

/** Blocks across the page, each alone, and the blocks of columns between them together. */
export function regionsOf(blocks: readonly ShownBlock[]): ShownBlock[][] {
  const regions: ShownBlock[][] = [];
  for (const block of blocks) {
    const last = regions.at(-1);
    if (block.place === "wide" || !last || last[0]?.place === "wide") regions.push([block]);
    else last.push(block);
  }
  return regions;
}

type BlockProps = { block: ShownBlock; at: number; nth: number; isLast: boolean; isFirst: boolean; slots: Slots };

function FrontBlock({ block, at, nth, isLast, isFirst, slots }: BlockProps) {
  const slot = slots[block.kind];
  if (slot) return slot(block, nth, isLast);
  const Body = BODIES[block.kind];
  if (!Body) return null;
  const id = `block-${at}`;
  const body = <Body block={block} isFirst={isFirst} as={block.title ? "h3" : "h2"} />;
  if (!block.title) return <div>{body}</div>;
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id}>
        {block.path ? (
          <Link to={block.path} className="link-quiet">
            {block.title}
          </Link>
        ) : (
          block.title
        )}
      </SectionHeading>
      {body}
    </section>
  );
}

type BodyProps = { block: ShownBlock; isFirst: boolean; as: "h2" | "h3" };

const BODIES: Partial<Record<BlockKind, (props: BodyProps) => ReactNode>> = {
  lead: Lead,
  seconds: Seconds,
  cards: Cards,
  list: List,
  lines: Lines,
  opinion: Opinions,
  series: Package,
  topic: Package,
  category: Package,
  most_read: Lines,
  text: Text,
  announcement: Announcement,
};

const LEAD_SIZES = `(min-width: 1232px) 700px, (min-width: 1024px) 58vw, ${phoneSizes("100vw")}`;
/** Of a picture above its headline, as wide as the screen on phones. */
const PICTURE_SIZES = `${WIDE_CARD_SIZES}, ${phoneSizes("92vw")}`;
const WIDE_SIZES = `(min-width: 1232px) 1216px, ${phoneSizes("100vw")}`;

/** One story above all others, with the headlines of further ones below it. */
function Lead({ block: { articles, form, place }, isFirst, as }: BodyProps) {
  const [lead, ...others] = articles;
  if (!lead) return null;
  const hasPicture = form !== "text" && isOwnPicture(lead.image_url);
  // A column is too narrow for both.
  const isNextToText = hasPicture && form === "next_to" && place === "wide";
  const hasSide = place === "wide" && !isNextToText && others.length > 0;
  return (
    <div className={`grid gap-x-10 gap-y-5 ${isNextToText ? "lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]" : ""}`}>
      {hasPicture && (
        <Picture
          src={lead.image_url}
          alt=""
          sizes={isNextToText ? LEAD_SIZES : WIDE_SIZES}
          ratio="16/9"
          priority={isFirst}
          className={`max-lg:page-bleed ${isNextToText ? "" : "lg:max-h-128 lg:w-full"}`}
        />
      )}
      <div className={hasSide ? "grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_20rem]" : isNextToText ? "" : "max-w-4xl"}>
        <article className="relative">
          <StoryText
            article={lead}
            as={as === "h3" ? undefined : "h2"}
            className="headline-lg mt-2 lg:text-[2.75rem]"
            excerpt="lead-text"
            meta="mt-3"
            time={RelativeDate}
          />
        </article>
        {others.length > 0 && (
          <ul
            className={`divide-y divide-rule border-t border-rule max-lg:mt-5 ${hasSide ? "self-start lg:border-t-2 lg:border-ink" : "mt-5"}`}
          >
            {others.map((article) => (
              <li key={article.id} className="relative py-2.5">
                <StoryMarks of={article} />
                <StoryTitle article={article} className={hasSide ? "headline-xs lg:headline-sm" : "headline-xs"} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Seconds({ block: { articles, form }, as }: BodyProps) {
  return (
    <div className={`grid gap-x-8 gap-y-8 sm:grid-cols-2 ${articles.length > 2 ? "lg:grid-cols-3" : ""}`}>
      {articles.map((article) => (
        <article key={article.id} className="relative border-t-2 border-ink pt-4">
          {form === "pictures" && isOwnPicture(article.image_url) && (
            <Picture src={article.image_url} alt="" sizes={PICTURE_SIZES} ratio="3/2" className="mb-3.5" />
          )}
          <StoryText
            article={article}
            as={as === "h3" ? undefined : "h2"}
            className="headline-md mt-1"
            excerpt="teaser-text"
            time={RelativeDate}
          />
        </article>
      ))}
    </div>
  );
}

const COLUMNS = ["", "", "sm:grid-cols-2", "sm:grid-cols-2 lg:grid-cols-3", "sm:grid-cols-2 lg:grid-cols-4"] as const;
const COLUMNS_OF: Partial<Record<BlockForm, number>> = { two: 2, three: 3, four: 4 };

/** Rows of cards; those that would leave a row half empty are headline and excerpt alone. */
function Cards(props: BodyProps) {
  const { articles, form } = props.block;
  const columns = Math.min(COLUMNS_OF[form] ?? 2, articles.length);
  const rest = articles.length % columns;
  // One card would be as wide as the page.
  if (columns < 2) return <List {...props} block={{ ...props.block, form: "pictures" }} />;
  return (
    <div className="grid gap-y-10">
      <div className={`grid gap-x-8 gap-y-10 ${COLUMNS[columns]}`}>
        {articles.slice(0, articles.length - rest).map((article) => (
          <ArticleCard key={article.id} article={article} {...(props.as === "h2" && { as: props.as })} />
        ))}
      </div>
      {rest > 0 && (
        <div className={`grid gap-x-8 gap-y-10 ${COLUMNS[rest]}`}>
          {articles.slice(-rest).map((article) => (
            <TextTeaser key={article.id} article={article} as={props.as} />
          ))}
        </div>
      )}
    </div>
  );
}

function TextTeaser({ article, as }: { article: ArticleSummary; as: "h2" | "h3" }) {
  return (
    <article className="relative border-t-2 border-rule pt-3.5">
      <StoryText
        article={article}
        as={as === "h3" ? undefined : "h2"}
        className="headline-md mt-1"
        excerpt="teaser-text line-clamp-5!"
      />
    </article>
  );
}

function List({ block: { articles, form }, as }: BodyProps) {
  return (
    <div className={`divide-y divide-rule ${as === "h2" ? "border-t-2 border-ink" : "-mt-4"}`}>
      {articles.map((article) => {
        const hasPicture = form === "pictures" && isOwnPicture(article.image_url);
        return (
          <article key={article.id} className={hasPicture ? "story-row" : "relative py-5"}>
            {hasPicture && (
              <Picture src={article.image_url} alt="" sizes="(min-width: 640px) 240px, 96px" ratio="3/2" />
            )}
            <div>
              <StoryText
                article={article}
                as={as === "h3" ? undefined : "h2"}
                className="headline-sm mt-1 line-clamp-4 sm:headline-md"
                excerpt="teaser-text max-sm:line-clamp-2"
              />
            </div>
          </article>
        );
      })}
    </div>
  );
}

/** Headlines alone: with their times, with numbers, or plain. */
function Lines({ block: { articles, form }, as }: BodyProps) {
  if (form === "numbered") return <NumberedStories articles={articles} />;
  return (
    <ul className={`divide-y divide-rule ${as === "h2" ? "border-t-2 border-ink" : "-mt-3"}`}>
      {articles.map((article) => (
        <li key={article.id} className="relative py-3">
          <p className="kicker empty:hidden">
            <StoryMarks of={article} />
            {form === "times" && <RelativeDate date={article.published_date} />}
          </p>
          <StoryTitle article={article} className="headline-xs mt-0.5 line-clamp-3" />
        </li>
      ))}
    </ul>
  );
}

/** Opinions: who says it comes first. */
function Opinions({ block: { articles }, as }: BodyProps) {
  // The rule of a heading is enough.
  const rule =
    as === "h2" ? "border-t-2 border-ink pt-4" : "max-sm:not-first:border-t border-rule max-sm:not-first:pt-5";
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
      {articles.map((article) => (
        <article key={article.id} className={`relative ${rule}`}>
          {article.genre !== "opinion" && <p className="text-[0.9375rem] font-semibold">{article.byline}</p>}
          <OpinionBy of={article} />
          <StoryTitle article={article} className="headline-sm mt-2.5 italic line-clamp-5" />
        </article>
      ))}
    </div>
  );
}

/** The picture of the first story next to its text and the headlines of the others. */
function Package({ block: { articles, kind } }: BodyProps) {
  const [first, ...others] = articles;
  if (!first) return null;
  const hasPicture = isOwnPicture(first.image_url);
  const list = others.length > 0 && (
    <ul className={`divide-y divide-rule ${hasPicture ? "mt-4 border-t border-rule" : ""}`}>
      {others.map((article) => (
        <li key={article.id} className={hasPicture ? "relative py-3" : "relative py-3 sm:first:pt-0"}>
          <StoryTitle article={article} className="headline-xs line-clamp-3" />
          <p className="meta mt-1">
            <StoryMarks of={article} />
            <RelativeDate date={article.published_date} />
          </p>
        </li>
      ))}
    </ul>
  );
  return (
    <div
      className={`grid gap-x-8 gap-y-4 sm:grid-cols-2 ${kind === "series" ? "corner-box bg-surface p-4 sm:p-6" : ""}`}
    >
      {hasPicture && <Picture src={first.image_url} alt="" sizes={PICTURE_SIZES} ratio="3/2" />}
      <div>
        <article className="relative">
          <StoryText
            article={first}
            isInCategory={kind === "category"}
            className="headline-md mt-1"
            excerpt="teaser-text"
            time={RelativeDate}
          />
        </article>
        {hasPicture && list}
      </div>
      {!hasPicture && list}
    </div>
  );
}

/** A text of the newsroom: paragraphs, and a picture, which may lead somewhere. */
function Text({ block: { text, image_url, link, form } }: BodyProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className={`grid gap-6 ${form === "box" ? "corner-box border-t-2 border-accent bg-surface p-6" : ""}`}>
      {isOwnPicture(image_url) && <Picture src={image_url} alt="" sizes={WIDE_SIZES} ratio="16/9" />}
      {text && (
        <div {...inLanguage("", language, text)} className="max-w-[68ch] space-y-3 text-[1.0625rem] text-pretty">
          {text.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      {link && (
        <p>
          <a href={link} className="underline underline-offset-4 hover:text-accent">
            {t("Read More")}
          </a>
        </p>
      )}
    </div>
  );
}

function Announcement({ block: { text, link } }: BodyProps) {
  const language = useLanguage();
  return (
    <p {...inLanguage("", language, text)} className="corner-box bg-surface px-5 py-3.5 font-semibold">
      {link ? (
        <a href={link} className="underline underline-offset-4 hover:text-accent">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}
