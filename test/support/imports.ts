import { readText } from "#features/transfer/sources/files.ts";
import { type Item, NEW_TEXT, type Read, type Source, type TextItem } from "#features/transfer/sources/items.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A source whose file is what it yields, a line of JSON for each item, and whose other files are pictures: tests of what is the
 * same for all sources write their items themselves.
 */
export const testSource: Source = {
  kind: "ghost",
  label: "Test",
  recognises: async (files) => files.entries.some(({ path }) => isList(path)),
  async *read(files) {
    for (const entry of files.entries) {
      if (!isList(entry.path)) continue;
      for (const line of (await readText(entry, MAX_BYTES)).split("\n")) {
        if (line === "") continue;
        const read = JSON.parse(line) as Read;
        if ("title" in read && failures.delete(read.title)) throw new Error("The disk failed.");
        yield read;
      }
    }
  },
};

/** Titles at which reading fails once, as if the process had ended there. */
export const failures = new Set<string>();

const isList = (path: string) => path.endsWith(".jsonl");

export const SITE: Read = { kind: "site", address: "https://old.example", name: "The old site", language: "en" };

/** A published post of a former site. */
export const post = (key: string, fields: Partial<TextItem> = {}): TextItem => ({
  ...NEW_TEXT,
  kind: "post",
  key,
  title: `Post ${key}`,
  slug: `post-${key}`,
  html: `<p>The text of ${key}.</p>`,
  state: "published",
  publishedAt: Date.parse("2020-05-01T08:00:00Z"),
  addresses: [`https://old.example/post-${key}/`],
  ...fields,
});

export const page = (key: string, fields: Partial<TextItem> = {}): TextItem => ({
  ...post(key, { title: `Page ${key}`, slug: `page-${key}`, addresses: [`/page-${key}/`] }),
  kind: "page",
  ...fields,
});

export const author = (key: string, name: string): Item => ({
  kind: "author",
  key,
  name,
  slug: "",
  bio: "Writes.",
  picture: "",
});

export const topic = (key: string, name: string): Item => ({
  kind: "topic",
  key,
  name,
  slug: key,
  description: "",
  picture: "",
  addresses: [`/tag/${key}/`],
});

export const subscriber = (email: string, state: "subscribed" | "unsubscribed" | "pending" = "subscribed"): Item => ({
  kind: "subscriber",
  key: email,
  email,
  name: "",
  state,
  since: null,
});

/** The file of a source that yields these. */
export const fileOf = (reads: readonly Read[]): Buffer =>
  Buffer.from(reads.map((read) => `${JSON.stringify(read)}\n`).join(""));
