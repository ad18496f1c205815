import { type CardDetails, embedOf, type KnownItems, type RemoteItem } from "#features/media/remote/rules.ts";
import type { CleanHtml, PageHtml } from "#shared/html.ts";
import { type Direction, directionIn } from "#shared/language.ts";
import { isRemote, parsePictureUrl } from "#shared/pictures.ts";
import { readingMinutes, scriptText, textLength } from "#shared/text.ts";
import { blockDirection, hasDirection } from "./internal/page-attributes.ts";
import { type ContentNode, type ContentTag, contentElement, type Surface } from "./model.ts";
import { type SiteHosts, withResolvedAddresses } from "./own-addresses.ts";
import { cardPath, cardTag, fillCards, type OwnCards, storedCard, withMarks } from "./own-cards.ts";
import { parseContent, tooLong } from "./parse.ts";
import { ARTICLE_PREVIEW_LENGTH } from "./preview.ts";
import {
  allowedAddress,
  attributeOf,
  isBackLink,
  isCard,
  isReference,
  isScript,
  isTag,
  MAX_STORED_CONTENT_BYTES,
  rawText,
  unmadeAddress,
} from "./rules.ts";
import { contentHtml, pageHtml, type SerializedContent } from "./serialize.ts";

const sourceOf = ({ attributes }: ContentTag): string => attributes.find(([name]) => name === "src")?.[1] ?? "";

const isRemotePicture = (node: ContentNode) =>
  typeof node !== "string" && node.name === "img" && isRemote(sourceOf(node));

/**
 * Removes pictures that are still on other hosts, with the figures and galleries
 * that contain nothing else. A reader's browser must not request anything from another host.
 */
function withoutRemote(nodes: ContentNode[]): ContentNode[] {
  return nodes.flatMap((node): ContentNode[] => {
    if (typeof node === "string") return [node];
    if (isRemotePicture(node) || (node.name === "figure" && node.children.some(isRemotePicture))) return [];
    const children = withoutRemote(node.children);
    return node.name === "div" && children.length === 0 ? [] : [{ ...node, children }];
  });
}

/** Replaces deleted pictures by their alternative text. */
function withoutRemoved(nodes: ContentNode[], removed: ReadonlySet<string>): ContentNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    if (!removed.has(parsePictureUrl(sourceOf(node))?.key ?? ""))
      return { ...node, children: withoutRemoved(node.children, removed) };
    return { ...node, attributes: node.attributes.filter(([name]) => name === "alt" || name === "title") };
  });
}

// Browsers label a toggle without a summary "Details".
const LINES = new Set(["p", "h1", "h2", "h3", "blockquote", "details", "summary"]);
const AROUND = new Set(["blockquote", "aside", "details"]);

const isBlank = (node: ContentNode): boolean =>
  typeof node === "string"
    ? node.trim() === ""
    : node.name !== "img" && node.name !== "hr" && node.children.every(isBlank);

/** Removes empty lines and headings, which leave gaps and confuse screen readers. */
function withoutBlankLines(nodes: ContentNode[]): ContentNode[] {
  return nodes.flatMap((node): ContentNode[] => {
    if (typeof node === "string") return [node];
    if (LINES.has(node.name) && isBlank(node)) return [];
    return [AROUND.has(node.name) ? { ...node, children: withoutBlankLines(node.children) } : node];
  });
}

/** Incremented with every change of the derivation. Content of an older version is derived again. */
export const DERIVATION = 13;

type OutlineEntry = { level: number; text: string };

export type PreparedContent = {
  html: CleanHtml;
  pageHtml: PageHtml;
  /** Whether the preview hides part of the page's HTML. */
  hasRest: boolean;
  text: string;
  /** The words of its pictures: see `pictureWords`. */
  pictureWords: string;
  readingMinutes: number;
  /** The addresses of its pictures in order, including those on other hosts. */
  pictures: string[];
  /** Its remote items, hidden from readers until the site has them. */
  remoteItems: RemoteItem[];
  outline: OutlineEntry[];
  /** Offsets in `html` of relative addresses, which feeds must complete: paths and fragments. */
  localAddresses: number[];
};

/** `embedded`: pictures in the HTML that must be stored before the HTML is prepared again with their addresses. */
export type Preparation = { content: PreparedContent; embedded: Uint8Array[] };

/**
 * How content is derived. `hasRemote`: with the pictures on other hosts, for clients of the API. `isWritten`: the HTML is
 * new, so its addresses are also stored as pages show them; a stored text is changed only by its writers. `hasSuggestions`:
 * `html` contains the open suggestions; nothing else of it may be stored then.
 */
export type PageOptions = {
  previewLength?: number;
  siteHosts?: SiteHosts;
  hasRemote?: boolean;
  isWritten?: boolean;
  hasSuggestions?: boolean;
};

/**
 * Parses and sanitises HTML and derives the rest from it. `known` are the available remote items. Throws
 * TooLargeError and InvalidError.
 */
export function deriveContent(
  html: string,
  addresses: readonly string[] = [],
  surface?: Surface,
  known?: KnownItems,
  { previewLength = ARTICLE_PREVIEW_LENGTH, siteHosts = [], ...flags }: PageOptions = {},
): Preparation {
  const { hasRemote = false, isWritten = false, hasSuggestions = false } = flags;
  const { nodes: parsed, pictures: embedded } = parseContent(html, addresses, surface, known, hasSuggestions);
  const given = known?.removed ? withoutRemoved(parsed, known.removed) : parsed;
  const stored = surface === "issue" ? given : withCards(given, known?.cards, siteHosts);
  const nodes = withResolvedAddresses(stored, siteHosts);
  const { html: clean, addresses: localAddresses } = contentHtml(isWritten ? nodes : stored);
  if (Buffer.byteLength(clean) > MAX_STORED_CONTENT_BYTES) throw tooLong();
  const found: Found = { pictures: [], outline: [], remote: new Set() };
  collect(nodes, found);
  const { pictures, outline, remote } = found;
  const marked = withMarks(nodes);
  const shown = withoutBlankLines(remote.size > 0 && !hasRemote ? withoutRemote(marked) : marked);
  const page = pageHtml(shown, previewLength);
  const text = plainText(marked);
  return {
    content: {
      html: clean,
      pageHtml: page.html,
      hasRest: page.hasRest,
      text,
      pictureWords: pictureWords(marked),
      readingMinutes: readingMinutes(textLength(text)),
      pictures,
      remoteItems: [
        ...[...remote].map((address) => ({ kind: "picture" as const, address })),
        ...unmadeCards(nodes).map((address) => ({ kind: "card" as const, address })),
      ],
      outline,
      localAddresses,
    },
    embedded,
  };
}

/** The direction of a block in a text that is otherwise written in the direction `around`. */
export const directionWithin = (node: ContentTag, around: Direction): Direction =>
  hasDirection(node) || node.name === "pre"
    ? blockDirection(node, around)
    : directionIn(rawText(node.children), around);

/** A stored article's text with the cards of own articles, without pictures on other hosts. */
export const ownContent = (html: CleanHtml, cards?: OwnCards): SerializedContent =>
  contentHtml(ownNodes(html, "article", cards));

/** The nodes of a stored text with the cards of own articles, without pictures on other hosts. */
export const ownNodes = (html: string, surface: Surface, cards: OwnCards = new Map()): ContentNode[] =>
  withoutBlankLines(withoutRemote(withResolvedAddresses(fillCards(parseContent(html, [], surface).nodes, cards), [])));

const unmadeCards = (nodes: ContentNode[]): string[] => [
  ...new Set(nodes.flatMap((node) => (isCard(node) ? (unmadeAddress(node) ?? []) : []))),
];

type Found = { pictures: string[]; outline: OutlineEntry[]; remote: Set<string> };

function collect(nodes: ContentNode[], found: Found): void {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    const { page } = contentElement(node.name) ?? {};
    if (page === "picture") {
      const src = sourceOf(node);
      if (src !== "") found.pictures.push(src);
      if (isRemote(src)) found.remote.add(src);
    }
    if (page === "heading") found.outline.push({ level: Number(node.name[1]), text: plainText(node.children) });
    collect(node.children, found);
  }
}

/** All public words of a content, for rules and disclosures. */
export const readersWords = ({ text, pictureWords: more }: Pick<PreparedContent, "text" | "pictureWords">): string =>
  more === "" ? text : `${text}\n${more}`;

/**
 * Words missing from the plain text, one line each: alternative texts, titles, and lines as they read if
 * pictures are not shown and superscripts are read as text.
 */
function pictureWords(nodes: ContentNode[]): string {
  const words = new Set<string>();
  const collectWords = (all: ContentNode[]): void => {
    for (const node of all) {
      if (typeof node === "string") continue;
      if (node.name === "img") for (const name of ["alt", "title"]) words.add(attributeOf(node, name).trim());
      // Superscript letters read as one word with their neighbours.
      if (isScript(node)) words.add("");
      collectWords(node.children);
    }
  };
  collectWords(nodes);
  if (words.size === 0) return "";
  const plain = new Set(plainText(nodes).split("\n"));
  for (const line of plainText(nodes, true).split("\n")) if (!plain.has(line)) words.add(line);
  words.delete("");
  return [...words].join("\n");
}

/** The visible text, one line per block. `isUnshown`: with the alternative texts of its pictures. */
export function plainText(nodes: ContentNode[], isUnshown = false): string {
  const lines: string[] = [];
  let line = "";
  const endLine = (): void => {
    const words = line.split(/\s+/).filter((word) => word !== "");
    if (words.length > 0) lines.push(words.join(" "));
    line = "";
  };
  const walk = (all: ContentNode[]): void => {
    for (const node of all) {
      if (typeof node === "string") {
        line += node;
        continue;
      }
      if (isReference(node) || isBackLink(node)) continue;
      if (isScript(node) && !isUnshown) {
        line += scriptText(node.name, plainText(node.children).replaceAll("\n", " "), line);
        continue;
      }
      const part = contentElement(node.name)?.text;
      if (node.name === "img" && (isUnshown || !attributeOf(node, "src"))) {
        line += isUnshown ? attributeOf(node, "alt") : "";
        continue;
      }
      if (part === "cell") {
        line += `${line === "" ? "" : " | "}${plainText(node.children, isUnshown).replaceAll("\n", " ")}`;
        continue;
      }
      if (part === "line") endLine();
      else if (part) line += " ";
      walk(node.children);
      if (part === "line") endLine();
      else if (part) line += " ";
    }
  };
  walk(nodes);
  endLine();
  return lines.join("\n");
}

/**
 * Cards: a remote page as a linked picture and title. A pending card is a link whose text is its
 * address, which is also the fallback if the page is unavailable.
 */

const unmade = (address: string) => cardTag("card", address, { title: address, source: "", picture: "" });

/** The address of a paragraph that contains only the address of a known post or video; null for any other. */
function embeddedIn(node: ContentNode): string | null {
  if (!isTag(node, "p") || node.children.length !== 1) return null;
  const [child] = node.children;
  const text = isTag(child, "a") ? child.children.join("") : String(child);
  if (typeof child === "object" && (!isTag(child, "a") || attributeOf(child, "href") !== text)) return null;
  const address = allowedAddress(text.trim(), "link");
  return address !== null && embedOf(address) ? address : null;
}

/**
 * Turns paragraphs that contain only the address of a post or video into cards, and fills in the data of
 * cards. Those of own pages have none.
 */
function withCards(
  nodes: ContentNode[],
  known: ReadonlyMap<string, CardDetails> | undefined,
  siteHosts: SiteHosts,
): ContentNode[] {
  return nodes.map((node): ContentNode => {
    const path = cardPath(node, siteHosts);
    if (path !== null) return storedCard(path);
    const embedded = embeddedIn(node);
    const card = embedded === null ? node : unmade(embedded);
    if (!isCard(card)) return node;
    const address = unmadeAddress(card);
    const details = address === null ? undefined : known?.get(address);
    return address !== null && details ? cardTag(details.isVideo ? "card-video" : "card", address, details) : card;
  });
}
