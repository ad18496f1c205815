import { fingerprint } from "#shared/fingerprint.ts";
import { slugIn } from "#shared/slug.ts";
import { fold } from "#shared/text.ts";

export const TOPIC_KINDS = ["topic", "coin", "person", "company"] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** The kinds in words, on pages and in the admin area. */
export const KIND_LABELS = {
  topic: "Topic",
  coin: "Coin",
  person: "Person",
  company: "Company",
} as const satisfies Record<TopicKind, string>;

/** Lengths in code points. */
export const MAX_TOPIC_NAME = 60;
export const MAX_TOPIC_DESCRIPTION = 1_000;
/** A topic that merges and new names gave more keeps them; an editor can add none. */
export const MAX_ALIASES = 30;
export const MANY_ALIASES = `There may be at most ${MAX_ALIASES} aliases.`;

/** Topics with fewer published articles are left out of sitemaps and search engines. */
export const MIN_INDEXED = 3;

export const NO_TOPIC = "Topic not found.";
export const STALE_TOPIC = "This topic has changed since you opened it.";
export const SAME_TOPIC = "A topic cannot be merged into itself.";
export const takenName = (name: string): string => `“${name}” already names another topic. Merge the two instead.`;

/** The form in which names of topics are searched; `nameKey` is the one in which they are the same. */
export const topicSearchKey = (name: string): string => fold(name.trim());

export const topicSlug = (name: string): string => slugIn("", name, "topic");

type Content = {
  name: string;
  slug: string;
  kind: TopicKind;
  aliases: readonly string[];
  description: string;
  image_url: string;
};

/** A topic's name as a headline: names without capitals, such as those of tags, begin with one. */
export const topicHeadline = (name: string): string =>
  name === name.toLowerCase() ? name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : name;

/** The version an edit is based on; the count of articles is not part of it. */
export const topicVersion = ({ name, slug, kind, aliases, description, image_url }: Content): string =>
  fingerprint([name, slug, kind, description, image_url, ...aliases]);
