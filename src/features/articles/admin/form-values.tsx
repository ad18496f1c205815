import { blocksOf } from "#features/content/compare.ts";
import { blockKey } from "#features/content/keys.ts";
import { joinedBlocks, movableBlocks, withNotesInLine } from "#features/content/rules.ts";
import { bothVersions, contentIn, contentSides, markedWords } from "#features/documents/room/admin/content-sides.tsx";
import { titleOfCopy } from "#features/documents/room/admin/room-session.ts";
import type { VersionFields } from "#features/documents/room/admin/version-fields.ts";
import { shownText } from "#features/documents/rules.ts";
import { GENRE_LABELS } from "#shared/genres.ts";
import { joinList, readList, splitList } from "#ui/admin/chips-field.tsx";
import { isInstant } from "#ui/admin/date-values.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { FIELDS, type FieldValues, mapFields, NEW_FIELDS, pickFields } from "../fields.ts";
import { DEFAULT_AUTHOR, UNCATEGORIZED } from "../rules.ts";
import type { ArticleDetail, ArticleInput } from "../schema.ts";
import { firstPictureIn } from "../site/complete.ts";
import { chosenSlug } from "../slug.ts";
import { languageName } from "./article-fields.tsx";
import type { UpdateNoteInput } from "./calls.ts";

const plain = mapFields<VersionFields<FieldValues>>((name, { label }) => ({
  label,
  show: ({ [name]: value }: FieldValues) => (typeof value === "boolean" ? (value ? "On" : "Off") : value),
}));
const { title, excerpt, image_url, image_alt, ...others } = plain;

const movable = ({ content }: FormValues) => movableBlocks(content);

/** The words of a movable block, line by line. */
const wordsOf = (block: string): string =>
  blocksOf(contentIn(withNotesInLine(block)))
    .map(({ text }) => text)
    .join("\n") || "(no words)";

export const GENRE_WORDS = { news: "News", ...GENRE_LABELS } satisfies Record<FieldValues["genre"], string>;

export const LAYOUT_WORDS = {
  news: "News",
  long_read: "Long read",
  photo_essay: "Photo essay",
  live: "Live",
} satisfies Record<FieldValues["layout"], string>;

export const PLACE_WORDS = {
  automatic: "Default of the layout",
  beside: "Next to the title",
  above: "Above the text",
  wide: "Across the page",
  none: "Not on the page",
} satisfies Record<FieldValues["picture_place"], string>;

const STATUS_WORDS = { draft: "Draft", ready: "Ready", published: "Published" };

/** Labels and views of an article's fields in version comparisons. */
export const VERSION_FIELDS: VersionFields<FormValues> = {
  title,
  category: { label: "Category", show: ({ category }) => category },
  excerpt,
  content: {
    label: "Content",
    show: ({ content }) => content,
    blocks: {
      of(ownValues, otherValues) {
        const [mine, theirs] = [movable(ownValues), movable(otherValues)];
        return mine && theirs && { mine, theirs };
      },
      all: (values) => movable(values) ?? [],
      join: joinedBlocks,
      keyOf: blockKey,
      show: wordsOf,
      both: bothVersions,
      sides: (mine, theirs) => markedWords(wordsOf(mine), wordsOf(theirs)),
    },
    sides: (mine, theirs) => contentSides(mine.content, theirs.content),
  },
  image_url,
  image_alt,
  authors: { label: "Authors", show: ({ authors }) => authors },
  tags: { label: "Tags", show: ({ tags }) => tags },
  sources: { label: "Sources", show: ({ sources }) => sources },
  published_date: {
    label: "Publication date",
    show: ({ published_date }) =>
      published_date && (isInstant(published_date) ? exactTime(published_date) : published_date),
  },
  ...others,
  language: { ...plain.language, show: ({ language }) => languageName(language) },
  status: { ...plain.status, show: ({ status }) => STATUS_WORDS[status] },
  genre: { ...plain.genre, show: ({ genre }) => GENRE_WORDS[genre] },
  layout: { ...plain.layout, show: ({ layout }) => LAYOUT_WORDS[layout] },
  picture_place: { ...plain.picture_place, show: ({ picture_place }) => PLACE_WORDS[picture_place] },
  is_auto_update: { ...plain.is_auto_update, label: "Automatic content updates" },
};

/** The values of the article form. A picture file is stored separately. */
export type FormValues = FieldValues & {
  category: string;
  content: string;
  /** As typed (`splitList`). */
  tags: string;
  sources: string;
  authors: string;
  /** ISO 8601 in UTC, null for none, or the typed text if it is not a date. */
  published_date: string | null;
};

export const NEW_VALUES: FormValues = {
  ...NEW_FIELDS,
  category: "",
  content: "",
  tags: "",
  sources: "",
  authors: "",
  published_date: null,
};

const NAMES = Object.keys(NEW_VALUES) as (keyof FormValues)[];
const isList = (name: keyof FormValues): name is "tags" | "authors" => name === "tags" || name === "authors";
/** Fields that clients of this API have always sent for a new article, even if empty. */
const ALWAYS_SENT: ReadonlySet<keyof FormValues> = new Set(["title", "excerpt", "category", "content", "status"]);

export function valuesOf(article: ArticleDetail): FormValues {
  const { category, tags, sources = [], published_date } = article;
  const lists = { tags: joinList(tags), sources: sources.join("\n"), authors: joinList(namesOf(article)) };
  const slug = chosenSlug(article);
  return {
    ...pickFields(article),
    slug,
    category,
    content: shownText(article, article.content),
    ...lists,
    published_date,
  };
}

/** An author in a form: by account if there is one, as names are not unique. */
const idOrName = (author: string | ArticleDetail["authors"][number]) =>
  typeof author === "string" ? author : (author.id ?? author.name);

const namesOf = ({ authors }: ArticleDetail) =>
  authors.map(({ name }) => name).filter((name) => name !== DEFAULT_AUTHOR.name);

/** A list as text, separated by commas as clients of this API send it, or as JSON if an entry has a comma. */
const formList = (entries: readonly unknown[]): string =>
  entries.every((entry) => typeof entry === "string" && !/^\[|,/.test(entry))
    ? entries.join(", ")
    : JSON.stringify(entries);

export const splitLines = (typed: string): string[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/**
 * A new article as form data, with `image_url` only if a file was chosen. Fields added to the API later are sent only
 * if set.
 */
export function createForm(values: FormValues, file: File | null): FormData {
  const form = new FormData();
  for (const name of NAMES) {
    const value = values[name];
    const isSent = (value && value !== NEW_VALUES[name]) || typeof value === "boolean" || ALWAYS_SENT.has(name);
    if (isSent && name !== "image_url")
      form.append(name, String(isList(name) ? formList(splitList(values[name])) : value));
  }
  if (file) form.append("image_url", file);
  else if (values.image_url) form.append("image_url", values.image_url);
  return form;
}

/**
 * A draft with the text, picture, authors and tags of an article, without its placement, time, approval, notes and
 * corrections.
 */
export function copyForm(article: ArticleDetail): FormData {
  const { status, published_date, is_featured, is_editors_pick, is_breaking, is_auto_update, is_noindex } = NEW_VALUES;
  const title = titleOfCopy(article.title, FIELDS.title.max);
  const category = article.category.trim() || UNCATEGORIZED;
  const flags = { is_featured, is_editors_pick, is_breaking, is_auto_update, is_noindex };
  const form = createForm({ ...valuesOf(article), ...flags, title, slug: "", category, status, published_date }, null);
  const authors = article.authors.filter(({ name }) => name !== DEFAULT_AUTHOR.name);
  if (authors.length > 0) form.set("authors", formList(authors.map(idOrName)));
  return form;
}

/** An update with its note: the article object as JSON, or form data if a file is uploaded. */
export function changeBody(
  before: ArticleDetail,
  values: FormValues,
  file: File | null,
  note: UpdateNoteInput | null = null,
): ArticleInput | FormData {
  const tags = readList(values.tags, before.tags);
  const names = namesOf(before);
  const typed = readList(values.authors, names);
  // Unchanged authors are sent back as received, including the placeholder author.
  const authors = typed === names ? before.authors : typed;
  // So is an unchanged slug, which may be the title's.
  const slug = values.slug === valuesOf(before).slug ? before.slug : values.slug;
  if (!file) return { ...before, ...values, slug, tags, authors, sources: splitLines(values.sources), ...note };
  const form = new FormData();
  const lists = { tags: formList(tags), authors: formList(authors.map((author) => idOrName(author))) };
  for (const name of NAMES) {
    if (name === "slug") form.append(name, slug);
    else if (name !== "image_url") form.append(name, String(isList(name) ? lists[name] : (values[name] ?? "")));
  }
  for (const [name, value] of Object.entries(note ?? {})) form.append(name, String(value));
  form.append("image_url", file);
  return form;
}

/** Whether an article has a picture for lists and social cards: its own, or the first one of its text. */
export const hasPicture = ({
  values,
  file,
}: {
  values: Pick<FormValues, "image_url" | "content">;
  file: File | null;
}) => file !== null || values.image_url.trim() !== "" || firstPictureIn(values.content) !== "";
