import { setImmediate as otherTasks } from "node:timers/promises";
import { beginningOf } from "#shared/text.ts";
import { type DateOrder, dateIn } from "../dates.ts";
import { decodeText, readBytes, type SourceEntry } from "../files.ts";
import { convertHtml, type TextFinding } from "../html.ts";
import { NEW_TEXT, type Read, SourceError, type TextItem } from "../items.ts";
import { addressOf, decodedPath, expand, placeOf, slugIn } from "./addresses.ts";
import { withoutCustomFields } from "./custom-fields.ts";
import { detailsOf } from "./details.ts";
// Words are data: a tool that renames identifiers must not reach them.
import lists from "./field-names.json" with { type: "json" };
import { type FieldReader, fieldReader, flagOf, textIn } from "./fields.ts";
import { type Fields, isNamed, readFrontMatter } from "./front-matter.ts";
import { dialectOf, namesIn, peopleIn, plainText, topicOf, withoutImports } from "./names.ts";
import type { References } from "./references.ts";
import { renderMarkdown } from "./render.ts";
import { replaceTags } from "./shortcodes.ts";
import type { Site } from "./site.ts";
import { isTechnical, unknownFlags, visibilityOf } from "./visibility.ts";

export type TextContext = {
  site: Site;
  references: References;
  dateOrder: DateOrder;
  /** The entries of pictures, and the keys of authors and topics, that were yielded already. */
  pictures: Set<string>;
  authors: Set<string>;
  topics: Set<string>;
};

/** More than any article; rendering takes longer than linear time for some texts. */
const MAX_TEXT = 1024 * 1024;
export const DATE_FIELDS = lists.dateFields;

/** The fields that apply to a text because of its folder. */
const defaultsOf = (path: string, { defaults }: Site): Fields =>
  Object.assign({}, ...defaults.filter(({ below }) => path.startsWith(below)).map(({ fields }) => fields));

function pathFacts(path: string, fields: Fields, { site, dateOrder }: TextContext) {
  const place = placeOf(path, site);
  const reader = fieldReader(fields, defaultsOf(path, site));
  const written =
    DATE_FIELDS.map((name) => reader.text(name)).find(
      (text) => dateIn(text, { order: dateOrder, zone: site.zone }) !== null,
    ) ?? "";
  const day = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(written);
  const time = day ? null : dateIn(written, { order: dateOrder, zone: site.zone });
  const shownDay = day
    ? [day[1], day[2]?.padStart(2, "0"), day[3]?.padStart(2, "0")].join("-")
    : time === null
      ? place.date
      : new Date(time).toISOString().slice(0, 10);
  return { place, reader, day: shownDay };
}

/** The address that a text had; empty if it is unknown. */
export function addressIn(path: string, fields: Fields, context: TextContext): string {
  const { site } = context;
  const { place, reader, day } = pathFacts(path, fields, context);
  const slug = reader.text("slug").replace(/^\/|\/$/g, "");
  const categories =
    site.generator === "jekyll"
      ? [...place.folders.slice(0, place.folders.length), ...namesIn(reader, site, "categories", "category")]
      : namesIn(reader, site, "categories", "category");
  const text = {
    ...place,
    folders: site.generator === "jekyll" && place.isPost ? [] : place.folders,
    slug,
    day,
    categories,
    title: reader.text("title"),
  };
  const own = reader.text("url", "permalink");
  if (URL.parse(own)?.protocol.startsWith("http")) return own;
  const isOwn = own !== "" && flagOf(own) === null && !/^[a-z]+:/i.test(own);
  if (isOwn && /:\w|[{}]/.test(own))
    return expand(own.replace(/\{\{ ?(?:page\.)?(?:fileSlug|slug|title \| slugify) ?\}\}/g, ":slug"), text);
  return isOwn ? `/${own.replace(/^\//, "")}` : addressOf(text, site);
}

/** Yields a text with the people, topics and pictures that it names first. */
export async function* readTextFile(entry: SourceEntry, context: TextContext): AsyncGenerator<Read> {
  const path = entry.path.slice(context.site.root.length);
  try {
    yield* new TextReader(path, decodeText(await readBytes(entry, MAX_TEXT)), context).read();
  } catch (error) {
    if (error instanceof SourceError) yield { kind: "finding", level: "error", item: path, message: error.message };
    else if (error instanceof RangeError)
      yield { kind: "finding", level: "error", item: path, message: "It is nested too deeply." };
    else throw error;
  }
}

class TextReader {
  readonly #path: string;
  readonly #context: TextContext;
  readonly #body: string;
  readonly #fields: Fields;
  readonly #reader: FieldReader;
  readonly #address: string;
  readonly #findings = new Map<string, TextFinding>();
  readonly #before: Read[] = [];
  readonly #problem: string;
  /** A field of a plugin that limits who reads it; empty for none. */
  readonly #limiting: string;

  constructor(path: string, { text, isGuessed }: { text: string; isGuessed: boolean }, context: TextContext) {
    const { fields: all, body, problem } = readFrontMatter(text);
    const { fields, names, limiting } = withoutCustomFields(all);
    this.#path = path;
    this.#context = context;
    this.#body = body;
    this.#problem = problem;
    this.#fields = fields;
    this.#reader = fieldReader(fields, defaultsOf(path, context.site));
    this.#address = context.references.addressOf(path);
    this.#limiting = limiting;
    if (names.length > 0)
      this.#note(`Custom fields were left out: ${names.slice(0, 10).join(", ")}${names.length > 10 ? " …" : ""}.`);
    if (isGuessed) this.#note("Its encoding is not UTF-8. Check its letters with accents.", "warning");
    if (problem)
      this.#note(`Its front matter cannot be read (${beginningOf(problem, 200)}), so it is a draft.`, "warning");
  }

  async *read(): AsyncGenerator<Read> {
    const { site } = this.#context;
    const place = placeOf(this.#path, site);
    const dates = { order: this.#context.dateOrder, zone: site.zone };
    const visibility = visibilityOf(this.#reader, Date.now(), dates);
    const text = await this.#text();
    const times = this.#times(place.date, dates);
    const topics = [...this.#topics()];
    const authors = [...this.#authors()];
    const details = detailsOf(this.#reader, {
      title: text.title,
      siteAddress: site.address,
      pictureAt: (address) => this.#pictureAt(address),
    });
    for (const { message, level } of visibility.findings) this.#note(message, level);
    const flags = this.#unknownFlags();
    const isHidden =
      place.isDraft ||
      times.isUnclear ||
      this.#problem !== "" ||
      this.#isUnbuilt() ||
      flags > 0 ||
      this.#limiting !== "";
    const addresses = this.#addresses();
    this.#nameRest();
    yield* this.#before;
    const item: TextItem = {
      ...NEW_TEXT,
      ...details,
      kind: this.#isPost(place.isPost, times.publishedAt !== null) ? "post" : "page",
      key: this.#path,
      html: text.html,
      slug: slugIn(this.#address, place.name) || place.name,
      state: isHidden ? "draft" : visibility.state,
      restriction:
        visibility.restriction ||
        (this.#limiting && `It was not shown to everyone: “${beginningOf(this.#limiting, 60)}”.`),
      isFeatured: visibility.isFeatured,
      isNoindex: visibility.isNoindex || details.isNoindex,
      publishedAt: times.publishedAt,
      updatedAt: times.updatedAt,
      addresses,
      authors,
      topics: topics.map(({ key }) => key),
      section: topics.find(({ isSection }) => isSection)?.key ?? "",
      language: details.language || place.language,
      findings: [...this.#findings.values()],
    };
    yield item;
  }

  #note(message: string, level: TextFinding["level"] = "info"): void {
    this.#findings.set(message, { level, message });
  }

  #isPost(isInPosts: boolean, hasDate: boolean): boolean {
    const type = this.#reader.text("type", "layout", "kind").toLowerCase();
    if (/^(?:page|pages|static|about|home|default)$/.test(type)) return isInPosts && type === "default";
    return isInPosts || hasDate || /^(?:posts?|article|blog|blogpost|news)$/.test(type);
  }

  /** The body as HTML, and the title. */
  async #text(): Promise<{ html: string; title: string }> {
    const { site, references } = this.#context;
    const from = { path: this.#path, address: this.#address };
    const note = (message: string, level?: TextFinding["level"]) => this.#note(message, level);
    const isComponents = /\.mdx$/i.test(this.#path);
    const { body, imports } = isComponents
      ? withoutImports(this.#body, note)
      : { body: this.#body, imports: new Map<string, string>() };
    const linkTo = (name: string) => references.text(name, from) || references.absolute(name, from);
    const title = this.#reader.text("title", "name", "heading", "linkTitle", "seotitle");
    const tags = {
      dialect: dialectOf(site, isComponents),
      note,
      linkTo,
      fields: this.#fields,
      base: URL.parse(site.address)?.pathname.replace(/\/$/, "") ?? "",
      imports,
    };
    const markdown = replaceTags(body, tags);
    const hasMath = ["math", "mathjax", "katex", "latex", "usemath", "use_math"].some(
      (name) => flagOf(this.#reader.value(name)) === true,
    );
    const made = /\.html?$/i.test(this.#path)
      ? { html: markdown, title }
      : await renderMarkdown(markdown, { note, hasMath, title, linkTo: (name) => references.text(name, from) });
    await otherTasks();
    const { html, findings } = convertHtml(made.html, undefined, (address, use) =>
      references.mapped(address, use, from, note, (file) => this.#picture(file)),
    );
    for (const { message, level } of findings) this.#note(message, level);
    return {
      html,
      title:
        plainText(made.title) ||
        decodedPath(placeOf(this.#path, site).name).replace(/[-_]+/g, " ").trim() ||
        "Untitled",
    };
  }

  /** Yields the item of a picture before the text, and returns the address that the text has for it. */
  #picture(file: string): string {
    const address = `/${file.slice(this.#context.site.root.length).split("/").map(encodeURIComponent).join("/")}`;
    if (!this.#context.pictures.has(file)) {
      this.#context.pictures.add(file);
      this.#before.push({
        kind: "picture",
        key: file,
        addresses: [address],
        path: file,
        alt: "",
        caption: "",
        credit: "",
      });
    }
    return address;
  }

  #pictureAt(address: string): string {
    const from = { path: this.#path, address: this.#address };
    const note = (message: string) => this.#note(message, "warning");
    return this.#context.references.mapped(address, "picture", from, note, (file) => this.#picture(file));
  }

  #times(dateInName: string, dates: { order: DateOrder; zone: string }) {
    const read = (names: readonly string[]) => {
      for (const name of names) {
        const value = this.#reader.text(name);
        // Pelican and others say `published: true`.
        if (value === "" || flagOf(value) !== null) continue;
        const time = dateIn(value, dates);
        if (time !== null) return { time, unclear: "" };
        return { time: null, unclear: value };
      }
      return { time: null, unclear: "" };
    };
    const published = read(DATE_FIELDS);
    const updated = read(lists.changeFields);
    for (const unclear of [published.unclear, updated.unclear])
      if (unclear) this.#note(`The date “${beginningOf(unclear, 60)}” is not certain.`, "warning");
    return {
      publishedAt: published.time ?? (published.unclear ? null : dateIn(dateInName, dates)),
      updatedAt: updated.time,
      // It may be in the future.
      isUnclear: published.unclear !== "",
    };
  }

  *#topics(): Generator<{ key: string; isSection: boolean }> {
    const { site, topics } = this.#context;
    const seen = new Set<string>();
    const series = namesIn(this.#reader, site, "series");
    for (const name of series) this.#note(`The series “${beginningOf(name, 100)}” became a topic.`);
    const categories = namesIn(this.#reader, site, "categories", "category", "section", "channel");
    const tags = namesIn(this.#reader, site, "tags", "tag", "topics", "topic", "keywords", "labels");
    for (const [name, isSection] of [
      ...categories.map((one) => [one, true] as const),
      ...[...tags, ...series].map((one) => [one, false] as const),
    ]) {
      const key = name.toLowerCase();
      if (seen.has(key)) continue;
      seen.add(key);
      // Eleventy marks what belongs to a list with a tag.
      if (site.generator === "eleventy" && /^(?:posts?|all|nav|blog|articles?)$/.test(key)) continue;
      if (!topics.has(key)) {
        topics.add(key);
        this.#before.push(topicOf(name, { isSection, site, pictureAt: (address) => this.#pictureAt(address) }));
      }
      yield { key, isSection };
    }
  }

  *#authors(): Generator<string> {
    const { site, authors } = this.#context;
    const value = this.#reader.value("authors", "author", "byline", "writer", "creator");
    for (const one of peopleIn(value)) {
      const known = typeof one === "string" ? site.authors[one] : undefined;
      const facts = isNamed(known) ? known : isNamed(one) ? one : {};
      const person = fieldReader(facts);
      const name = person.text("name", "display_name", "title") || textIn(one);
      const key = typeof one === "string" && known ? one : name.toLowerCase();
      if (name === "" || key === "") continue;
      if (!authors.has(key)) {
        authors.add(key);
        const picture = person.text("image_url", "imageURL", "image", "picture", "avatar", "photo");
        this.#before.push({
          kind: "author",
          key,
          name,
          slug: typeof one === "string" && known ? one : "",
          bio: person.text("bio", "description", "about", "title"),
          picture: this.#pictureAt(picture),
        });
      }
      yield key;
    }
  }

  #addresses(): string[] {
    this.#reader.value("url", "permalink", "slug");
    const aliases = this.#reader.list(
      "aliases",
      "alias",
      "redirect_from",
      "redirects",
      "redirectFrom",
      "old_urls",
      "oldUrl",
    );
    const from = { address: this.#address };
    // Obsidian's aliases are other titles.
    const others = aliases
      .filter((alias) => /^(?:\/|https?:)/.test(alias) || /^[\w./-]+$/.test(alias))
      .map((alias) => this.#context.references.absolute(alias, from));
    for (const alias of aliases)
      if (!/^(?:\/|https?:)/.test(alias) && !/^[\w./-]+$/.test(alias))
        this.#note(`The alias “${beginningOf(alias, 100)}” is not an address.`);
    return [...new Set([this.#address, ...others])].filter((address) => address !== "");
  }

  /** Whether the generator makes no page of it, or names it nowhere. */
  #isUnbuilt(): boolean {
    const build = this.#reader.value("build", "_build");
    const options = isNamed(build) ? fieldReader(build) : undefined;
    const isOff = (name: string) => /^(?:never|false|local|link|no)$/i.test(options?.text(name) ?? "");
    const isPermalinkOff = flagOf(this.#fields.permalink) === false;
    if (isPermalinkOff || isOff("render")) this.#note("The generator made no page of it, so it is a draft.", "warning");
    else if (isOff("list")) this.#note("No list of the site named it, so it is a draft.", "warning");
    else return false;
    return true;
  }

  #unknownFlags(): number {
    const flags = unknownFlags(this.#reader);
    for (const flag of flags)
      this.#note(
        `The flag “${flag}” is not known, and may mean that not everyone may read it. It is a draft.`,
        "warning",
      );
    return flags.length;
  }

  #nameRest(): void {
    const rest = this.#reader
      .unread()
      .filter(({ key, value }) => !isTechnical(key) && (textIn(value) !== "" || isNamed(value)));
    if (rest.length === 0) return;
    const names = rest
      .slice(0, 20)
      .map(({ name, value }) => `${name}${typeof value === "string" ? `: ${beginningOf(textIn(value), 60)}` : ""}`);
    this.#note(`Fields without an equivalent: ${names.join("; ")}${rest.length > 20 ? "; …" : ""}.`);
  }
}
