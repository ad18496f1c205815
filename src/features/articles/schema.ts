import { z } from "zod";
import { suggestedText } from "#features/documents/suggestions/schema.ts";
import { flag, linkSchema, shownSchemas } from "#shared/fields/schemas.ts";
import { htmlText, idNumber, idText, pageQuery, storySchema, text, wholeNumber } from "#shared/schema.ts";
import { nameKey } from "#shared/text.ts";
import { FIELDS, PAGE_NAMES, type PageName } from "./fields.ts";
import { given, publishedDate } from "./given-fields.ts";
import { articleListParameters } from "./list/schema.ts";
import { MAX_CORRECTION_LENGTH, MAX_SOURCE_LENGTH, MAX_SOURCES, MAX_TAGS, TOO_MANY_TAGS } from "./rules.ts";

const shown = shownSchemas(FIELDS);

const pageMask = Object.fromEntries(PAGE_NAMES.map((name) => [name, true])) as Record<PageName, true>;
const pageFields = z
  .object(shown)
  .pick(pageMask)
  .extend({
    layout: shown.layout.describe("How its page is laid out; only `news` and `live` have a column next to the text"),
    picture_place: shown.picture_place.describe(
      "Where the picture is on its page: `automatic` follows the layout, `wide` is cropped to 21:9",
    ),
    seo_title: shown.seo_title.describe("The title for search engines; empty for the article's"),
    seo_description: shown.seo_description.describe("The description for search engines; empty for the excerpt"),
    social_title: shown.social_title.describe("The title on social networks; empty for the article's"),
    social_text: shown.social_text.describe("The text on social networks; empty for the search description"),
    social_image: shown.social_image.describe("A picture of the media library; empty for the article's"),
    canonical_url: shown.canonical_url.describe("Where the text was published first; empty for this site"),
    is_noindex: shown.is_noindex.describe("Whether search engines are asked not to list it"),
  });

/** An article in a list. Never includes `content`. */
export const articleSummary = z
  .object({
    id: z.int().positive(),
    ...z.object(shown).omit(pageMask).shape,
    category: z.string().describe("The category's name"),
    category_slug: z.string(),
    image_alt: shown.image_alt.describe("The picture's description; empty for a decorative picture"),
    slug: shown.slug.describe("The readable part of its address: made from the title until an editor sets it"),
    genre: shown.genre.describe("The kind of text. Readers must see that an article is `sponsored`"),
    language: shown.language.describe("The language of the text, as a BCP 47 tag; empty for the site's, English"),
    author: z.string().describe("The first author's name"),
    authors: z.array(z.string()).describe("The names of all authors"),
    byline: z.string().describe("The authors as they are shown on pages"),
    portrait_url: z.string().optional().describe("The first author's picture, of an opinion"),
    published_date: z.iso.datetime().nullable().describe("ISO 8601 in UTC; in the future for a scheduled article"),
    last_updated: z.iso.datetime().nullable(),
    tags: z.array(z.string()),
  })
  .meta({ id: "ArticleSummary" });
export type ArticleSummary = z.infer<typeof articleSummary>;

export const articleAuthor = z
  .object({ name: z.string(), image_url: z.string(), bio: z.string(), links: z.array(linkSchema) })
  .meta({ id: "ArticleAuthor" });
/** `id`: the account; null for the placeholder author. */
const creditedAuthor = articleAuthor.extend({
  id: z.int().positive().nullable(),
  slug: z.string().nullable().describe("The last part of the address of the author's page"),
});
const articleAuthors = z.array(creditedAuthor);
const linkedArticle = z.object({ id: z.int().positive(), title: z.string(), slug: z.string() });
const pageAuthor = creditedAuthor.extend({
  has_page: z.boolean().describe("Whether the author has a page"),
  more: z.array(linkedArticle).optional().describe("The author's newest other articles, at most three"),
});
export type PageAuthor = z.infer<typeof pageAuthor>;

/** An article with its content, as `GET articles/{id}/` returns it. `content` is sanitised HTML. */
export const articleDetail = articleSummary
  .omit({ author: true })
  .extend({
    ...pageFields.shape,
    content: z.string(),
    author: articleAuthor,
    authors: articleAuthors,
    disclosures: z
      .array(z.object({ name: z.string(), symbols: z.array(z.string()) }))
      .optional()
      .describe("The authors' holdings when the article was published, if any; omitted from write responses"),
    sources: z.array(z.string()).optional().describe("The newsroom's sources; for editors only"),
    has_draft: z.boolean().optional().describe("Whether it has a working copy; for editors only"),
    text_with_suggestions: suggestedText,
  })
  .meta({ id: "ArticleDetail" });
export type ArticleDetail = z.infer<typeof articleDetail>;

const sizedPicture = z.object({ url: z.string(), width: z.int().optional(), height: z.int().optional() });

const pageRecord = z.object({
  changes_html: z.string().describe("The changes since publication, as shown on the page"),
  corrections: z
    .array(z.object({ date: z.iso.datetime(), text: z.string(), position: z.enum(["top", "bottom"]) }))
    .describe("The newest first"),
  disclosure_sentences: z.array(z.string()).describe("The authors' holdings when it was published, in sentences"),
});
export type PageRecord = z.infer<typeof pageRecord> & Pick<ArticleDetail, "disclosures">;

/** Texts of the page's head that replace title, excerpt and own address, as far as an editor has set them. */
const pageHead = z
  .object({
    title: z.string().describe("For search engines"),
    description: z.string().describe("For search engines"),
    social_title: z.string(),
    social_text: z.string(),
    canonical: z.string().describe("Where the text was published first, on another site"),
    is_noindex: z.literal(true).describe("Search engines are asked not to list it"),
  })
  .partial();
export type PageHead = z.infer<typeof pageHead>;

const seriesNeighbour = linkedArticle.nullable();

const pictureLines = z
  .object({
    image_caption: z.string().describe("The caption of the picture in the media library; omitted if empty"),
    image_credit: z.string().describe("Who made the picture, from the media library; omitted if empty"),
  })
  .partial();
export type PictureLines = z.infer<typeof pictureLines>;
/** An article in a newsletter, which may show its picture large. */
export type IssueArticle = ArticleSummary & PictureLines;

/** Optional fields for readers' pages: a backend need not return them. */
const pageExtras = {
  ...pageRecord.shape,
  ...pictureLines.shape,
  layout: shown.layout.optional().describe("Omitted for `news`"),
  picture_place: shown.picture_place.optional().describe("Omitted for `automatic`"),
  has_rest: z.boolean().describe("Whether `content` marks a part that the page's preview hides"),
  reading_minutes: z.int().positive().optional().describe("The reading time of the text; omitted without a text"),
  hero_url: z.string().describe("The picture above the text; empty if the text already starts with it"),
  card: sizedPicture
    .extend({ alt: z.string() })
    .describe("The picture for social cards, cropped around its focal point"),
  images: z.array(sizedPicture).describe("The picture in the aspect ratios required by search engines"),
  description: z.string().describe("The excerpt, or the start of the text"),
  head: pageHead
    .optional()
    .describe("Replaces title, excerpt and address for search engines and other sites; omitted if empty"),
  contents: z
    .array(z.object({ id: z.string(), text: z.string() }))
    .optional()
    .describe("The headings of a longer text, with their ids in `content`; omitted if there are fewer than three"),
  series: z
    .object({
      name: z.string(),
      slug: z.string(),
      part: z.int().positive(),
      total: z.int().positive(),
      previous: seriesNeighbour,
      next: seriesNeighbour,
    })
    .optional()
    .describe("Its place in a series, counting published articles only; omitted without a series"),
  topics: z
    .array(z.object({ name: z.string(), slug: z.string() }))
    .optional()
    .describe("The topics that `tags` names, with their addresses; none for the labels of an article without topics"),
};

/** An article for readers: `content` is the page's HTML, not the editable one. */
export const articlePage = articleDetail.omit(pageMask).extend({ authors: z.array(pageAuthor), ...pageExtras });
export type ArticlePage = z.infer<typeof articlePage>;

/** `GET articles/{id}/`: readers get all fields of a page, editors the stored content without them. */
export const articleResponse = articleDetail
  .extend({
    content: z.string().describe("The page's HTML for readers, the stored HTML for signed-in users"),
    authors: z.array(pageAuthor.partial({ has_page: true })),
    ...pageFields.partial().shape,
    ...z.object(pageExtras).partial().shape,
  })
  .meta({ id: "Article" });
export type ArticleResponse = z.infer<typeof articleResponse>;

export const articleList = z.array(articleSummary);

export const picksList = z.array(
  articleSummary.extend({
    is_choice: z
      .literal(true)
      .optional()
      .describe(
        "With `home`, if the home page shows each story only once: whether the article appears only in the editor's choice",
      ),
  }),
);

/** An article in the list of all articles; the fields after the summary are for editors only. */
export const listedArticle = articleSummary
  .extend({
    views: z.int().optional(),
    last_edited: z.iso.datetime().optional(),
    last_edited_by: z.string().nullable().optional().describe("The name of its last editor, if known"),
    publish_at: z.iso
      .datetime()
      .nullable()
      .optional()
      .describe("When its working copy becomes public, if a time was set"),
    has_changes: z.boolean().optional().describe("Whether a published article has unpublished changes"),
    story: storySchema.optional().describe("Where it is on its way to readers"),
    open_notes: z.int().optional().describe("The number of unresolved notes on it"),
    words: z.int().optional().describe("The length of its text, of a draft as edited"),
  })
  .meta({ id: "ListedArticle" });
export type ListedArticle = z.infer<typeof listedArticle>;

export const articleParams = z.object({ id: idText });
export const categoryListQuery = pageQuery;
/** The page, plus the filters and sort order of the editors' list, parsed by `articleListFilter` for editors only. */
export const articleListQuery = pageQuery.extend(articleListParameters);

const tag = text({ name: "A tag", min: 1, max: 60 });

/** A list as text: JSON if an entry has a comma, otherwise separated by commas. */
function listIn(typed: string): unknown[] {
  try {
    const list: unknown = typed.trimStart().startsWith("[") ? JSON.parse(typed) : undefined;
    if (Array.isArray(list)) return list;
  } catch {
    // Text that only starts like JSON.
  }
  return typed.split(",").filter((part) => part.trim() !== "");
}
const listText = z.string().transform(listIn);

const tags = z
  .union([listText.pipe(z.array(z.string())), z.array(z.string())], {
    error: "Tags must be a list of strings, or one string with commas.",
  })
  .pipe(z.array(tag).max(MAX_TAGS, { error: TOO_MANY_TAGS }))
  .transform((list) => [...new Map(list.map((name) => [nameKey(name), name])).values()]);

const source = text({ name: "A source", min: 1, max: MAX_SOURCE_LENGTH });
/** Sources as a list, or one per line. */
const sources = z
  .union(
    [z.string().transform((lines) => lines.split("\n").filter((line) => line.trim() !== "")), z.array(z.string())],
    {
      error: "Sources must be a list of strings, or one string with one source per line.",
    },
  )
  .pipe(z.array(source).max(MAX_SOURCES, { error: `There may be at most ${MAX_SOURCES} sources.` }));

const MAX_AUTHORS = 20;
const authorName = text({ name: "An author's name", min: 1, max: 100 });
const authorId = idNumber("An author's id must be a positive whole number.");

const authorList = z.array(
  z.union([
    authorName,
    authorId,
    z.object({ id: authorId }).transform(({ id }) => id),
    z.object({ name: authorName }).transform(({ name }) => name),
  ]),
);
/** Authors by name, by id, or as the article returns them; as a list, its JSON, or names separated by commas. */
const authors = z
  .union([listText.pipe(authorList), authorList], { error: "Authors must be a list of names or ids." })
  .pipe(
    z
      .array(z.union([authorName, authorId]))
      .max(MAX_AUTHORS, { error: `There may be at most ${MAX_AUTHORS} authors.` }),
  );

/** The first author's name; an author object is ignored, as `authors` includes it. */
const author = z.union([
  text({ name: "Author", max: 100 }),
  z.record(z.string(), z.unknown()).transform(() => undefined),
]);

const articleFields = {
  ...given,
  category: text({ name: "Category", min: 1, max: 100 }),
  content: htmlText("Content"),
  image_url: z
    .union([given.image_url, z.file()], {
      error: "Image URL must be an http or https address, a path of this site, or a file.",
    })
    .describe("An address or, in a form, a file"),
  authors: authors.describe("Names or ids; an unknown name creates an author"),
  author: author.describe("The name of the only author, if authors is omitted"),
  author_name: text({ name: "Author", max: 100 }).describe("The same as author"),
  tags,
  sources: sources.describe("The newsroom's sources, which readers never see"),
  language: given.language.describe("A BCP 47 tag, such as ar; empty or null for the site's language"),
  slug: given.slug.describe("The readable part of its address; empty to follow the title"),
  published_date: publishedDate.describe("ISO 8601; in the future to schedule"),
};
const NO_OBJECT = "The body must be a JSON object or a form.";

/** `PUT articles/{id}/`: omitted fields keep their value; read-only ones are ignored. The same for JSON and multipart. */
export const articleChange = z.object(articleFields, { error: NO_OBJECT }).partial();

/** Length of the reason of a change, in code points. */
const MAX_REASON_LENGTH = 500;
export const changeNoteFields = {
  change_note: text({ name: "The reason", max: MAX_REASON_LENGTH })
    .optional()
    .describe("The reason for the change; public in the article's record of changes"),
  is_minor: flag("Typo fix").optional().describe("Whether the change is only a typo fix"),
};
/** A dated correction of an article, and its position on the page. */
export const correctionFields = {
  text: text({ name: "The correction", min: 1, max: MAX_CORRECTION_LENGTH }),
  position: z.enum(["top", "bottom"], { error: "Position must be top or bottom." }),
};
export type CorrectionPosition = z.infer<typeof correctionFields.position>;
/** A correction as an editor submits it, without a date. */
export type GivenCorrection = { text: string; position: CorrectionPosition };

export const articleUpdate = articleChange.extend({
  ...changeNoteFields,
  correction: correctionFields.text.optional().describe("A correction stored together with the change"),
  correction_position: correctionFields.position.optional().describe("The position in the article; top by default"),
});
export type ArticleBody = z.infer<typeof articleChange>;
export type ArticleInput = z.input<typeof articleChange>;

/** `POST articles/`: title and category are required; a new article is a draft. */
export const articleBody = articleChange.extend({ title: articleFields.title, category: articleFields.category });

/** Readers' lists have at most 50 items; a page may request fewer. */
export const readerListQuery = z.object({ limit: wholeNumber("Limit", 1, 50, 50) });

export const homeListQuery = readerListQuery.extend({
  home: flag("Home")
    .optional()
    .describe(
      "As shown on the home page: only as many stories as fit, without repeats if the newsroom has enabled that",
    ),
});
export type HomeListQuery = z.infer<typeof homeListQuery>;

const MAX_BULK = 500;
const BULK_IDS = `Ids must be a list of 1 to ${MAX_BULK} article ids.`;

/** What `POST articles/bulk/` changes. Tags are added and removed individually. */
export const bulkChange = z
  .object(
    {
      category: articleFields.category,
      status: given.status,
      is_featured: given.is_featured,
      is_editors_pick: given.is_editors_pick,
      is_auto_update: given.is_auto_update,
      is_breaking: given.is_breaking,
      is_noindex: given.is_noindex,
      authors: authors.describe("Names or ids; an empty list removes all authors"),
      tags_add: tags,
      tags_remove: tags,
      trash: z.boolean({ error: "Trash must be true or false." }),
    },
    { error: "Change must be an object." },
  )
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "Change must name at least one field that can be changed.",
  })
  .refine(({ trash, ...rest }) => trash !== false || Object.values(rest).every((value) => value === undefined), {
    error: "Articles are restored from the trash without other changes.",
  });
export type BulkChange = z.infer<typeof bulkChange>;

export const bulkBody = z.object(
  {
    ids: z
      .array(idNumber(BULK_IDS), { error: BULK_IDS })
      .min(1, { error: BULK_IDS })
      .max(MAX_BULK, { error: BULK_IDS })
      .transform((ids) => [...new Set(ids)]),
    change: bulkChange,
  },
  { error: NO_OBJECT },
);

export const bulkResult = z
  .object({
    changed: z.array(z.int()),
    failed: z.array(z.object({ id: z.int(), detail: z.string().describe("The reason it was not changed") })),
  })
  .meta({ id: "BulkAnswer" });
export type BulkResult = z.infer<typeof bulkResult>;
