import { Parser } from "htmlparser2";
import { escapeValue } from "#shared/html.ts";
import type { SourceEntry } from "../files.ts";
import { SourceError } from "../items.ts";
import { textOf } from "./text-stream.ts";
import { type Scope, scopeIn, type WxrName, wxrName } from "./wxr-names.ts";

/** A category as an item names it. */
export type WxrCategory = { domain: string; nicename: string; name: string };

export type WxrItem = {
  fields: ReadonlyMap<WxrName, string>;
  categories: readonly WxrCategory[];
  meta: ReadonlyMap<string, readonly string[]>;
  /** Published comments of people. */
  comments: number;
  /** Whether the file has its end. */
  isComplete: boolean;
  /** Whether it was too large to be read; its texts are missing then. */
  isTooLarge: boolean;
};

export type WxrRecord =
  | { kind: "channel"; fields: ReadonlyMap<WxrName, string> }
  | { kind: "author" | "category" | "tag" | "term"; fields: ReadonlyMap<WxrName, string>; meta: WxrItem["meta"] }
  | { kind: "item"; item: WxrItem }
  | { kind: "problem"; message: string };

const MAX_ITEM_LENGTH = 8 * 1024 * 1024;
/** Longer fields of plugins are left out. */
const MAX_META_LENGTH = 2 * 1024 * 1024;
/** What stands for a field of a plugin that is too long. */
export const TOO_LONG = "(too long)";
const MAX_CHANNEL_FIELD = 10_000;
const MAX_DEPTH = 500;
const MAX_ATTRIBUTES = 1000;
const MAX_CATEGORIES = 1000;
const MAX_META_KEY = 200;
/** What each field counts at least, so that many empty ones are too long as well. */
const META_OVERHEAD = 1000;

const GROUPS: ReadonlySet<WxrName> = new Set([
  "wp:author",
  "wp:category",
  "wp:tag",
  "wp:term",
  "wp:postmeta",
  "wp:comment",
]);
/** Fields that some exports contain as elements instead of text. */
const MARKUP: ReadonlySet<WxrName> = new Set(["content:encoded", "excerpt:encoded"]);
const NEXT_ITEM = "<item";

/**
 * Reads the records of a WXR file in their order. Recovers from what writers of such files do wrong; nothing in it is expanded or
 * executed. Throws SourceError for a file that is no XML at all or cannot be unpacked.
 */
export async function* readWxr(entry: SourceEntry): AsyncGenerator<WxrRecord> {
  const reader = new WxrReader();
  let hasRead = false;
  try {
    for await (const text of textOf(entry)) {
      hasRead = true;
      reader.write(text);
      yield* reader.take();
    }
  } catch (cause) {
    if (cause instanceof SourceError) throw cause;
    if (!hasRead) throw new SourceError(`${entry.path} cannot be read: it is damaged.`, { cause });
    yield { kind: "problem", message: "The file is damaged: what follows is missing." };
  }
  reader.end();
  yield* reader.take();
}

type Open = { name: WxrName; scope: Scope; isMarkup: boolean };
type Fields = Map<WxrName, string>;
type OpenItem = {
  fields: Fields;
  categories: WxrCategory[];
  meta: MetaFields;
  comments: number;
  isTooLarge: boolean;
  length: number;
};

class WxrReader {
  #records: WxrRecord[] = [];
  #parser = this.#newParser();
  readonly #open: Open[] = [];
  #attributes = 0;
  /** Characters since the parser last reported anything: it holds them all. */
  #held = 0;
  /** The end of the text while the rest of an item is skipped. */
  #skipped: string | null = null;
  #channel: Fields = new Map();
  #hasNewChannel = false;
  #item: OpenItem | null = null;
  #group: { name: WxrName; fields: Fields; meta: MetaFields } | null = null;
  #category: WxrCategory | null = null;
  /** The text of the innermost element; null where it does not matter. */
  #text: string[] | null = null;
  #length = 0;
  #isCut = false;

  write(text: string): void {
    if (this.#skipped !== null) {
      this.#skip(text);
      return;
    }
    this.#held += text.length;
    this.#parser.write(text);
    if (this.#held > MAX_ITEM_LENGTH) this.#recover();
  }

  end(): void {
    this.#isCut = true;
    this.#parser.end();
  }

  take(): WxrRecord[] {
    const records = this.#records;
    this.#records = [];
    return records;
  }

  #newParser(): Parser {
    return new Parser(
      {
        onopentag: (name, attributes) => this.#onOpen(name, attributes),
        onattribute: () => {
          this.#held = 0;
          if (++this.#attributes > MAX_ATTRIBUTES) throw new SourceError("An element has too many attributes.");
        },
        ontext: (text) => this.#onText(text),
        onclosetag: (_name, isImplied) => this.#onClose(isImplied),
        oncomment: () => {
          this.#held = 0;
        },
        onprocessinginstruction: () => {
          this.#held = 0;
        },
      },
      { xmlMode: true },
    );
  }

  /** Leaves out an item with a part that does not end, and continues with the next one. */
  #recover(): void {
    if (this.#item) {
      this.#item.isTooLarge = true;
      this.#endItem(false);
    } else this.#problem("A part of the file is too long to be read.");
    this.#parser = this.#newParser();
    this.#held = 0;
    this.#text = this.#group = this.#category = null;
    const at = this.#open.findIndex(({ name }) => name === "item");
    if (at !== -1) this.#open.length = at;
    this.#skipped = "";
  }

  #skip(text: string): void {
    const all = this.#skipped + text;
    const at = all.indexOf(NEXT_ITEM);
    this.#skipped = at === -1 ? all.slice(1 - NEXT_ITEM.length) : null;
    if (at !== -1) this.write(all.slice(at));
  }

  #onOpen(given: string, attributes: Record<string, string>): void {
    this.#held = this.#attributes = 0;
    if (this.#open.length >= MAX_DEPTH) throw new SourceError("Its elements are nested too deeply.");
    const around = this.#open.at(-1);
    const scope = scopeIn(around?.scope ?? new Map(), attributes);
    const name = wxrName(given, scope);
    if (around?.isMarkup && name !== "item" && !name.startsWith("wp:")) {
      this.#add(`<${given}${attributesOf(attributes)}>`);
      this.#open.push({ name: given, scope, isMarkup: true });
      return;
    }
    this.#open.push({ name, scope, isMarkup: MARKUP.has(name) });
    this.#text = null;
    this.#length = 0;
    if (name === "item") this.#startItem();
    else if (name === "channel") this.#channel = new Map();
    else if (GROUPS.has(name) && !this.#group) this.#group = { name, fields: new Map(), meta: new MetaFields() };
    else if (this.#isWanted(name, around?.name ?? "")) this.#text = [];
    if (name === "category" && this.#item && !this.#group)
      this.#category = { domain: attributes.domain ?? "", nicename: attributes.nicename ?? "", name: "" };
    if (name === "guid" && attributes.isPermaLink) this.#item?.fields.set("isPermaLink", attributes.isPermaLink);
  }

  #isWanted(name: WxrName, around: WxrName): boolean {
    if (name === "" || this.#item?.isTooLarge) return false;
    if (this.#group?.name === "wp:comment") return name === "wp:comment_type" || name === "wp:comment_approved";
    return this.#group !== null || around === "item" || around === "channel";
  }

  #onText(text: string): void {
    this.#held = 0;
    this.#add(text);
  }

  #add(text: string): void {
    if (!this.#text) return;
    this.#length += text.length;
    const isMeta = this.#group !== null;
    if (isMeta || !this.#item) {
      if (this.#length > (isMeta ? MAX_META_LENGTH : MAX_CHANNEL_FIELD)) this.#text = [TOO_LONG];
      else this.#text.push(text);
      return;
    }
    this.#text.push(text);
    this.#item.length += text.length;
    if (this.#item.length <= MAX_ITEM_LENGTH) return;
    this.#item.isTooLarge = true;
    this.#text = null;
  }

  #onClose(isImplied: boolean): void {
    this.#held = 0;
    const closed = this.#open.pop();
    if (!closed) return;
    const around = this.#open.at(-1);
    if (around?.isMarkup) {
      this.#add(`</${closed.name}>`);
      return;
    }
    const { name } = closed;
    if (name === "item") this.#endItem(!isImplied);
    else if (name === this.#group?.name) this.#endGroup();
    else if (name === "wp:termmeta") this.#endTermMeta();
    else if (this.#text) this.#endField(name, this.#text.join("").trim());
    if (name === "channel") this.#endChannel(isImplied);
    this.#text = null;
  }

  #endField(name: WxrName, text: string): void {
    if (this.#category && name === "category") {
      this.#category.name = text;
      if (this.#item && this.#item.categories.length < MAX_CATEGORIES) this.#item.categories.push(this.#category);
      this.#category = null;
      return;
    }
    const fields = this.#group?.fields ?? this.#item?.fields ?? this.#channel;
    if (fields.get(name)) return;
    fields.set(name, text);
    if (fields === this.#channel) this.#hasNewChannel = true;
  }

  #endGroup(): void {
    if (!this.#group) return;
    const { name, fields, meta } = this.#group;
    this.#group = null;
    if (name === "wp:postmeta") this.#item?.meta.add(fields);
    else if (name === "wp:comment") this.#addComment(fields);
    else if (!this.#item) {
      this.#announce();
      this.#records.push({ kind: name.slice(3) as "author", fields, meta: meta.values });
    }
  }

  #endTermMeta(): void {
    const { fields, meta } = this.#group ?? {};
    if (fields) meta?.add(fields);
    for (const name of ["wp:meta_key", "wp:meta_value"]) fields?.delete(name);
  }

  #addComment(fields: Fields): void {
    const type = fields.get("wp:comment_type") ?? "";
    if (this.#item && (type === "" || type === "comment") && fields.get("wp:comment_approved") === "1")
      this.#item.comments += 1;
  }

  #startItem(): void {
    // The item before has no end.
    if (this.#item) this.#endItem(false);
    this.#group = this.#category = null;
    this.#item = {
      fields: new Map(),
      categories: [],
      meta: new MetaFields(),
      comments: 0,
      isTooLarge: false,
      length: 0,
    };
  }

  #endItem(isComplete: boolean): void {
    if (!this.#item) return;
    this.#announce();
    if (this.#text) this.#endField(this.#open.at(-1)?.name ?? "", this.#text.join("").trim());
    this.#records.push({ kind: "item", item: { ...this.#item, meta: this.#item.meta.values, isComplete } });
    this.#item = this.#group = this.#category = this.#text = null;
  }

  #endChannel(isImplied: boolean): void {
    this.#announce();
    if (isImplied && this.#isCut) this.#problem("The file ends early: what follows is missing.");
  }

  /** Describes the channel before the first record in it. */
  #announce(): void {
    if (!this.#hasNewChannel) return;
    this.#hasNewChannel = false;
    this.#records.push({ kind: "channel", fields: new Map(this.#channel) });
  }

  #problem(message: string): void {
    this.#records.push({ kind: "problem", message });
  }
}

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeValue(value)}"`)
    .join("");

/** Fields of plugins, with the space that they take together. */
class MetaFields {
  readonly values = new Map<string, string[]>();
  #length = 0;

  add(fields: Fields): void {
    const key = (fields.get("wp:meta_key") ?? "").slice(0, MAX_META_KEY);
    const given = fields.get("wp:meta_value") ?? "";
    const isFull = this.#length + given.length > MAX_ITEM_LENGTH;
    if (key === "" || this.#length > MAX_ITEM_LENGTH) return;
    const value = isFull ? TOO_LONG : given;
    this.#length += key.length + value.length + META_OVERHEAD;
    const known = this.values.get(key);
    if (known) known.push(value);
    else this.values.set(key, [value]);
  }
}
