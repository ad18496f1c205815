import { MAX_SLUG, slugIn } from "#shared/slug.ts";
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

export const TOPIC_FIELDS = {
  name: { kind: "text", name: "Name", label: "Name", min: 1, max: 60 },
  slug: { kind: "slug", name: "Slug", label: "Slug", max: MAX_SLUG },
  kind: { kind: "choice", name: "Kind", label: "Kind", values: TOPIC_KINDS, initial: "topic", labels: KIND_LABELS },
  description: {
    kind: "text",
    name: "Description",
    label: "Description",
    max: 1_000,
    hint: "Readers see it on the topic's page, and search engines show it below the title.",
  },
  image_url: { kind: "picture", name: "Picture", label: "Picture" },
  aliases: {
    kind: "list",
    name: "An alias",
    label: "Aliases",
    max: 60,
    hint: "Other names for the topic, such as a ticker or a former name, each followed by a comma.",
  },
} as const;
export type TopicFields = typeof TOPIC_FIELDS;

/** A topic that merges and new names gave more keeps them; an editor can add none. */
export const MAX_ALIASES = 30;
export const MANY_ALIASES = `There may be at most ${MAX_ALIASES} aliases.`;

/** Topics with fewer published articles are left out of sitemaps and search engines. */
export const MIN_INDEXED = 3;

export const NO_TOPIC = "Topic not found.";

/** The form in which names of topics are searched; `nameKey` is the one in which they are the same. */
export const topicSearchKey = (name: string): string => fold(name.trim());

export const topicSlug = (name: string): string => slugIn("", name, "topic");

/** A topic's name as a headline: names without capitals, such as those of tags, begin with one. */
export const topicHeadline = (name: string): string =>
  name === name.toLowerCase() ? name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : name;
