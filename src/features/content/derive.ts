import type { CleanHtml, PageHtml } from "#shared/clean-html.ts";
import { isBackLink } from "./internal/footnotes.ts";
import { contentElement } from "./model.ts";
import { type ContentNode, parseContent, tooLong } from "./parse.ts";
import { ARTICLE_PREVIEW_LENGTH, MAX_STORED_CONTENT_BYTES } from "./rules.ts";
import { contentHtml, pageHtml } from "./serialize.ts";

/** Incremented with every change of the derivation: content derived by an older version is derived again. */
export const DERIVATION = 2;

/** A heading of the content and its level, from 1. */
export type OutlineEntry = { level: number; text: string };

/** Everything stored of an article's content, derived in one pass when it is written. */
export type PreparedContent = {
  html: CleanHtml;
  pageHtml: PageHtml;
  /** Whether the preview hides part of the page's HTML. */
  hasRest: boolean;
  /** The plain text: one line per block, white space collapsed. */
  text: string;
  /** The addresses of its pictures, in order. */
  pictures: string[];
  outline: OutlineEntry[];
  /** Offsets in `html` of addresses that mean nothing in a feed: paths and fragments. */
  localAddresses: number[];
};

/** `embedded`: pictures embedded in the HTML. They must be stored, and the HTML prepared again with their addresses. */
export type Preparation = { content: PreparedContent; embedded: Uint8Array[] };

/** Parses HTML, keeps what is allowed and derives the rest from it. Throws TooLargeError and InvalidError. */
export function deriveContent(html: string, addresses: readonly string[] = []): Preparation {
  const { nodes, pictures: embedded } = parseContent(html, addresses);
  const { html: clean, addresses: localAddresses } = contentHtml(nodes);
  if (Buffer.byteLength(clean) > MAX_STORED_CONTENT_BYTES) throw tooLong();
  const page = pageHtml(nodes, ARTICLE_PREVIEW_LENGTH);
  const pictures: string[] = [];
  const outline: OutlineEntry[] = [];
  collect(nodes, pictures, outline);
  return {
    content: {
      html: clean,
      pageHtml: page.html,
      hasRest: page.hasRest,
      text: plainText(nodes),
      pictures,
      outline,
      localAddresses,
    },
    embedded,
  };
}

function collect(nodes: ContentNode[], pictures: string[], outline: OutlineEntry[]): void {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    const { page } = contentElement(node.name) ?? {};
    if (page === "picture") {
      const src = node.attributes.find(([name]) => name === "src")?.[1];
      if (src) pictures.push(src);
    }
    if (page === "heading") outline.push({ level: Number(node.name[1]), text: plainText(node.children) });
    collect(node.children, pictures, outline);
  }
}

/** The text that a reader sees, one line per block. */
export function plainText(nodes: ContentNode[]): string {
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
      const part = contentElement(node.name)?.text;
      if (part === "skip" || isBackLink(node)) continue;
      if (part === "cell") {
        line += `${line === "" ? "" : " | "}${plainText(node.children).replaceAll("\n", " ")}`;
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
