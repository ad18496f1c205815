import { setImmediate as macrotask } from "node:timers/promises";
import { z } from "zod";
import { FIELDS } from "#features/articles/fields.ts";
import { TOPIC_KINDS } from "#features/topics/rules.ts";
import { peek, readText } from "../files.ts";
import { NEW_TEXT, type Read, type Source, type SourceEntry, SourceError, type SourceFiles } from "../items.ts";

const PUBLICATION = "publication.json";
const MAX_PUBLICATION_BYTES = 1024 * 1024;
/** Longer than any document with its fields. */
const MAX_LINE_CHARS = 8 * 1024 * 1024;
const VERSION = 1;

const text = z.string().catch("");
const flag = z.boolean().catch(false);
const names = z.array(z.string()).catch([]);
const about = z.object({
  format: z.literal("jarida"),
  version: z.number(),
  publication: z.object({ url: text, name: text, language: text }),
});
const ids = z.array(z.number()).catch([]);
const named = z.object({
  ...{ name: z.string(), slug: text, description: text, image_url: text, former_addresses: names },
  ...{ kind: z.enum(TOPIC_KINDS).catch("topic"), aliases: names, article_ids: ids, is_shown_empty: flag },
  ...{ editor: text, accent: text },
});
const links = z.array(z.object({ label: z.string(), url: z.string() })).catch([]);
const author = z.object({ id: z.number(), name: z.string(), slug: text, bio: text, image_url: text, links });
const picture = z.object({
  ...{ url: z.string(), file: z.string(), alt: text, caption: text, credit: text, licence: text, tags: names },
  focal_x: z.number().catch(0.5),
  focal_y: z.number().catch(0.5),
});
const issue = z.object({
  ...{ id: z.number(), subject: text, preview: text, introduction: text, body: text, article_ids: ids },
  ...{ state: text, is_digest: flag, sent: text.nullable() },
});
const template = z.object({ name: z.string() });
const adSpace = z.object({ name: z.string() }).catch({ name: "" });
const setting = z.object({ key: z.string() });
const document = z.object({
  ...{ id: z.number(), title: z.string(), slug: text, excerpt: text, content: text, is_public: flag },
  ...{ published_date: z.string().nullable().catch(null), last_updated: z.string().nullable().catch(null) },
  ...{ address: text, former_addresses: names, category: text, tags: names, language: text },
  genre: z.enum(FIELDS.genre.values).catch("news"),
  layout: z.enum(FIELDS.layout.values).catch("news"),
  picture_place: z.enum(FIELDS.picture_place.values).catch("automatic"),
  author_id: z.number().nullable().catch(null),
  co_authors: z.array(z.object({ id: z.number() })).catch([]),
  ...{ image_url: text, image_alt: text, seo_title: text, seo_description: text, canonical_url: text },
  ...{ social_title: text, social_text: text, social_image: text },
  ...{
    is_featured: flag,
    is_noindex: flag,
    is_breaking: flag,
    is_editors_pick: flag,
    is_auto_update: flag,
    in_menu: flag,
  },
  sources: names,
  unpublished_changes: z.record(z.string(), z.unknown()).nullable().catch(null),
});
const redirect = z.object({ from: z.string(), to: text, code: z.number() });
const subscriber = z.object({ email: z.string(), name: text, status: text, subscribed: text });
const SUBSCRIBER_STATES = new Map([
  ["active", "subscribed"],
  ["pending", "pending"],
] as const);

/** Another publication's export as JSON Lines (`exports/formats/jsonl.ts`). */
export const jaridaSource: Source = {
  kind: "jarida",
  label: "Jarida",
  async recognises(files) {
    const entry = files.find(PUBLICATION);
    return entry !== undefined && /"format":\s?"jarida"/.test(await peek(entry));
  },
  async *read(files) {
    const entry = files.find(PUBLICATION);
    const parsed = about.safeParse(jsonOf(entry ? await readText(entry, MAX_PUBLICATION_BYTES) : ""));
    if (!parsed.success) throw new SourceError("It has no publication.json of an export.");
    const { publication, version } = parsed.data;
    if (version > VERSION) throw new SourceError("A newer version of Jarida made this export. Update, then import it.");
    yield { kind: "site", address: publication.url, name: publication.name, language: publication.language };
    for (const [name, toItems] of Object.entries(READERS)) yield* readLines(files, name, toItems);
    for (const [name, message] of Object.entries(LEFT_OUT))
      if ((files.find(`${name}.jsonl`)?.size ?? 0) > 0)
        yield { kind: "finding", level: "info", item: `${name}.jsonl`, message };
  },
};

/** Files that no import can bring back. */
const LEFT_OUT = {
  versions:
    "Earlier versions are not imported: each document begins with the version that the export has. Store the zip.",
  record: "The public record begins with the import: its entries say “recorded”, as nobody can check older ones here.",
};

const leftOut = (item: string, message: string): Read => ({ kind: "finding", level: "warning", item, message });

type ToItems = (line: unknown) => Read | Read[] | null;
const postKey = (id: number): string => `post:${id}`;
const ARTICLES_IN_ISSUES = / data-article="(\d{1,10})"/g;

/** What the lines of each file become; null for a line that is not understood. */
const READERS: Record<string, ToItems> = {
  authors: (line) => {
    const { data } = author.safeParse(line);
    if (!data) return null;
    const { id, name, slug, bio, image_url, links } = data;
    const addresses = slug ? [`/authors/${slug}`] : [];
    return { kind: "author", key: `author:${id}`, name, slug, bio, picture: image_url, links, addresses };
  },
  categories: (line) => topicOf("category", line),
  topics: (line) => topicOf("topic", line),
  pictures: (line) => {
    const { data } = picture.safeParse(line);
    if (!data) return null;
    const { url, file, alt, caption, credit, licence, tags } = data;
    const focus = { x: data.focal_x, y: data.focal_y };
    const item = {
      kind: "picture",
      key: url,
      addresses: [url],
      path: file,
      alt,
      caption,
      credit,
      licence,
      focus,
    } as const;
    return tags.length === 0 ? item : [item, leftOut(file, `Its tags are left out: ${tags.join(", ")}.`)];
  },
  articles: (line) => textOf("post", line),
  pages: (line) => textOf("page", line),
  redirects: (line) => {
    const { data } = redirect.safeParse(line);
    return data ? { kind: "redirect", key: data.from, ...data } : null;
  },
  series: (line) => {
    const { data } = named.extend({ id: z.number() }).safeParse(line);
    if (!data) return null;
    const { id, name, slug, description, image_url } = data;
    const addresses = [`/series/${slug}`, ...data.former_addresses];
    const posts = data.article_ids.map(postKey);
    return { kind: "series", key: `series:${id}`, name, slug, description, picture: image_url, posts, addresses };
  },
  issues: (line) => {
    const { data } = issue.safeParse(line);
    if (!data) return null;
    const { id, subject, preview, introduction, state } = data;
    const html = data.body.replace(ARTICLES_IN_ISSUES, (_, n) => ` data-article="${postKey(Number(n))}"`);
    const posts = data.article_ids.map(postKey);
    const item = { kind: "issue", key: `issue:${id}`, subject, preview, introduction, html, posts } as const;
    const was = state === "draft" ? "" : state === "sent" ? "It was sent" : "It was waiting to be sent";
    return was === "" ? item : [item, leftOut(subject, `${was}, and is a draft here. Nothing is sent.`)];
  },
  templates: (line) => {
    const { data } = template.safeParse(line);
    return data ? leftOut(data.name, "This template is left out. Save it again from a document.") : null;
  },
  ads: (line) => {
    const { name } = adSpace.parse(line);
    return leftOut(name || "An ad space", "This ad space is left out. Add it again in Settings.");
  },
  settings: (line) => {
    const { data } = setting.safeParse(line);
    return data
      ? leftOut(data.key, "These settings are left out, as this site has its own. Check them in Settings.")
      : null;
  },
  subscribers: (line) => {
    const { data } = subscriber.safeParse(line);
    if (!data) return null;
    const { email, name, status, subscribed } = data;
    const state = SUBSCRIBER_STATES.get(status as "active") ?? "unsubscribed";
    return { kind: "subscriber", key: email, email, name, state, since: timeOf(subscribed) };
  },
};

function topicOf(kind: "category" | "topic", line: unknown): ReturnType<ToItems> {
  const { data } = named.safeParse(line);
  if (!data) return null;
  const { name, slug, description, image_url } = data;
  const path = kind === "category" ? `/category/${slug}` : `/topics/${slug}`;
  const addresses = [path, ...data.former_addresses];
  const about = {
    name,
    slug,
    description,
    picture: image_url,
    type: data.kind,
    aliases: data.aliases,
    editor: data.editor,
    accent: data.accent,
  };
  const item: Read = { kind: "topic", key: `${kind}:${name}`, ...about, addresses };
  return data.is_shown_empty
    ? [item, leftOut(name, "It was shown without articles. Set this again if you need it.")]
    : item;
}

function textOf(kind: "post" | "page", line: unknown): Read | null {
  const stored = document.safeParse(line).data;
  if (!stored) return null;
  const { unpublished_changes: changes } = stored;
  // A draft is what its unpublished changes say.
  const data = changes && !stored.is_public ? (document.safeParse({ ...stored, ...changes }).data ?? stored) : stored;
  const section = data.category === "" ? "" : `category:${data.category}`;
  const authors = [data.author_id, ...data.co_authors.map(({ id }) => id)].filter((id) => id !== null);
  return {
    ...NEW_TEXT,
    ...{ kind, key: `${kind}:${data.id}`, title: data.title || stored.title, slug: data.slug, excerpt: data.excerpt },
    html: data.content,
    state: stored.is_public ? "published" : "draft",
    publishedAt: timeOf(stored.published_date),
    updatedAt: timeOf(stored.last_updated),
    addresses: [stored.address, ...stored.former_addresses].filter(Boolean),
    feedId: stored.address,
    authors: authors.map((id) => `author:${id}`),
    topics: [...(section ? [section] : []), ...data.tags.map((name) => `topic:${name}`)],
    section,
    picture: { address: data.image_url, alt: data.image_alt, caption: "" },
    ...{ seoTitle: data.seo_title, seoDescription: data.seo_description, socialTitle: data.social_title },
    ...{ socialText: data.social_text, socialPicture: data.social_image, canonicalUrl: data.canonical_url },
    ...{ language: data.language, isFeatured: data.is_featured, isNoindex: data.is_noindex },
    own: {
      ...{ genre: data.genre, isBreaking: data.is_breaking, isEditorsPick: data.is_editors_pick },
      layout: data.layout,
      picturePlace: data.picture_place,
      ...{ isAutoUpdate: data.is_auto_update, sources: data.sources, isInMenu: data.in_menu },
    },
    findings:
      changes !== null && stored.is_public
        ? [{ level: "warning", message: "Its unpublished changes are left out." }]
        : [],
  };
}

const timeOf = (date: string | null): number | null => {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? null : time;
};

async function* readLines(files: SourceFiles, name: string, toItems: ToItems): AsyncGenerator<Read> {
  const entry = files.find(`${name}.jsonl`);
  if (!entry) return;
  let n = 0;
  for await (const line of linesOf(entry)) {
    n += 1;
    const items = toItems(jsonOf(line));
    if (items === null)
      yield { kind: "finding", level: "error", item: `${entry.path}, line ${n}`, message: "It is damaged." };
    else yield* Array.isArray(items) ? items : [items];
    await macrotask();
  }
}

/** Throws SourceError for a line that is too long, and for a damaged zip. */
async function* linesOf(entry: SourceEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for await (const chunk of await entry.open()) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > MAX_LINE_CHARS) throw new SourceError(`A line of ${entry.path} is too long.`);
      yield* lines.filter((line) => line !== "");
    }
  } catch (cause) {
    throw cause instanceof SourceError ? cause : new SourceError(`${entry.path} is damaged.`, { cause });
  }
  if (rest !== "") yield rest;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
