import {
  type ColumnsOf,
  toColumns as columnsOf,
  emptyValues,
  type Fields,
  mapFields as mapEach,
  namesOf,
  type ValuesOf,
} from "#shared/fields/fields.ts";

/**
 * The plain fields of an article: set by an editor, stored and returned unchanged. The row, the API, the form, version
 * comparisons and full text derive from this table (decision 23). The slug is empty while it follows the title.
 */
export const FIELDS = {
  title: { kind: "text", name: "Title", label: "Title", min: 1, max: 300, search: "title" },
  excerpt: { kind: "text", name: "Excerpt", label: "Excerpt", max: 2000, search: "excerpt" },
  slug: { kind: "slug", name: "Slug", label: "Address", max: 80 },
  image_url: { kind: "picture", name: "Image URL", label: "Image" },
  image_alt: { kind: "text", name: "Image description", label: "Image description", max: 500 },
  language: { kind: "language", name: "Language", label: "Language" },
  genre: {
    kind: "choice",
    name: "Genre",
    label: "Genre",
    values: ["news", "opinion", "analysis", "review", "explainer", "sponsored"],
    initial: "news",
  },
  layout: {
    kind: "choice",
    name: "Layout",
    label: "Layout",
    values: ["news", "long_read", "photo_essay", "live"],
    initial: "news",
  },
  picture_place: {
    kind: "choice",
    name: "Place of the picture",
    label: "Place of the picture",
    values: ["automatic", "beside", "above", "wide", "none"],
    initial: "automatic",
  },
  seo_title: { kind: "text", name: "Search title", label: "Search title", max: 200 },
  seo_description: { kind: "text", name: "Search description", label: "Search description", max: 500 },
  social_title: { kind: "text", name: "Social title", label: "Social title", max: 200 },
  social_text: { kind: "text", name: "Social text", label: "Social text", max: 500 },
  social_image: { kind: "library", name: "Social picture", label: "Social picture" },
  canonical_url: { kind: "original", name: "Canonical address", label: "Original address" },
  // Scheduled is not a status: it is `published` with a future date. Readers see neither `ready` nor `draft`.
  status: {
    kind: "choice",
    name: "Status",
    label: "Status",
    values: ["published", "ready", "draft"],
    initial: "draft",
  },
  is_auto_update: {
    kind: "flag",
    name: "Automatic update",
    label: "Enable automatic content updates",
    hint: "The article updates automatically when new content is available from the author.",
  },
  is_featured: {
    kind: "flag",
    name: "Featured",
    label: "Featured Article",
    hint: "The article is highlighted on the homepage.",
  },
  is_editors_pick: {
    kind: "flag",
    name: "Editor's pick",
    label: "Editor's Pick",
    hint: "The article is shown in the Editor's Picks section.",
  },
  is_breaking: {
    kind: "flag",
    name: "Breaking",
    label: "Breaking news",
    hint: "Readers see that the article is breaking news.",
  },
  is_noindex: {
    kind: "flag",
    name: "Hidden from search engines",
    label: "Hide from search engines",
    hint: "Search engines are asked not to list the article. Readers and feeds still get it.",
  },
} as const satisfies Fields;

type ArticleFields = typeof FIELDS;
export type FieldName = keyof ArticleFields;
/** The plain fields as commands, the API and the form have them. */
export type FieldValues = ValuesOf<ArticleFields>;
/** The plain fields as stored in the table. */
export type FieldColumns = ColumnsOf<ArticleFields>;

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];
/** What search engines and other sites read in the head of the article's page. */
export const HEAD_NAMES = [
  ...(["seo_title", "seo_description", "social_title", "social_text", "social_image"] as const),
  ...(["canonical_url", "is_noindex"] as const),
] as const satisfies FieldName[];
/** Fields that only the article's own page shows to readers: lists do not read them. */
export const PAGE_NAMES = [...HEAD_NAMES, "layout", "picture_place"] as const satisfies FieldName[];
export type PageName = (typeof PAGE_NAMES)[number];
type ListName = Exclude<FieldName, PageName>;
export const LIST_NAMES = FIELD_NAMES.filter((name): name is ListName => !PAGE_NAMES.some((other) => other === name));
export type ListColumns = Pick<FieldColumns, ListName>;
export const FLAG_NAMES = namesOf(FIELDS, "flag");
/** The flags that lists have too. */
export const LIST_FLAGS = FLAG_NAMES.filter((name) => name !== "is_noindex");
export const TEXT_NAMES = namesOf(FIELDS, "text");

export const mapFields = <Result>(
  make: <Name extends FieldName>(name: Name, field: ArticleFields[Name]) => unknown,
): Result => mapEach<ArticleFields, Result>(FIELDS, make);

export const pickFields = <From extends { [Name in FieldName]?: unknown }>(from: From) =>
  mapFields<{ [Name in FieldName]: From[Name] }>((name) => from[name]);

/** The fields of the article's own page alone. */
export const pickPage = <From extends Record<PageName, unknown>>(from: From) =>
  Object.fromEntries(PAGE_NAMES.map((name) => [name, from[name]])) as Pick<From, PageName>;

export const NEW_FIELDS: FieldValues = emptyValues(FIELDS);

const fromColumn = (row: Partial<FieldColumns>, name: FieldName) =>
  FIELDS[name].kind === "flag" ? row[name] === 1 : row[name];

/** The fields of the article's own page, where a backend returns them. */
export const completePage = (given: { [Name in PageName]?: FieldValues[Name] | undefined }) =>
  Object.fromEntries(PAGE_NAMES.map((name) => [name, given[name] ?? NEW_FIELDS[name]])) as Pick<FieldValues, PageName>;

export const fromColumns = (row: FieldColumns): FieldValues => mapFields((name) => fromColumn(row, name));

/** The fields of lists, from a row that may have only these. */
export const fromListColumns = (row: ListColumns) =>
  Object.fromEntries(LIST_NAMES.map((name) => [name, fromColumn(row, name)])) as Pick<FieldValues, ListName>;

/** The columns of plain fields. Throws for an unknown choice, which the table does not check. */
export const toColumns = (values: FieldValues): FieldColumns => columnsOf(FIELDS, values);
