import { fingerprint } from "#shared/fingerprint.ts";

/** The kinds of authors: those who can log in, and those who can't. */
export const AUTHOR_KINDS = ["account", "guest"] as const;

export const STALE_AUTHOR = "This author has changed since you opened the form.";
export const SAME_AUTHOR = "An author cannot be merged into the same author.";
export const OWN_PROFILE = "This author has an account and changes their own profile. You can change only the slug.";
export const HAS_ACCOUNT = "This author has an account. Remove it under People first.";

export const authorInUse = (count: number): string =>
  `This author has ${count} ${count === 1 ? "article" : "articles"}, including drafts and the trash. Merge it into another author instead.`;

type Content = {
  name: string;
  slug: string;
  bio: string;
  image_url: string;
  links: readonly { label: string; url: string }[];
};

/** The version an edit is based on; the count of articles is not part of it. */
export const authorVersion = ({ name, slug, bio, image_url, links }: Content): string =>
  fingerprint([name, slug, bio, image_url, ...links.flatMap(({ label, url }) => [label, url])]);
