import { Parser } from "htmlparser2";
import type { KnownItems } from "#features/media/remote/rules.ts";
import { InvalidError, TooLargeError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import { withoutOverrides } from "#shared/text.ts";
import { decided } from "./internal/decided.ts";
import { isNoteId, isReferenceId, numberFootnotes } from "./internal/footnotes.ts";
import {
  type AttributeRule,
  type ContentElement,
  type ContentNode,
  type ContentTag,
  contentElement,
  DELETED_ATTRIBUTE,
  DIRECTION_ATTRIBUTE,
  DIRECTIONS,
  DROPPED_ELEMENTS,
  type ElementName,
  INSERTED_ATTRIBUTE,
  isElementName,
  isSuggestionId,
  isSuggestionMark,
  MAX_DEPTH,
  MAX_GIVEN_DEPTH,
  SUGGESTED_BLOCKS,
  type Surface,
} from "./model.ts";
import { allowedAddress, MAX_CONTENT_BYTES, MAX_EMBEDDED_PICTURES } from "./rules.ts";

const isSummary = (node: ContentNode): node is ContentTag => typeof node !== "string" && node.name === "summary";
const isBlank = (node: ContentNode): boolean => typeof node === "string" && node.trim() === "";

/**
 * Gives each `details` exactly one summary as the first child, as browsers show it: the first summary is moved there, further
 * ones become paragraphs, and a missing one is added empty.
 */
const withSummaries = (nodes: ContentNode[]): ContentNode[] =>
  nodes.map((node) => {
    if (typeof node === "string") return node;
    const children = withSummaries(node.children);
    return { ...node, children: node.name === "details" ? ordered(children) : children };
  });

function ordered(children: ContentNode[]): ContentNode[] {
  const at = children.findIndex(isSummary);
  const later = children.slice(at + 1).map((node): ContentNode => (isSummary(node) ? { ...node, name: "p" } : node));
  const before = children.slice(0, Math.max(0, at));
  const summary = children[at] ?? { name: "summary", attributes: [], children: [] };
  if (before.every(isBlank)) return [...before, summary, ...later];
  return [summary, ...joined(before, later)];
}

function joined(before: ContentNode[], after: ContentNode[]): ContentNode[] {
  const [last, first] = [before.at(-1), after[0]];
  return typeof last === "string" && typeof first === "string"
    ? [...before.slice(0, -1), last + first, ...after.slice(1)]
    : [...before, ...after];
}

export type ParsedContent = { nodes: ContentNode[]; pictures: Uint8Array[] };

const TOO_LONG = "Content must have at most 1 MiB, not counting pictures.";
const TOO_MANY = `Content may include at most ${MAX_EMBEDDED_PICTURES} embedded pictures.`;

export const tooLong = () => new TooLargeError("content_too_large", TOO_LONG, { content: TOO_LONG });

/**
 * Parses HTML like a browser and keeps what the table allows: elements, attributes and safe addresses.
 * Pictures in `data:` addresses are extracted; `addresses` replace them once they are stored, an empty one for an
 * unreadable picture. Remote pictures with a local copy (`known`) are replaced by it. `surface` is the
 * document type. Open suggestions are removed as if rejected, unless `hasSuggestions`. Throws TooLargeError and InvalidError.
 */
export function parseContent(
  html: string,
  addresses: readonly string[] = [],
  surface: Surface = "article",
  known?: KnownItems,
  hasSuggestions = false,
): ParsedContent {
  if (lengthWithoutPictures(html) > MAX_CONTENT_BYTES) throw tooLong();
  const builder = new TreeBuilder(addresses, surface, known);
  const parser = new Parser({
    onopentag: (name, attributes) => builder.open(name, attributes),
    ontext: (text) => builder.text(text),
    onclosetag: () => builder.close(),
  });
  // Normalise line breaks as HTML does: forms submit CR LF, and a code block would keep the CR.
  parser.end(html.replaceAll("\r\n", "\n"));
  const given = builder.hasSuggestions && !hasSuggestions ? decided(builder.nodes, () => "reject") : builder.nodes;
  const nodes = builder.hasToggles ? withSummaries(given) : given;
  return {
    nodes: builder.hasFootnotes ? numberFootnotes(nodes) : nodes,
    pictures: builder.pictures,
  };
}

/**
 * An open element and the target of its content: `children` are its own, its parent's if it is not kept, or null
 * if it is dropped. `outside` is the target of disallowed children of an element with restricted content.
 */
type Open = {
  name: string;
  around: Open | null;
  children: ContentNode[] | null;
  depth: number;
  isInLink: boolean;
  isInTable: boolean;
  isInSummary: boolean;
  outside: Open | null;
};

class TreeBuilder {
  readonly nodes: ContentNode[] = [];
  readonly pictures: Uint8Array[] = [];
  hasFootnotes = false;
  hasToggles = false;
  hasSuggestions = false;
  readonly #addresses: readonly string[];
  readonly #known: Partial<KnownItems>;
  readonly #surface: Surface;
  readonly #open: Open[] = [
    {
      name: "",
      around: null,
      children: this.nodes,
      depth: 0,
      isInLink: false,
      isInTable: false,
      isInSummary: false,
      outside: null,
    },
  ];

  constructor(addresses: readonly string[], surface: Surface, known: Partial<KnownItems> = {}) {
    this.#addresses = addresses;
    this.#surface = surface;
    this.#known = known;
  }

  open(name: string, given: Record<string, string>): void {
    if (this.#open.length > MAX_GIVEN_DEPTH)
      throw new InvalidError("content_too_complex", "The content is nested too deeply.");
    const around = this.#open.at(-1) as Open;
    if (around.children === null || DROPPED_ELEMENTS.has(name)) {
      this.#open.push({ ...around, children: null });
      return;
    }
    if (!isKnownName(name) || !this.#isKept(contentElement(name), given)) {
      this.#open.push(around);
      return;
    }
    while (around.around && closes(name, around.name)) Object.assign(around, around.around);
    const place = placeOf(around, name);
    // Content moved out of a table must not end the element that contains the table, so only its text moves.
    const isAllowed = isAllowedIn(around, name) && (place === around || !closes(name, place.name));
    const tag = isAllowed ? this.#tag(name, given) : null;
    if (!tag) {
      if (around.isInSummary && around.children.length > 0 && !isInline(name)) put(around, " ", false);
      this.#open.push(around);
      return;
    }
    put(place, tag, place !== around);
    this.hasFootnotes ||=
      name === "sup" || name === "section" || tag.attributes.some(([attribute]) => attribute === "id");
    this.hasToggles ||= name === "details";
    this.hasSuggestions ||= isSuggestionMark(name) || tag.attributes.some(([attribute]) => isOfBlock(attribute));
    this.#open.push({
      name,
      around: place,
      children: tag.children,
      depth: place.depth + 1,
      isInLink: around.isInLink || name === "a",
      isInTable: around.isInTable || name === "table",
      isInSummary: around.isInSummary || name === "summary",
      outside: contentElement(name)?.only ? (place.outside ?? place) : null,
    });
  }

  text(text: string): void {
    const around = this.#open.at(-1) as Open;
    if (around.children === null) return;
    // White space between rows and cells is not rendered.
    if (around.outside && text.trim() === "") return;
    put(around.outside ?? around, withoutOverrides(text).replaceAll("\r", "\n"), around.outside !== null);
  }

  close(): void {
    this.#open.pop();
  }

  /** Whether the element is allowed here and has its required class. */
  #isKept(element: ContentElement | undefined, { class: given = "" }: Record<string, string>): boolean {
    if (element?.surface && element.surface !== this.#surface) return false;
    return element?.kindClass !== "required" || keptClasses(element, given, this.#surface) !== null;
  }

  #tag(name: ElementName, given: Record<string, string>): ContentTag | null {
    const element = contentElement(name);
    const attributes: [string, string][] = [];
    for (const attribute of Object.keys(given)) {
      const rule = element?.attributes?.[attribute];
      const text = given[attribute] ?? "";
      const value =
        attribute === "class"
          ? keptClasses(element, text, this.#surface)
          : attribute === DIRECTION_ATTRIBUTE && element?.kind === "block"
            ? keptDirection(text)
            : isOfBlock(attribute)
              ? keptSuggestion(name, text)
              : rule
                ? this.#value(text, rule)
                : null;
      if (value !== null) attributes.push([attribute, value]);
    }
    const { needs } = element ?? {};
    return needs && !attributes.some(([attribute]) => attribute === needs) ? null : { name, attributes, children: [] };
  }

  #value(value: string, rule: AttributeRule): string | null {
    if (rule === "text") return withoutOverrides(value).replaceAll("\r", "\n");
    if (rule === "integer") return /^-?\d{1,9}$/.test(value.trim()) ? value.trim() : null;
    if (rule === "span") return /^[1-9]\d?$/.test(value.trim()) ? value.trim() : null;
    if (rule === "article") return parseId(value) === null ? null : value;
    if (rule === "note") return isNoteId(value) ? value : null;
    if (rule === "suggestion") return isSuggestionId(value) ? value : null;
    if (rule === "reference") return isReferenceId(value) ? value : null;
    const data = rule === "picture" ? pictureData(value) : null;
    if (data === null) {
      const address = allowedAddress(value, rule);
      const known = rule === "picture" ? this.#known.pictures : this.#known.links;
      return (address !== null && known?.get(address)) || address;
    }
    if (this.pictures.length === MAX_EMBEDDED_PICTURES)
      throw new TooLargeError("content_too_large", TOO_MANY, { content: TOO_MANY });
    return this.#addresses[this.pictures.push(data) - 1] || null;
  }
}

const isKnownName = (name: string): name is ElementName => isElementName(name) || isSuggestionMark(name);

const isOfBlock = (attribute: string) => attribute === INSERTED_ATTRIBUTE || attribute === DELETED_ATTRIBUTE;

const keptSuggestion = (name: ElementName, id: string): string | null =>
  SUGGESTED_BLOCKS.has(name) && isSuggestionId(id) ? id : null;

const HEADINGS: readonly string[] = ["h1", "h2", "h3"] satisfies ElementName[];

/**
 * Whether an element ends its open parent: in HTML a paragraph cannot contain a paragraph, nor an item an item.
 * The parser handles this unless a dropped element is in between.
 */
function closes(name: ElementName, around: string): boolean {
  if (name === "li") return around === "li";
  if (HEADINGS.includes(name) && HEADINGS.includes(around)) return true;
  return around === "p" && name !== "br" && name !== "img" && !isInline(name);
}

const isInline = (name: ElementName): boolean => contentElement(name)?.kind === "mark";

function isAllowedIn(around: Open, name: ElementName): boolean {
  const { within } = contentElement(name) ?? {};
  if (around.depth >= MAX_DEPTH || (within && !within.includes(around.name))) return false;
  if ((name === "a" && around.isInLink) || (name === "table" && around.isInTable)) return false;
  // A summary is one line.
  if (around.isInSummary && name !== "br" && !isInline(name)) return false;
  return !isInline(name) || around.outside === null;
}

const placeOf = (around: Open, name: ElementName): Open =>
  around.outside && !contentElement(around.name)?.only?.includes(name) ? around.outside : around;

function put({ children }: Open, node: ContentNode, isBeforeLast: boolean): void {
  if (children === null) return;
  const end = children.length - (isBeforeLast ? 1 : 0);
  const before = children[end - 1];
  if (typeof node === "string" && typeof before === "string") children[end - 1] = before + node;
  else children.splice(end, 0, node);
}

function keptClasses(element: ContentElement | undefined, value: string, surface: Surface): string | null {
  const isKept = (name: string) =>
    element?.classes?.has(name) ||
    element?.classPattern?.test(name) ||
    (surface === "issue" && element?.issueClasses?.has(name)) ||
    (surface === "page" && element?.pageClasses?.has(name));
  const kept = new Set(value.split(/\s/).filter(isKept));
  const [first] = kept;
  return first === undefined ? null : element?.kindClass ? first : [...kept].join(" ");
}

const keptDirection = (value: string): string | null =>
  DIRECTIONS.find((known) => known === value.trim().toLowerCase()) ?? null;

const DATA_PICTURE = /^data:image\/[a-z0-9.+-]{1,40};base64,/i;

function pictureData(address: string): Uint8Array | null {
  const plain = address.trimStart();
  const head = DATA_PICTURE.exec(plain)?.[0];
  return head === undefined ? null : Buffer.from(plain.slice(head.length), "base64");
}

/** Shorter data counts as text, which makes no difference. */
const MIN_DATA_LENGTH = 100;
const isBase64 = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 47 && code <= 57) || code === 43 || code === 61;

/** Bytes of the HTML without the data of embedded pictures. Computed before parsing, in linear time. */
function lengthWithoutPictures(html: string): number {
  let length = Buffer.byteLength(html);
  for (let at = html.indexOf(";base64,"); at !== -1; at = html.indexOf(";base64,", at)) {
    const from = at + ";base64,".length;
    for (at = from; isBase64(html.charCodeAt(at)); ) at++;
    if (at - from >= MIN_DATA_LENGTH) length -= at - from;
  }
  return length;
}
