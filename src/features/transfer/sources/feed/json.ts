import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import { z } from "zod";
import { SourceError } from "../items.ts";
import { parseDate } from "./dates.ts";
import { absolute, type FeedEntry, type FeedInfo, personName } from "./entries.ts";
import { oneLine, plainText } from "./text.ts";

const MAX_DEPTH = 20;
const text = z.string().catch("");
const person = z.object({ name: text }).catch({ name: "" });
const people = z.array(person).catch([]);

const feedSchema = z.object({
  title: text,
  description: text,
  home_page_url: text,
  feed_url: text,
  next_url: text,
  language: text,
  author: person.optional(),
  authors: people,
  hubs: z.array(z.object({ type: text, url: text })).catch([]),
});

const itemSchema = z.object({
  id: z.union([z.string(), z.number().transform(String)]).catch(""),
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  image: text,
  banner_image: text,
  date_published: text,
  date_modified: text,
  author: person.optional(),
  authors: people,
  tags: z.array(z.string()).catch([]),
  language: text,
  attachments: z.array(z.object({ url: text, mime_type: text })).catch([]),
});

const namesOf = ({ authors, author }: z.infer<typeof feedSchema> | z.infer<typeof itemSchema>): string[] =>
  [...authors, ...(author ? [author] : [])].flatMap(({ name }) => personName(name) || []);

/** Reads a JSON Feed in chunks. Entries leave `entries` when they are read. */
export class FeedJson {
  readonly entries: FeedEntry[] = [];
  info: FeedInfo;
  readonly #address: string;
  readonly #tokenizer = new Tokenizer();
  readonly #values: Record<string, unknown> = {};

  constructor(address: string) {
    this.#address = address;
    this.info = this.#read();
    const names = Object.keys(feedSchema.shape).map((name) => `$.${name}`);
    const parser = new TokenParser({ paths: [...names, "$.version", "$.items.*"], keepStack: false });
    let depth = 0;
    this.#tokenizer.onToken = (token) => {
      if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth += 1;
      if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth -= 1;
      if (depth > MAX_DEPTH) throw new SourceError("Its values are nested too deeply.");
      parser.write(token);
    };
    parser.onValue = ({ value, key, parent }) => {
      // An entry is in a list, everything else in the outermost object.
      if (Array.isArray(parent)) this.#item(value);
      else this.#values[String(key)] = value;
    };
  }

  /** Throws SourceError for text that is not JSON. */
  write(chunk: string): void {
    try {
      this.#tokenizer.write(chunk);
    } catch (cause) {
      throw cause instanceof SourceError ? cause : new SourceError("It is neither a feed nor valid JSON.", { cause });
    }
    this.info = this.#read();
  }

  end(): void {
    this.info = this.#read();
    if (!String(this.#values.version ?? "").includes("jsonfeed") && this.info.title === "")
      throw new SourceError("It is JSON, but not a JSON Feed.");
  }

  #read(): FeedInfo {
    const feed = feedSchema.parse(this.#values);
    const at = (address: string) => absolute(address, this.#address);
    return {
      kind: "json",
      title: oneLine(feed.title, 500),
      description: oneLine(feed.description, 500),
      address: at(feed.home_page_url) || this.#address,
      self: at(feed.feed_url),
      next: at(feed.next_url),
      hub: at(feed.hubs.find(({ type }) => /websub|pubsubhubbub/i.test(type))?.url ?? ""),
      language: feed.language,
      authors: namesOf(feed),
      everyMinutes: null,
    };
  }

  #item(value: unknown): void {
    const read = itemSchema.safeParse(value);
    if (!read.success) return;
    const item = read.data;
    const at = (address: string) => absolute(address, this.info.address || this.#address);
    const address = at(item.url) || at(item.external_url);
    const own = namesOf(item);
    const html = item.content_html || `<p>${item.content_text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`;
    const publishedAt = parseDate(item.date_published) ?? parseDate(item.date_modified);
    this.entries.push({
      kind: "post",
      isDraft: false,
      id: oneLine(item.id || address, 2_000),
      address,
      title: plainText(item.title, 500),
      html: item.content_html || item.content_text ? html : "",
      excerpt: oneLine(item.summary, 1_000),
      authors: own.length > 0 ? own : this.info.authors,
      publishedAt,
      updatedAt: parseDate(item.date_modified),
      unreadDate: publishedAt === null ? oneLine(item.date_published, 100) : "",
      categories: item.tags.map((tag) => oneLine(tag, 200)).slice(0, 50),
      language: item.language || this.info.language,
      picture: at(item.image) || at(item.banner_image),
      files: item.attachments.flatMap(({ url, mime_type }) => (at(url) ? [{ address: at(url), type: mime_type }] : [])),
      base: address || this.info.address,
    });
  }
}
