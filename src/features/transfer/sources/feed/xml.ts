import { Parser } from "htmlparser2";
import { escapeText, escapeValue } from "#shared/html.ts";
import { SourceError } from "../items.ts";

/**
 * An element of a feed or an entry. `name`: with the usual prefix of its namespace, such as `dc:creator`, whatever the document
 * calls it; elements of RSS, RDF and Atom have none. `parent`: the element that it describes, such as `author`.
 */
export type Field = {
  name: string;
  parent: string;
  attributes: Readonly<Record<string, string>>;
  /** Its text, or its HTML if `hasMarkup`. */
  text: string;
  hasMarkup: boolean;
  /** The address that its relative ones are relative to, and whether the document says so. */
  base: string;
  hasBase: boolean;
  language: string;
};

/** `root`: the name of the outermost element; `language`: that of the feed. Entries leave `entries` when they are read. */
export type XmlDocument = { root: string; language: string; feed: Field[]; entries: Field[][] };

const PREFIXES: Readonly<Record<string, string>> = {
  "www.w3.org/2005/atom": "",
  "purl.org/atom/ns#": "",
  "purl.org/rss/1.0": "",
  "my.netscape.com/rdf/simple/0.9": "",
  "channel.netscape.com/rdf/simple/0.9": "",
  "backend.userland.com/rss2": "",
  "blogs.law.harvard.edu/tech/rss": "",
  "www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
  "purl.org/rss/1.0/modules/content": "content:",
  "purl.org/rss/1.0/modules/syndication": "sy:",
  "purl.org/dc/elements/1.0": "dc:",
  "purl.org/dc/elements/1.1": "dc:",
  "purl.org/dc/terms": "dcterms:",
  "search.yahoo.com/mrss": "media:",
  "www.itunes.com/dtds/podcast-1.0.dtd": "itunes:",
  "rssnamespace.org/feedburner/ext/1.0": "feedburner:",
  "www.w3.org/1999/xhtml": "xhtml:",
  "www.w3.org/2007/app": "app:",
  "purl.org/atom/app#": "app:",
};
/** Prefixes that documents use without a declaration. */
const KNOWN = new Set(Object.values(PREFIXES));
/** Elements of other namespaces are never mistaken for others. */
const OTHER = "other:";

const ENTRIES = new Set(["item", "entry"]);
/** Elements whose children are fields as well. */
const GROUPS = new Set(["author", "contributor", "media:group", "media:content", "image", "app:control"]);
/** Parts that describe something else, with the same names. */
const SKIPPED = new Set(["source", "textinput", "textarea", "items", "itunes:owner", "cloud", "skipdays", "skiphours"]);
/** The frame of a document around its feed and entries. */
const FRAMES = new Set(["rss", "rdf:rdf", "channel", "feed", "opml", "html", "xhtml:html"]);
const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr"]);

const MAX_DEPTH = 300;
const MAX_FIELDS = 1_000;
const MAX_PREFIXES = 100;
/** Longer texts are cut; the import reports texts that are too long. */
const MAX_TEXT = 4 * 1024 * 1024;

type Frame = { name: string; prefixes: ReadonlyMap<string, string>; base: string; hasBase: boolean; language: string };
type OpenField = Field & { depth: number; length: number; parts: string[] };

/**
 * Reads the XML of a feed in chunks, and recovers from what is not well formed: bare ampersands, missing ends, unknown prefixes,
 * and names in other case. Entities that a document declares are never expanded.
 */
export class FeedXml {
  readonly document: XmlDocument = { root: "", language: "", feed: [], entries: [] };
  readonly #parser: Parser;
  readonly #frames: Frame[];
  /** The open entry and how deep it is. */
  #entry: { fields: Field[]; depth: number } | null = null;
  /** The open fields. The last one gets text. */
  readonly #open: OpenField[] = [];
  #skippedFrom = 0;

  constructor(address: string) {
    this.#frames = [{ name: "", prefixes: new Map(), base: address, hasBase: false, language: "" }];
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#start(name, attributes),
        ontext: (text) => this.#text(text),
        onclosetag: () => this.#end(),
      },
      { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
    );
  }

  /** Throws SourceError for a document that is nested too deeply. */
  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  end(): void {
    this.#parser.end();
  }

  #start(given: string, attributes: Record<string, string>): void {
    if (this.#frames.length > MAX_DEPTH) throw new SourceError("Its elements are nested too deeply.");
    const around = this.#frames.at(-1) as Frame;
    const frame = frameIn(around, given, attributes);
    this.#frames.push(frame);
    const depth = this.#frames.length;
    if (depth === 2) this.document.root = frame.name;
    if (FRAMES.has(frame.name)) this.document.language ||= frame.language;
    if (this.#skippedFrom > 0) return;
    const field = this.#open.at(-1);
    if (field && !GROUPS.has(field.name)) openMarkup(field, frame, attributes);
    else if (ENTRIES.has(frame.name) && !this.#entry) {
      this.#entry = { fields: [], depth };
      this.#open.length = 0;
      const about = localAttributes(attributes).about;
      if (about) this.#entry.fields.push({ ...emptyField(frame, "rdf:about"), text: about });
    } else if (SKIPPED.has(frame.name)) this.#skippedFrom = depth;
    else if (field || this.#entry || !FRAMES.has(frame.name)) this.#open.push(this.#field(frame, attributes, depth));
  }

  #field(frame: Frame, attributes: Record<string, string>, depth: number): OpenField {
    const parent = this.#open.at(-1)?.name ?? "";
    const local = localAttributes(attributes);
    return { ...emptyField(frame, frame.name), parent, attributes: local, depth, length: 0, parts: [] };
  }

  #text(text: string): void {
    const field = this.#open.at(-1);
    if (field && this.#skippedFrom === 0) append(field, field.hasMarkup ? escapeText(text) : text);
  }

  #end(): void {
    const depth = this.#frames.length;
    const frame = this.#frames.pop() as Frame;
    if (this.#skippedFrom > 0) {
      if (depth === this.#skippedFrom) this.#skippedFrom = 0;
      return;
    }
    const field = this.#open.at(-1);
    if (field && field.depth < depth) closeMarkup(field, frame);
    else if (field?.depth === depth) {
      this.#open.pop();
      this.#add(field);
    } else if (this.#entry?.depth === depth) {
      this.document.entries.push(this.#entry.fields);
      this.#entry = null;
    }
  }

  #add({ depth: _depth, length: _length, parts, ...field }: OpenField): void {
    const fields = this.#entry?.fields ?? this.document.feed;
    if (fields.length < MAX_FIELDS) fields.push({ ...field, text: parts.join("") });
  }
}

const emptyField = ({ base, hasBase, language }: Frame, name: string): Field => ({
  name,
  parent: "",
  attributes: {},
  text: "",
  hasMarkup: false,
  base,
  hasBase,
  language,
});

function append(field: OpenField, text: string): void {
  const room = MAX_TEXT - field.length;
  if (room <= 0) return;
  field.parts.push(text.length > room ? text.slice(0, room) : text);
  field.length += text.length;
}

/** An element inside of a field is a part of its HTML. */
function openMarkup(field: OpenField, { name }: Frame, attributes: Record<string, string>): void {
  if (!field.hasMarkup) {
    field.hasMarkup = true;
    field.parts = [escapeText(field.parts.join(""))];
  }
  const tag = tagOf(name);
  const values = Object.entries(attributes).filter(([key]) => /^[a-z][a-z0-9-]*$/.test(key) && key !== "xmlns");
  if (tag) append(field, `<${tag}${values.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join("")}>`);
}

function closeMarkup(field: OpenField, { name }: Frame): void {
  const tag = tagOf(name);
  if (tag && !VOID.has(tag)) append(field, `</${tag}>`);
}

/** The element of HTML with a name, or nothing for elements of other namespaces. */
function tagOf(name: string): string {
  const local = name.startsWith("xhtml:") ? name.slice("xhtml:".length) : name;
  return /^[a-z][a-z0-9]*$/.test(local) ? local : "";
}

function frameIn(around: Frame, given: string, attributes: Record<string, string>): Frame {
  let prefixes = around.prefixes;
  for (const [name, value] of Object.entries(attributes)) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    if (prefixes.size >= MAX_PREFIXES) break;
    prefixes = new Map(prefixes).set(name === "xmlns" ? "" : name.slice("xmlns:".length), value);
  }
  const base = attributes["xml:base"];
  return {
    name: nameOf(given, prefixes),
    prefixes,
    base: base === undefined ? around.base : (URL.parse(base.trim(), around.base || undefined)?.href ?? around.base),
    hasBase: base !== undefined || around.hasBase,
    language: attributes["xml:lang"]?.trim() ?? around.language,
  };
}

function nameOf(given: string, prefixes: ReadonlyMap<string, string>): string {
  const at = given.indexOf(":");
  const [prefix, local] = at === -1 ? ["", given] : [given.slice(0, at), given.slice(at + 1)];
  const declared = prefixes.get(prefix);
  const known = declared === undefined ? undefined : PREFIXES[namespaceKey(declared)];
  if (known !== undefined) return known + local;
  if (prefix === "") return local;
  const usual = `${prefix}:`;
  if (prefix === "atom" || prefix === "rss") return local;
  return KNOWN.has(usual) ? usual + local : OTHER + local;
}

/** Addresses of namespaces are written with other schemes, cases and slashes than they should be. */
const namespaceKey = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");

/** Attributes without the prefixes of their namespaces. */
const localAttributes = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      name === "xmlns" || /^xml(?:ns)?:/.test(name) ? [] : [[name.slice(name.indexOf(":") + 1), value]],
    ),
  );
