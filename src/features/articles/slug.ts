import { isSlug, slugify } from "#shared/slug.ts";
import { beginningOf } from "#shared/text.ts";
import { FIELDS } from "./fields.ts";

export const BAD_SLUG =
  "An address must contain at least one letter, and only lower-case letters, digits and single hyphens between them.";

/** The page of an article's changes has the address that such a slug would have. */
const RESERVED = new Set(["changes"]);

/** The slug that a title makes, cut after a word. */
export function articleSlug(title: string): string {
  const slug = slugify(title, "article");
  const { max } = FIELDS.slug;
  const end = slug.length > max ? slug.lastIndexOf("-", max) : -1;
  const cut = slugify(end > 0 ? slug.slice(0, end) : beginningOf(slug, max), "article");
  return RESERVED.has(cut) ? `article-${cut}` : cut;
}

export const isArticleSlug = (text: string): boolean =>
  isSlug(text) && text.length <= FIELDS.slug.max && !RESERVED.has(text);

/** What an editor typed as a slug, made one; empty for nothing. */
export const typedSlug = (typed: string): string => (typed.trim() === "" ? "" : articleSlug(typed));

type Titled = { title: string; slug: string };

/** An article's slug as readers and clients get it: the editor's, else that of its title. */
export const shownSlug = ({ title, slug }: Titled): string => slug || articleSlug(title);

/**
 * The slug to store: empty if it is the title's. Clients send back the whole article, so the slug of the title before the
 * change is no choice of theirs either.
 */
export function slugToStore(given: string, { before, after }: { before?: Titled; after: { title: string } }): string {
  const wasAutomatic = before?.slug === "" && given === articleSlug(before.title);
  return wasAutomatic || given === articleSlug(after.title) ? "" : given;
}
