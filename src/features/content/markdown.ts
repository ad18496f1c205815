import { escapeValue } from "#shared/html.ts";
import { scriptText } from "#shared/text.ts";
import { ownNodes } from "./derive.ts";
import { asideName } from "./labels.ts";
import { type ContentNode, type ContentTag, contentElement } from "./model.ts";
import type { OwnCards } from "./own-cards.ts";
import { attributeOf, buttonOf, isBackLink, isReference, rawText } from "./rules.ts";
import { hasElement } from "./serialize.ts";

/**
 * `address` makes an address of the content complete. `language`: of the text, as a BCP 47 tag. `isExact`: marks that Markdown
 * lacks stay HTML, and nothing becomes a link or a template's code that is none.
 */
type Options = { address: (href: string) => string; language?: string | undefined; isExact?: true };
/** `shift`: by how many levels headings are lowered. */
type Target = Options & { shift: number };

/**
 * Content as CommonMark with tables, strikethrough and footnotes of GitHub
 * (https://github.github.com/gfm/, https://spec.commonmark.org/). Headings start below the title of the document,
 * with the same levels as on its page.
 */
export const markdownOf = (nodes: readonly ContentNode[], options: Options): string =>
  blocks(nodes, { ...options, shift: !options.isExact && hasElement(nodes, "h1") ? 1 : 0 });

/** A stored article's text, its own cards, and the complete addresses of its page and its site. */
export type StoredText = {
  html: string;
  cards: OwnCards | undefined;
  page: string;
  site: string;
  language: string | undefined;
};

/** A stored text as Markdown, with complete addresses. */
export function storedMarkdown({ html, cards, page, site, language }: StoredText): string {
  const address = (href: string) => (href.startsWith("#") ? page + href : (URL.parse(href, `${site}/`)?.href ?? href));
  return markdownOf(ownNodes(html, "article", cards), { address, language });
}

const blocks = (nodes: readonly ContentNode[], to: Target): string =>
  runsOf(nodes)
    .map((run) => (Array.isArray(run) ? line(run, to) : block(run, to)))
    .filter((text) => text !== "")
    .join("\n\n");

const isInline = (node: ContentNode): boolean =>
  typeof node === "string" || node.name === "br" || contentElement(node.name)?.kind === "mark";

/** Blocks, and lists of the inline nodes between them. */
function runsOf(nodes: readonly ContentNode[]): (ContentTag | ContentNode[])[] {
  const runs: (ContentTag | ContentNode[])[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (typeof node !== "string" && !isInline(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else runs.push([node]);
  }
  return runs;
}

/** Characters that have a meaning anywhere in a line, and those that have one at its start. */
const SPECIAL = /[\\`*_[\]<>~|]/g;
const ENTITY = /&(?=#?\w+;)/g;
const START = /^(#{1,6}|[-+=])/gm;
const NUMBER = /^(\d{1,9})([.)])/gm;

export const escapeMarkdown = (text: string): string =>
  text.replace(SPECIAL, "\\$&").replace(ENTITY, "\\&").replace(START, "\\$1").replace(NUMBER, "$1\\$2");

const indented = (text: string, by: string): string => text.replace(/\n(?!\n|$)/g, `\n${by}`);
const quoted = (text: string): string => (text === "" ? "" : text.replace(/^/gm, "> ").replace(/^> $/gm, ">"));

/** A fence that is longer than any in the code. */
function fenceAround(code: string, least: number): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(least, longest + 1));
}

function block(node: ContentTag, to: Target): string {
  const inside = () => blocks(node.children, to);
  switch (node.name) {
    case "p": {
      const button = buttonOf(node);
      return button ? linkTo(escapeMarkdown(button.label), to.address(button.href)) : line(node.children, to);
    }
    case "h1":
    case "h2":
    case "h3": {
      const text = line(node.children, to).replace(/\\?\n/g, " ");
      return text && `${"#".repeat(Number(node.name[1]) + to.shift)} ${text}`;
    }
    case "ul":
      return list(node, to, () => "- ");
    case "ol": {
      const start = Number(attributeOf(node, "start")) || 1;
      return list(node, to, (at) => `${start + at}. `);
    }
    case "section":
      return footnotes(node, to);
    case "blockquote":
      return quoted(inside());
    case "aside":
      return aside(node, inside(), to);
    case "summary":
    case "small":
    case "figcaption":
      return wrapped(line(node.children, to), node.name === "summary" ? "**" : "*");
    case "hr":
      return "---";
    case "img":
      return picture(node, to);
    case "pre":
      return code(node);
    case "table":
      return table(node, to);
    default:
      return inside();
  }
}

function aside(node: ContentTag, inside: string, { language }: Target): string {
  const kind = attributeOf(node, "class");
  if (kind === "pull-quote") return quoted(inside);
  const name = asideName(kind, language);
  // Cards and files are links already.
  return name ? quoted(`**${name}:**\n\n${inside}`) : inside;
}

function code(node: ContentTag): string {
  const text = rawText(node.children).replace(/\n$/, "");
  const fence = fenceAround(text, 3);
  const inner = node.children.find((child) => typeof child !== "string" && child.name === "code");
  const language = typeof inner === "object" ? attributeOf(inner, "class").replace("language-", "") : "";
  return `${fence}${language}\n${text}\n${fence}`;
}

const elementsOf = ({ children }: ContentTag): ContentTag[] => children.filter((child) => typeof child !== "string");

const list = (node: ContentTag, to: Target, sign: (at: number) => string): string =>
  elementsOf(node)
    .map((item, at) => `${sign(at)}${indented(blocks(item.children, to), " ".repeat(sign(at).length))}`)
    .join("\n");

/** Notes are numbered by their order at each save, as their references are. */
const footnotes = (node: ContentTag, to: Target): string =>
  elementsOf(node)
    .flatMap(elementsOf)
    .map((note, at) => `[^${at + 1}]: ${indented(blocks(note.children, to), "    ")}`)
    .join("\n");

function table(node: ContentTag, to: Target): string {
  const rows = elementsOf(node).flatMap((part) => (part.name === "tr" ? [part] : elementsOf(part)));
  const cells = rows.map((row) => elementsOf(row).map((cell) => blocks(cell.children, to).replace(/\\?\n+/g, " ")));
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (width === 0) return "";
  const [first] = rows;
  const hasHead = first !== undefined && elementsOf(first).every(({ name }) => name === "th");
  const head = hasHead ? (cells.shift() ?? []) : [];
  const write = (row: string[]) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
  return [write(head), write(Array<string>(width).fill("---")), ...cells.map(write)].join("\n");
}

/** An address between angle brackets, which only these characters would end. */
const target = (url: string): string => `<${url.replace(/[<>\\\s]/g, (sign) => encodeURIComponent(sign))}>`;
const linkTo = (text: string, url: string): string => `[${text}](${target(url)})`;

function picture(node: ContentTag, to: Target): string {
  const src = attributeOf(node, "src");
  const alt = escapeMarkdown(attributeOf(node, "alt").replace(/\s+/g, " "));
  return src === "" ? alt : `!${linkTo(alt, to.address(src))}`;
}

/** Inline nodes as one paragraph. Escaped as a whole line, so that no text starts a block. */
const line = (nodes: readonly ContentNode[], to: Target): string => inline(nodes, to).trim();

const inline = (nodes: readonly ContentNode[], to: Target): string =>
  nodes.reduce<string>(
    (text, node) => text + (typeof node === "string" ? plainWords(node, text, to) : mark(node, to, text)),
    "",
  );

/** The starts of addresses, which GitHub's Markdown makes links, and those of templates' code. */
const ADDRESS_START = /(:)(?=\/\/)|(?<=\bwww)\.|@/gi;
const CODE_START = /\{(?=[{%])/g;

function plainWords(text: string, before: string, { isExact }: Target): string {
  const escaped = words(text, before);
  if (!isExact) return escaped;
  return escaped.replace(ADDRESS_START, "\\$&").replace(CODE_START, "{\\");
}

/** `before`: the preceding text, which decides whether these words start a line. */
function words(text: string, before: string): string {
  const plain = text.replace(/\s+/g, " ");
  const isStart = before === "" || before.endsWith("\n");
  return isStart ? escapeMarkdown(plain.trimStart()) : escapeMarkdown(`x${plain}`).slice(1);
}

/** Marks text, with the white space around it outside, where Markdown wants it. */
function wrapped(text: string, sign: string): string {
  const inner = text.trim();
  if (inner === "") return text;
  const [start = "", end = ""] = [/^\s*/.exec(text)?.[0], text.slice(text.trimEnd().length)];
  return `${start}${sign}${inner}${sign}${end}`;
}

function mark(node: ContentTag, to: Target, before: string): string {
  const inside = () => inline(node.children, to);
  switch (node.name) {
    case "br":
      return before.trim() === "" ? "" : "\\\n";
    case "img":
      return picture(node, to);
    case "strong":
    case "b":
      return wrapped(inside(), "**");
    case "em":
    case "i":
      return wrapped(inside(), "*");
    case "s":
      return wrapped(inside(), "~~");
    case "code": {
      const text = rawText(node.children).replace(/\s+/g, " ");
      const fence = fenceAround(text, 1);
      const space = /^`|`$/.test(text) ? " " : "";
      return text.trim() === "" ? text : `${fence}${space}${text}${space}${fence}`;
    }
    case "sup":
    case "sub":
      if (to.isExact) return tagged(node, inside());
      return isReference(node)
        ? `[^${rawText(node.children).trim()}]`
        : escapeMarkdown(`x${scriptText(node.name, rawText(node.children), before)}`).slice(1);
    case "a":
      return to.isExact && attributeOf(node, "id") !== "" ? tagged(node, inside()) : link(node, to);
    case "u":
      return to.isExact ? tagged(node, inside()) : inside();
    default:
      return inside();
  }
}

/** Markdown in an element that Markdown lacks. */
const tagged = ({ name, attributes }: ContentTag, inside: string): string =>
  `<${name}${attributes.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join("")}>${inside}</${name}>`;

function link(node: ContentTag, to: Target): string {
  if (isBackLink(node)) return "";
  const text = inline(node.children, to);
  const href = attributeOf(node, "href");
  return text.trim() === "" || href === "" ? text : linkTo(text.trim(), to.address(href));
}
