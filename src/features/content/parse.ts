import { Parser } from "htmlparser2";
import { InvalidError, TooLargeError } from "#shared/errors.ts";
import {
  type AttributeRule,
  contentElement,
  DROPPED_ELEMENTS,
  type ElementName,
  isElementName,
  LAYOUT_CLASSES,
  MAX_DEPTH,
  MAX_GIVEN_DEPTH,
} from "./model.ts";
import { allowedAddress, MAX_CONTENT_BYTES, MAX_EMBEDDED_PICTURES } from "./rules.ts";

/** An element that the table has, with attributes that it allows. */
export type ContentTag = { name: ElementName; attributes: [name: string, value: string][]; children: ContentNode[] };
/** A text, its character references read, or an element. No two texts stand beside each other. */
export type ContentNode = string | ContentTag;

/** `pictures`: those that came inside the HTML as data, in their order. */
export type ParsedContent = { nodes: ContentNode[]; pictures: Uint8Array[] };

const TOO_LONG = "Content must have at most 1 MiB, pictures aside.";
const TOO_MANY = `Content may bring at most ${MAX_EMBEDDED_PICTURES} pictures at once.`;

export const tooLong = () => new TooLargeError(TOO_LONG, { content: TOO_LONG });

/**
 * Reads HTML as a browser would and keeps what the table allows: elements, their attributes, and addresses that lead
 * where they may. Pictures given as `data:` addresses are handed out; `addresses` are what stands for them once they
 * are stored. Throws TooLargeError and InvalidError.
 */
export function parseContent(html: string, addresses: readonly string[] = []): ParsedContent {
  if (lengthWithoutPictures(html) > MAX_CONTENT_BYTES) throw tooLong();
  const builder = new TreeBuilder(addresses);
  const parser = new Parser({
    onopentag: (name, attributes) => builder.open(name, attributes),
    ontext: (text) => builder.text(text),
    onclosetag: () => builder.close(),
  });
  // Line breaks as HTML reads them: forms write each as CR LF, and a code block would keep the CR.
  parser.end(html.replaceAll("\r\n", "\n"));
  return { nodes: builder.nodes, pictures: builder.pictures };
}

/** Where the content of an open element goes: its own, that of what it stands in, or nowhere. */
type Open = { children: ContentNode[] | null; depth: number; isInLink: boolean };

class TreeBuilder {
  readonly nodes: ContentNode[] = [];
  readonly pictures: Uint8Array[] = [];
  readonly #addresses: readonly string[];
  readonly #open: Open[] = [{ children: this.nodes, depth: 0, isInLink: false }];

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  open(name: string, given: Record<string, string>): void {
    if (this.#open.length > MAX_GIVEN_DEPTH) throw new InvalidError("The content is nested too deeply.");
    const around = this.#open.at(-1) as Open;
    if (around.children === null || DROPPED_ELEMENTS.has(name)) {
      this.#open.push({ ...around, children: null });
      return;
    }
    const tag = isElementName(name) && around.depth < MAX_DEPTH ? this.#tag(name, given, around) : null;
    if (!tag) {
      this.#open.push(around);
      return;
    }
    around.children.push(tag);
    this.#open.push({ children: tag.children, depth: around.depth + 1, isInLink: around.isInLink || name === "a" });
  }

  text(text: string): void {
    const { children } = this.#open.at(-1) as Open;
    if (children === null) return;
    const plain = text.replaceAll("\r", "\n");
    const last = children.length - 1;
    if (typeof children[last] === "string") children[last] += plain;
    else children.push(plain);
  }

  close(): void {
    this.#open.pop();
  }

  /** The element with what is kept of its attributes; null for a link to nowhere, or in another one. */
  #tag(name: ElementName, given: Record<string, string>, around: Open): ContentTag | null {
    const element = contentElement(name);
    const attributes: [string, string][] = [];
    for (const attribute of Object.keys(given)) {
      const rule = attribute === "class" && element?.hasLayout ? "layout" : element?.attributes?.[attribute];
      const value = rule ? this.#value(given[attribute] ?? "", rule) : null;
      if (value !== null) attributes.push([attribute, value]);
    }
    if (name === "a" && (around.isInLink || attributes.length === 0)) return null;
    return { name, attributes, children: [] };
  }

  #value(value: string, rule: AttributeRule | "layout"): string | null {
    if (rule === "text") return value.replaceAll("\r", "\n");
    if (rule === "integer") return /^-?\d{1,9}$/.test(value.trim()) ? value.trim() : null;
    if (rule === "layout") return layoutClasses(value);
    const data = rule === "picture" ? pictureData(value) : null;
    if (data === null) return allowedAddress(value, rule);
    if (this.pictures.length === MAX_EMBEDDED_PICTURES) throw new TooLargeError(TOO_MANY, { content: TOO_MANY });
    return this.#addresses[this.pictures.push(data) - 1] ?? null;
  }
}

function layoutClasses(value: string): string | null {
  const kept = new Set(value.split(/\s/).filter((name) => LAYOUT_CLASSES.has(name)));
  return kept.size > 0 ? [...kept].join(" ") : null;
}

const DATA_PICTURE = /^data:image\/[a-z0-9.+-]{1,40};base64,/i;

/** The bytes of a picture that is given as its own address; null for any other address. */
function pictureData(address: string): Uint8Array | null {
  const plain = address.trimStart();
  const head = DATA_PICTURE.exec(plain)?.[0];
  return head === undefined ? null : Buffer.from(plain.slice(head.length), "base64");
}

/** Shorter data than this counts as text: it makes no difference. */
const MIN_DATA_LENGTH = 100;
const isBase64 = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 47 && code <= 57) || code === 43 || code === 61;

/** Bytes of the HTML without the data of pictures in it. Known before anything is parsed, and linear. */
function lengthWithoutPictures(html: string): number {
  let length = Buffer.byteLength(html);
  for (let at = html.indexOf(";base64,"); at !== -1; at = html.indexOf(";base64,", at)) {
    const from = at + ";base64,".length;
    for (at = from; isBase64(html.charCodeAt(at)); ) at++;
    if (at - from >= MIN_DATA_LENGTH) length -= at - from;
  }
  return length;
}
