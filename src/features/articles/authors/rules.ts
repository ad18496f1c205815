import { PROFILE_FIELDS } from "#features/identity/accounts/rules.ts";
import { type ValuesOf, versionOf } from "#shared/fields/fields.ts";
import { MAX_SLUG } from "#shared/slug.ts";

/** The kinds of authors: those who can log in, and those who can't. */
export const AUTHOR_KINDS = ["account", "guest"] as const;

export const STALE_AUTHOR = "This author has changed since you opened the form.";
export const SAME_AUTHOR = "An author cannot be merged into the same author.";
export const OWN_PROFILE = "This author has an account and changes their own profile. You can change only the slug.";
export const HAS_ACCOUNT = "This author has an account. Remove it under People first.";

export const authorInUse = (count: number): string =>
  `This author has ${count} ${count === 1 ? "article" : "articles"}, including drafts and the trash. Merge it into another author instead.`;

const { name, ...profile } = PROFILE_FIELDS;
export const AUTHOR_FIELDS = {
  name,
  slug: { kind: "slug", name: "Slug", label: "Slug", max: MAX_SLUG },
  ...profile,
} as const;
export type AuthorFields = typeof AUTHOR_FIELDS;

/** The version an edit is based on; the count of articles is not part of it. */
export const authorVersion = (author: ValuesOf<AuthorFields>): string => versionOf(AUTHOR_FIELDS, author);
