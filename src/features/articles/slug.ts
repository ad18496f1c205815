import { isSlug, slugIn, slugify } from "#shared/slug.ts";
import { beginningOf } from "#shared/text.ts";
import { FIELDS } from "./fields.ts";

export const BAD_SLUG =
  "An address must contain at least one letter, and only lower-case letters, digits and single hyphens between them.";

/** The page of an article's changes has the address that such a slug would have. */
const RESERVED = new Set(["changes"]);

/** The slug of a title whose article has none stored, cut after a word. */
export const articleSlug = (title: string): string => shortened(slugify(title, "article"));

/** The slug that a new title makes in the language of its article. */
export const newSlug = ({ title, language = "" }: { title: string; language?: string | undefined }): string =>
  shortened(slugIn(language, title, "article"));

function shortened(slug: string): string {
  const { max } = FIELDS.slug;
  const end = slug.length > max ? slug.lastIndexOf("-", max) : -1;
  const cut = slugify(end > 0 ? slug.slice(0, end) : beginningOf(slug, max), "article");
  return RESERVED.has(cut) ? `article-${cut}` : cut;
}

export const isArticleSlug = (text: string): boolean =>
  isSlug(text) && text.length <= FIELDS.slug.max && !RESERVED.has(text);

/** What an editor typed as a slug, made one; empty for nothing. */
export const typedSlug = (typed: string): string => (typed.trim() === "" ? "" : newSlug({ title: typed }));

type Written = { title: string; language?: string | undefined };
type Titled = { title: string; slug: string };

/** An article's slug as readers and clients get it: the editor's, else that of its title. */
export const shownSlug = ({ title, slug }: Titled): string => slug || articleSlug(title);

/**
 * The slug to store: that of the title unless another one was chosen, empty where `articleSlug` is the same. Clients send
 * back the whole article, so the slug of the title before the change is no choice either. Without a new title or language
 * an article that has an address stays there.
 */
export function slugToStore(given: string, { before, after }: { before?: Titled & Written; after: Written }): string {
  const hadOwn = before && before.slug !== "" && before.slug !== newSlug(before);
  const wasAutomatic = before && !hadOwn && given === shownSlug(before);
  const made = newSlug(after);
  if (given !== "" && !wasAutomatic && given !== made && given !== articleSlug(after.title)) return given;
  if (before && !hadOwn && before.title === after.title && before.language === after.language) return before.slug;
  return made === articleSlug(after.title) ? "" : made;
}

/** The slug in a form: empty if it is the title's. */
export const chosenSlug = (article: Titled & Written): string =>
  article.slug === newSlug(article) ? "" : article.slug;
