import { setImmediate as otherTasks } from "node:timers/promises";
import type { SourceEntry, SourceFiles } from "../files.ts";
import { type PictureItem, type Read, type Source, SourceError } from "../items.ts";
import { MEMBER_RULE_TYPE } from "./restrictions.ts";
import { Sites, type Term } from "./site-index.ts";
import { BodyError, keyOf, labelOf, type Place, textItemOf } from "./text-item.ts";
import { isUsed, kindOf } from "./text-kind.ts";
import { textOf } from "./text-stream.ts";
import { topicAddresses, type UsedTerm } from "./topics.ts";
import { owned, plainText } from "./values.ts";
import { readWxr, type WxrItem, type WxrRecord } from "./wxr.ts";

const MAX_TRIED = 200;
const HEAD = 8192;
/** Types that are named one by one. */
const MAX_TYPES = 100;
const TURN_MS = 10;
/** Endings that an export may have, apart from that of gzip. */
const ENDINGS: ReadonlySet<string> = new Set(["", "xml", "wxr", "rss", "txt"]);
const SIGN = /wordpress\.org\/export\/|WordPress eXtended RSS|<wp:wxr_version|<wp:post_id/;
const UPLOADS = "uploads/";
const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/i;

/** Exports of WordPress (WXR 1.0 to 1.2), one or several files, also compressed. */
export const wordpressSource: Source = {
  kind: "wordpress",
  label: "WordPress",
  async recognises(files) {
    return (await exportsIn(files, true)).length > 0;
  },
  async *read(files) {
    const entries = await exportsIn(files, false);
    if (entries.length === 0) throw new SourceError("It has no file of a WordPress export (WXR).");
    const reader = new Reader(files, entries);
    await reader.index();
    yield* reader.read();
  },
};

/** What is after the last dot of a file's name, without that of gzip. */
function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const plain = name.endsWith(".gz") ? name.slice(0, -3) : name;
  return plain.includes(".") ? plain.slice(plain.lastIndexOf(".") + 1) : "";
}

async function exportsIn(files: SourceFiles, isFirstEnough: boolean): Promise<SourceEntry[]> {
  const found: SourceEntry[] = [];
  for (const entry of files.entries.filter(({ path }) => ENDINGS.has(endingOf(path))).slice(0, MAX_TRIED)) {
    if (SIGN.test(await headOf(entry))) found.push(entry);
    if (isFirstEnough && found.length > 0) break;
  }
  return found;
}

/** The first characters of a file; empty if it cannot be read. */
async function headOf(entry: SourceEntry): Promise<string> {
  let head = "";
  try {
    for await (const text of textOf(entry)) {
      head += text;
      if (head.length >= HEAD) break;
    }
  } catch {
    // Reading the file says why it cannot be read.
  }
  return head;
}

/** What is counted instead of being named for each item. */
type Counts = { types: Map<string, number>; repeated: number; automatic: number; nested: boolean };

class Reader {
  readonly #files: SourceFiles;
  readonly #entries: readonly SourceEntry[];
  readonly #sites = new Sites();
  /** Keys of what was yielded, with their kind. */
  readonly #yielded = new Set<string>();
  readonly #counts: Counts = { types: new Map(), repeated: 0, automatic: 0, nested: false };
  #turnEnd = performance.now() + TURN_MS;

  constructor(files: SourceFiles, entries: readonly SourceEntry[]) {
    this.#files = files;
    this.#entries = entries;
  }

  /** Reads what texts refer to. */
  async index(): Promise<void> {
    for (const entry of this.#entries) {
      let { index } = this.#placeAt("");
      for await (const record of readWxr(entry)) {
        if (record.kind === "channel") ({ index } = this.#placeAt(addressOf(record.fields)));
        else index.add(record);
        await this.#leave();
      }
    }
  }

  async *read(): AsyncGenerator<Read> {
    for (const entry of this.#entries) {
      let place = this.#placeAt("");
      for await (const record of readWxr(entry)) {
        if (record.kind === "channel") {
          place = this.#placeAt(addressOf(record.fields));
          yield* this.#site(record.fields, place);
        } else yield* this.#record(record, place, entry);
        await this.#leave();
      }
    }
    yield* this.#summary();
  }

  #placeAt(address: string): Place {
    return { address, index: this.#sites.at(address) };
  }

  async #leave(): Promise<void> {
    if (performance.now() < this.#turnEnd) return;
    await otherTasks();
    this.#turnEnd = performance.now() + TURN_MS;
  }

  #isNew(kind: string, key: string): boolean {
    const name = `${kind} ${key}`;
    if (this.#yielded.has(name)) return false;
    this.#yielded.add(owned(name));
    return true;
  }

  *#site(fields: ReadonlyMap<string, string>, { address, index }: Place): Generator<Read> {
    if (!this.#isNew("site", address)) return;
    const language = (fields.get("language") ?? "").replaceAll("_", "-");
    const name = plainText(fields.get("title") ?? "");
    yield { kind: "site", address, name, language };
    if (index.gate !== "")
      yield {
        kind: "finding",
        level: "warning",
        item: name || address,
        message: `The site uses ${index.gate}. Its export does not say which texts everyone could read: all are drafts.`,
      };
    if (index.isFull)
      yield {
        kind: "finding",
        level: "warning",
        item: name || address,
        message:
          "It has more attachments than fit into an import: divide it into several files. Some pictures are missing.",
      };
    yield* this.#pictures(address);
  }

  /** Pictures next to the export, in the folder in which WordPress has them. */
  *#pictures(address: string): Generator<PictureItem> {
    for (const { path } of this.#files.entries) {
      const at = path.lastIndexOf(UPLOADS);
      const name = path.slice(at + UPLOADS.length);
      if (at === -1 || !PICTURE.test(path) || !this.#isNew("picture", path)) continue;
      const own = `/wp-content/uploads/${name}`;
      const bases =
        address === "" ? [] : [address, address.replace(/^http:/, "https:"), address.replace(/^https:/, "http:")];
      const addresses = [...new Set([...bases.map((base) => base + own), own])];
      yield { kind: "picture", key: path, addresses, path, alt: "", caption: "", credit: "" };
    }
  }

  *#record(record: WxrRecord, place: Place, entry: SourceEntry): Generator<Read> {
    if (record.kind === "problem")
      yield { kind: "finding", level: "warning", item: entry.path, message: record.message };
    else if (record.kind === "item") yield* this.#item(record.item, place);
  }

  *#item(item: WxrItem, place: Place): Generator<Read> {
    const { fields } = item;
    const failed = (message: string): Read => ({ kind: "finding", level: "error", item: labelOf(item), message });
    const type = fields.get("wp:post_type")?.trim() || (fields.has("wp:attachment_url") ? "attachment" : "post");
    if (item.isTooLarge) {
      yield failed("It is larger than 8 MiB.");
      return;
    }
    const kind = kindOf(type, fields.get("link") ?? "");
    const status = fields.get("wp:status")?.trim().toLowerCase();
    if (!kind) {
      const { types } = this.#counts;
      const name = types.has(type) || types.size < MAX_TYPES ? type : "…";
      types.set(name, (types.get(name) ?? 0) + 1);
      return;
    }
    if (status === "auto-draft") this.#counts.automatic += 1;
    else if (status === "trash") yield failed("It is in the trash of the old site.");
    else {
      const key = this.#keyFor(item, place);
      if (key === null) this.#counts.repeated += 1;
      else yield* this.#text(item, key, kind, place, failed);
    }
  }

  /** Null for a text that was read before. Numbers of texts from other programs may be the same for several. */
  #keyFor(item: WxrItem, place: Place): string | null {
    const key = keyOf(item, place);
    const isNewKey = this.#isNew("text", key);
    const own = `${key} ${item.fields.get("link") || labelOf(item)}`.slice(0, 1000);
    if (!this.#isNew("text", own)) return null;
    return isNewKey ? key : own;
  }

  *#text(
    item: WxrItem,
    key: string,
    kind: NonNullable<ReturnType<typeof kindOf>>,
    place: Place,
    failed: (message: string) => Read,
  ): Generator<Read> {
    try {
      const { text, authors, topics } = textItemOf(item, kind, place);
      for (const { pictureId, ...author } of authors) {
        if (!this.#isNew("author", author.key)) continue;
        yield { kind: "author", ...author, picture: place.index.attachment(pictureId)?.address ?? "" };
      }
      for (const topic of topics) yield* this.#topic(topic, place);
      yield { ...text, key };
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      yield failed(error.message);
    }
  }

  *#topic({ key, name, slug }: UsedTerm, { address, index }: Place): Generator<Read> {
    if (!this.#isNew("topic", key)) return;
    const term: Term | undefined = index.terms.get(key);
    this.#counts.nested ||= term !== undefined && term.parent !== "";
    const addresses = term ? topicAddresses(term, address, index) : [];
    yield { kind: "topic", key, name, slug, description: term?.description ?? "", picture: "", addresses };
  }

  *#summary(): Generator<Read> {
    const { types, repeated, automatic, nested } = this.#counts;
    const about = (message: string, level: "info" | "warning" = "info"): Read => ({
      kind: "finding",
      level,
      item: this.#files.name,
      message,
    });
    for (const [type, count] of types)
      if (!isUsed(type) && type !== MEMBER_RULE_TYPE)
        yield about(`Items of the type “${type}” were left out: ${count}.`, "warning");
    if (repeated > 0) yield about(`Texts that are in the files more than once were taken once: ${repeated}.`);
    if (automatic > 0) yield about(`Drafts that WordPress has started by itself were left out: ${automatic}.`);
    if (nested) yield about("Categories within categories became topics next to each other.");
  }
}

/** The address of a site, without `/` at its end. */
function addressOf(fields: ReadonlyMap<string, string>): string {
  const given = [fields.get("wp:base_blog_url"), fields.get("link"), fields.get("wp:base_site_url")];
  const address = given.find((one) => one !== undefined && /^https?:\/\//i.test(one)) ?? "";
  return address.endsWith("/") ? address.slice(0, -1) : address;
}
