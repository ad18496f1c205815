import type { ArticleGenre } from "../tables.ts";

/** The kinds of pages that editors arrange from blocks. */
export const FRONT_KINDS = ["home", "category", "topic", "series"] as const;
export type FrontKind = (typeof FRONT_KINDS)[number];

/** Kinds of blocks with their forms; the first form is the default. */
export const BLOCK_FORMS = {
  /** The specified top of the home page: carousel, newest headlines, two-tab box. */
  top: ["carousel"],
  lead: ["next_to", "above", "text"],
  seconds: ["pictures", "text"],
  cards: ["two", "three", "four"],
  list: ["pictures", "text"],
  lines: ["plain", "times", "numbered"],
  opinion: ["portraits"],
  series: ["package"],
  topic: ["box"],
  category: ["box"],
  most_read: ["numbered"],
  /** A box for each category with enough articles. */
  sections: ["boxes"],
  /** The bar that filters by category. */
  categories: ["bar"],
  newsletter: ["box"],
  text: ["box", "plain"],
  announcement: ["bar"],
  ad: ["leaderboard", "rectangle", "sidebar"],
  coins: ["row"],
  /** All articles of the page's own category, topic or series, in pages. */
  stories: ["pages"],
} as const;
export type BlockKind = keyof typeof BLOCK_FORMS;
export const BLOCK_KINDS = Object.keys(BLOCK_FORMS) as [BlockKind, ...BlockKind[]];
export type BlockForm = (typeof BLOCK_FORMS)[BlockKind][number];

/** Where the stories of a block come from; `place`: the page's own category, topic or series. */
export const PLAIN = ["newest", "most_read", "featured", "picks", "place"] as const;
/** Sources that are named by the last part of an address. */
export const NAMED = ["category", "topic", "series", "author"] as const;
export const SOURCES = [...PLAIN, ...NAMED, "genre", "hand"] as const;
export type SourceName = (typeof SOURCES)[number];
export type NamedSource = (typeof NAMED)[number];

/** Where a block stands: across the page, or in one of its two columns. */
export const PLACES = ["wide", "main", "side"] as const;
export type BlockPlace = (typeof PLACES)[number];

/** Kinds with stories: the source and number of a new block, and the most stories that its forms can show. */
export const STORY_BLOCKS = {
  lead: { source: "featured", count: 1, most: 4 },
  seconds: { source: "newest", count: 2, most: 4 },
  cards: { source: "newest", count: 6, most: 24 },
  list: { source: "newest", count: 6, most: 30 },
  lines: { source: "newest", count: 6, most: 30 },
  opinion: { source: "genre", count: 3, most: 12 },
  series: { source: "series", count: 5, most: 12 },
  topic: { source: "topic", count: 4, most: 12 },
  category: { source: "category", count: 4, most: 12 },
  most_read: { source: "most_read", count: 7, most: 10 },
} as const satisfies Partial<Record<BlockKind, { source: SourceName; count: number; most: number }>>;
export type StoryKind = keyof typeof STORY_BLOCKS;
export const isStoryKind = (kind: BlockKind): kind is StoryKind => kind in STORY_BLOCKS;

/** The only blocks that show sponsored stories, with their label. All others are editorial. */
const LISTS: ReadonlySet<BlockKind> = new Set(["list", "cards", "stories"]);
export const isEditorial = (kind: BlockKind): boolean => !LISTS.has(kind);

/** Kinds that need what only the site's own pages have: pages of topics and series are complete without scripts. */
const INTERACTIVE: ReadonlySet<BlockKind> = new Set(["top", "sections", "categories", "newsletter", "ad", "coins"]);

/** Kinds that a page has at most once. */
const SINGLE: ReadonlySet<BlockKind> = new Set(["top", "sections", "categories", "stories", "coins"]);
export const isSingle = (kind: BlockKind): boolean => SINGLE.has(kind);

/** Kinds of blocks that a kind of page can have. */
export const kindsOn = (front: FrontKind): BlockKind[] =>
  BLOCK_KINDS.filter((kind) => {
    if (kind === "stories") return front !== "home";
    if (kind === "top" || kind === "sections") return front === "home";
    return front === "home" || front === "category" || !INTERACTIVE.has(kind);
  });

export const MAX_BLOCKS = 40;
export const MAX_HEADING = 120;
export const MAX_TEXT = 2_000;

export type Source =
  | { by: "hand"; ids: number[] }
  | { by: NamedSource; slug: string }
  | { by: "genre"; genre: ArticleGenre }
  | { by: (typeof PLAIN)[number] };

/** A block as it is stored. `text`, `image_url` and `link` are those of texts and announcements. */
export type Block = {
  kind: BlockKind;
  source: Source | null;
  count: number;
  form: BlockForm;
  heading: string;
  place: BlockPlace;
  text: string;
  image_url: string;
  link: string;
};

/** What readers have of a front: its blocks in their order; `null` for the arrangement that the program has. */
export type Arrangement = { blocks: Block[] | null; one_place_per_story: boolean };

const NO_TEXTS = { heading: "", text: "", image_url: "", link: "" };

/** A block with what it does not say set to the defaults of its kind. */
export function blockOf(
  kind: BlockKind,
  { source, ...given }: Partial<Omit<Block, "kind" | "source">> & { source?: Source | SourceName | null } = {},
): Block {
  const usual = isStoryKind(kind) ? STORY_BLOCKS[kind] : undefined;
  const from = source === undefined ? (usual?.source ?? null) : source;
  return {
    kind,
    source: typeof from === "string" ? sourceNamed(from) : from,
    count: usual?.count ?? 0,
    form: BLOCK_FORMS[kind][0],
    place: "wide",
    ...NO_TEXTS,
    ...given,
  };
}

/** A source that has yet to say which one it is. */
export function sourceNamed(by: SourceName): Source {
  if (by === "hand") return { by, ids: [] };
  if (by === "genre") return { by, genre: "opinion" };
  return isNamed(by) ? { by, slug: "" } : { by };
}

export const isNamed = (by: SourceName): by is NamedSource => (NAMED as readonly SourceName[]).includes(by);

/** The specified home page: the first arrangement of a new publication. */
export const SPECIFIED_HOME: readonly Block[] = [
  blockOf("top", { source: "featured", count: 6 }),
  blockOf("categories"),
  blockOf("ad"),
  blockOf("cards", { count: 10, place: "main" }),
  blockOf("ad", { form: "rectangle", place: "main" }),
  blockOf("list", { source: "picks", place: "main" }),
  blockOf("most_read", { place: "side" }),
  blockOf("ad", { form: "sidebar", place: "side" }),
  blockOf("newsletter", { place: "side" }),
  blockOf("ad", { form: "sidebar", place: "side" }),
  blockOf("sections"),
  blockOf("ad"),
];

/** The default arrangement of a page. */
export const specifiedBlocks = (kind: FrontKind): readonly Block[] =>
  kind === "home" ? SPECIFIED_HOME : [blockOf("stories")];
