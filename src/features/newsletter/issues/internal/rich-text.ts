import { type ContentNode, type ContentTag, ISSUE_ASIDES } from "#features/content/model.ts";
import { buttonOf, isBackLink, isReference } from "#features/content/rules.ts";
import { scriptText } from "#shared/text.ts";
import { type BlockTag, isBlock, isInline, runsOf } from "./content-parts.ts";

type Address = (href: string) => string;

/** Rich text as the plain part of a mail: an empty line between blocks, addresses after links. */
export const richText = (nodes: ContentNode[], address: Address): string =>
  runsOf(nodes)
    .map((node) => (Array.isArray(node) ? inline(node, address).trim() : block(node, address)))
    .filter((text) => text !== "")
    .join("\n\n");

const classOf = ({ attributes }: ContentTag): string => attributes.find(([name]) => name === "class")?.[1] ?? "";

function block(node: BlockTag, address: Address): string {
  const inside = () => richText(node.children, address);
  switch (node.name) {
    case "p": {
      const button = buttonOf(node);
      return button ? `${button.label}:\n${address(button.href)}` : inline(node.children, address).trim();
    }
    case "h1":
    case "h2":
    case "h3": {
      const text = inline(node.children, address).trim();
      return text && `${text}\n${"-".repeat(Math.min(text.length, 60))}`;
    }
    case "ul":
      return list(node, address, () => "- ");
    case "ol": {
      const start = Number(node.attributes.find(([name]) => name === "start")?.[1] ?? 1);
      return list(node, address, (at) => `${start + at}. `);
    }
    case "blockquote":
      return inside().replace(/^/gm, "> ");
    case "aside":
      return classOf(node) in ISSUE_ASIDES ? `${ISSUE_ASIDES.sponsor}:\n${inside()}` : inside();
    case "summary":
      return inline(node.children, address).trim();
    case "hr":
      return "* * *";
    case "img":
      return picture(node);
    case "pre":
      return plain(node.children);
    case "tr":
      return node.children
        .flatMap((cell) => (typeof cell === "string" ? [] : [richText(cell.children, address).replaceAll("\n", " ")]))
        .join(" | ");
    case "table":
    case "tbody":
      return node.children
        .filter(isBlock)
        .map((row) => block(row, address))
        .join("\n");
    // Plain text cannot show these, or their parent renders them.
    case "li":
    case "th":
    case "td":
    case "figure":
    case "small":
    case "figcaption":
    case "div":
    case "section":
    case "details":
    case "article":
      return inside();
  }
}

function list({ children }: ContentTag, address: Address, sign: (at: number) => string): string {
  const items = children.filter((child) => typeof child !== "string");
  return items
    .map((item, at) => {
      const lines = richText(item.children, address).replaceAll("\n\n", "\n");
      return `${sign(at)}${lines.replaceAll("\n", `\n${" ".repeat(sign(at).length)}`)}`;
    })
    .join("\n");
}

const picture = ({ attributes }: ContentTag): string => {
  const alt = attributes.find(([name]) => name === "alt")?.[1] ?? "";
  return alt && `[${alt}]`;
};

const plain = (nodes: ContentNode[]): string =>
  nodes.map((node) => (typeof node === "string" ? node : node.name === "br" ? "\n" : plain(node.children))).join("");

const inline = (nodes: ContentNode[], address: Address): string =>
  nodes.reduce<string>(
    (text, node) => text + (typeof node === "string" ? node.replace(/\s+/g, " ") : inlineTag(node, address, text)),
    "",
  );

/** `before`: the preceding text of the line. */
function inlineTag(node: ContentTag, address: Address, before: string): string {
  if (node.name === "img") return picture(node);
  if (!isInline(node)) return inline(node.children, address);
  switch (node.name) {
    case "br":
      return "\n";
    case "sup":
    case "sub":
      return isReference(node)
        ? `[${plain(node.children)}]`
        : scriptText(node.name, inline(node.children, address), before);
    case "a":
      return link(node, address);
    // Plain text cannot show these.
    case "strong":
    case "b":
    case "em":
    case "i":
    case "u":
    case "s":
    case "code":
      return inline(node.children, address);
  }
}

function link(node: ContentTag, address: Address): string {
  const href = node.attributes.find(([name]) => name === "href")?.[1] ?? "";
  const text = inline(node.children, address);
  // Fragment links do not work in mails: show the text only, and omit links back from footnotes.
  if (href.startsWith("#")) return isBackLink(node) ? "" : text;
  const url = address(href);
  const bare = text.trim();
  return bare === url || bare === href ? text : `${text} (${url})`;
}
