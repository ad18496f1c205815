import { fingerprint } from "#shared/fingerprint.ts";
import { beginningOf } from "#shared/text.ts";
import { fileCard } from "../blocks.ts";
import { peek, readText, type SourceEntry, type SourceFiles } from "../files.ts";
import type { TextFinding } from "../html.ts";
import {
  type AuthorItem,
  NEW_TEXT,
  type Read,
  type Source,
  SourceError,
  type TextItem,
  type TopicItem,
} from "../items.ts";
import { feedBody } from "./body.ts";
import { decodeFeed } from "./decode.ts";
import type { FeedEntry } from "./entries.ts";
import { ADDRESSES_FILE } from "./fetch.ts";
import { openFeed } from "./reader.ts";
import { plainText } from "./text.ts";

const MAX_BYTES = 50 * 1024 * 1024;

const XML_FEED = /<(?:[a-z]{1,20}:)?(?:rss|feed|rdf)[\s>]/i;
const JSON_FEED = /jsonfeed\.org\\?\/version/i;
/** Exports of WordPress are RSS as well, with more than a feed has. */
const WORDPRESS = /wordpress\.org\/export\//i;

const isFeed = (start: string): boolean => (XML_FEED.test(start) && !WORDPRESS.test(start)) || JSON_FEED.test(start);

async function feedFiles(files: SourceFiles): Promise<SourceEntry[]> {
  const found: SourceEntry[] = [];
  for (const entry of files.entries) {
    if (/\.(?:xml|rss|atom|rdf|json|feed)$/i.test(entry.path) && isFeed(await peek(entry))) found.push(entry);
    if (found.length > 10_000) break;
  }
  return found;
}

/** RSS, RDF, Atom and JSON Feed, as files or as fetched by `fetchFeed`. */
export const feedSource: Source = {
  kind: "feed",
  label: "Feed (RSS, Atom or JSON)",
  recognises: async (files) => (await feedFiles(files)).length > 0 && files.entries.length < 10_000,
  async *read(files) {
    const entries = await feedFiles(files);
    if (entries.length === 0) throw new SourceError("It contains no feed: neither RSS, Atom nor JSON Feed.");
    const addresses = await addressesIn(files);
    const known = new Set<string>();
    for (const entry of entries) yield* readFile(entry, addresses[entry.path] ?? "", known);
  },
};

async function addressesIn(files: SourceFiles): Promise<Record<string, string>> {
  const file = files.find(ADDRESSES_FILE);
  return file ? (JSON.parse(await readText(file, MAX_BYTES)) as Record<string, string>) : {};
}

async function readBytes({ path, size, open }: SourceEntry): Promise<Buffer> {
  const tooLarge = () => new SourceError(`${path} is larger than ${MAX_BYTES / 1024 / 1024} MiB.`);
  if (size > MAX_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of await open()) {
    chunks.push(chunk);
    read += chunk.length;
    if (read > MAX_BYTES) throw tooLarge();
  }
  return Buffer.concat(chunks);
}

/** `known`: the keys of what was read already, also in the pages before. */
async function* readFile(file: SourceEntry, address: string, known: Set<string>): AsyncIterable<Read> {
  const feed = openFeed(decodeFeed(await readBytes(file)), address);
  let named = "";
  for await (const entry of feed.entries) {
    const { title, address: site, language } = feed.info();
    if (named !== site + title) yield { kind: "site", address: site, name: title, language };
    named = site + title;
    yield* itemsOf(entry, known);
  }
}

function* itemsOf(entry: FeedEntry, known: Set<string>): Iterable<Read> {
  if (entry.kind === "other") return;
  const item = entry.title || entry.address || entry.id;
  const key =
    entry.id || entry.address || fingerprint([entry.title, String(entry.publishedAt), entry.html.slice(0, 1_000)]);
  // An archive that grows while it is fetched repeats entries, and the first one is the newest.
  if (known.has(`text ${key}`)) return;
  if (entry.title === "" && entry.html === "") {
    yield { kind: "finding", level: "error", item: item || "An entry", message: "It has neither a title nor a text." };
    return;
  }
  known.add(`text ${key}`);
  for (const name of entry.authors) if (isNew(known, `author ${name}`)) yield authorItem(name);
  for (const name of entry.categories) if (isNew(known, `topic ${name}`)) yield topicItem(name);
  yield textItem(entry, key);
}

const isNew = (known: Set<string>, key: string): boolean => known.size < known.add(key).size;

const authorItem = (name: string): AuthorItem => ({ kind: "author", key: name, name, slug: "", bio: "", picture: "" });
const topicItem = (name: string): TopicItem => ({
  kind: "topic",
  key: name,
  name,
  slug: "",
  description: "",
  picture: "",
  addresses: [],
});

/** How feeds end a text that their site has more of. */
const CUT = /…$|\.\.\.$|…\]$|\.\.\.\]$|read more|continue reading|weiterlesen|lire la suite|leer más/i;
const isCut = (html: string): boolean => CUT.test(plainText(html.slice(-500)).slice(-40));

function textItem(entry: FeedEntry, key: string): TextItem {
  const body = feedBody(entry.html, entry.base);
  const media = entry.files.filter(({ type }) => /^(?:audio|video)\//.test(type)).map(({ address }) => address);
  const others = media.filter((address) => !body.html.includes(address));
  return {
    ...NEW_TEXT,
    kind: entry.kind === "page" ? "page" : "post",
    key,
    title: entry.title || firstWords(entry),
    slug: slugIn(entry.address),
    excerpt: entry.excerpt,
    html: body.html + others.map((address) => fileCard(address, "", "")).join(""),
    state: entry.isDraft ? "draft" : "published",
    publishedAt: entry.publishedAt,
    updatedAt: entry.updatedAt,
    addresses: entry.address ? [entry.address] : [],
    feedId: entry.id,
    authors: entry.authors,
    topics: entry.categories,
    picture: { address: entry.picture, alt: "", caption: "" },
    language: entry.language,
    findings: findingsOf(entry, body.findings, others.length),
  };
}

function findingsOf(entry: FeedEntry, ofBody: readonly TextFinding[], media: number): TextItem["findings"] {
  const found = [...ofBody];
  const warn = (message: string) => found.push({ level: "warning", message });
  if (entry.title === "") warn("It has no title: its first words became one.");
  if (entry.unreadDate !== "") warn(`Its date “${entry.unreadDate}” was not understood.`);
  if (isCut(entry.html)) warn("The feed seems to have only the beginning of its text.");
  if (media > 0) found.push({ level: "info", message: "Its sound or video file became a link to its file." });
  return found;
}

const MAX_WORDS = 80;

/** A title for an entry without one, as notes in short form have none. */
function firstWords({ html, address }: FeedEntry): string {
  const text = plainText(html, 4 * MAX_WORDS);
  if (text === "") return address;
  if (text.length <= MAX_WORDS) return text;
  const end = text.lastIndexOf(" ", MAX_WORDS);
  return `${beginningOf(text, end > 0 ? end : MAX_WORDS)}…`;
}

/** The last part of an address that is a name. */
function slugIn(address: string): string {
  const last = URL.parse(address)?.pathname.split("/").filter(Boolean).at(-1) ?? "";
  return last.replace(/\.(?:html?|php|aspx?)$/i, "");
}
