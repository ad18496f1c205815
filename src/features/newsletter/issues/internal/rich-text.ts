import type { ContentNode, ContentTag } from "#features/content/model.ts";
import { buttonOf, isBackLink, isReference, rawText } from "#features/content/rules.ts";
import { scriptText } from "#shared/text.ts";
import type { LinkTo } from "../numbers/rules.ts";
import { asideLabel, type BlockTag, isBlock, isInline, runsOf } from "./content-parts.ts";

/** `address`: the absolute address of a link, by its target and its words. `language`: of the mail. */
type TextParts = { address: LinkTo; language: string | undefined };

/** Rich text as the plain part of a mail: an empty line between blocks, addresses after links. */
export const richText = (nodes: ContentNode[], parts: TextParts): string =>
  runsOf(nodes)
    .map((node) => (Array.isArray(node) ? inline(node, parts).trim() : block(node, parts)))
    .filter((text) => text !== "")
    .join("\n\n");

const classOf = ({ attributes }: ContentTag): string => attributes.find(([name]) => name === "class")?.[1] ?? "";

function block(node: BlockTag, parts: TextParts): string {
  const inside = () => richText(node.children, parts);
  switch (node.name) {
    case "p": {
      const button = buttonOf(node);
      return button
        ? `${button.label}:\n${parts.address(button.href, button.label)}`
        : inline(node.children, parts).trim();
    }
    case "h1":
    case "h2":
    case "h3": {
      const text = inline(node.children, parts).trim();
      return text && `${text}\n${"-".repeat(Math.min(text.length, 60))}`;
    }
    case "ul":
      return list(node, parts, () => "- ");
    case "ol": {
      const start = Number(node.attributes.find(([name]) => name === "start")?.[1] ?? 1);
      return list(node, parts, (at) => `${start + at}. `);
    }
    case "blockquote":
      return inside().replace(/^/gm, "> ");
    case "aside":
      return [asideLabel(classOf(node), parts.language), inside()].filter(Boolean).join(":\n");
    case "summary":
      return inline(node.children, parts).trim();
    case "hr":
      return "* * *";
    case "img":
      return picture(node);
    case "pre":
      return plain(node.children);
    case "tr":
      return node.children
        .flatMap((cell) => (typeof cell === "string" ? [] : [richText(cell.children, parts).replaceAll("\n", " ")]))
        .join(" | ");
    case "table":
    case "tbody":
      return node.children
        .filter(isBlock)
        .map((row) => block(row, parts))
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

function list({ children }: ContentTag, parts: TextParts, sign: (at: number) => string): string {
  const items = children.filter((child) => typeof child !== "string");
  return items
    .map((item, at) => {
      const lines = richText(item.children, parts).replaceAll("\n\n", "\n");
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

const inline = (nodes: ContentNode[], parts: TextParts): string =>
  nodes.reduce<string>(
    (text, node) => text + (typeof node === "string" ? node.replace(/\s+/g, " ") : inlineTag(node, parts, text)),
    "",
  );

/** `before`: the preceding text of the line. */
function inlineTag(node: ContentTag, parts: TextParts, before: string): string {
  if (node.name === "img") return picture(node);
  if (!isInline(node)) return inline(node.children, parts);
  switch (node.name) {
    case "br":
      return "\n";
    case "sup":
    case "sub":
      return isReference(node)
        ? `[${plain(node.children)}]`
        : scriptText(node.name, inline(node.children, parts), before);
    case "a":
      return link(node, parts);
    // Plain text cannot show these.
    case "strong":
    case "b":
    case "em":
    case "i":
    case "u":
    case "s":
    case "code":
      return inline(node.children, parts);
  }
}

function link(node: ContentTag, parts: TextParts): string {
  const href = node.attributes.find(([name]) => name === "href")?.[1] ?? "";
  const text = inline(node.children, parts);
  // Fragment links do not work in mails: show the text only, and omit links back from footnotes.
  if (href.startsWith("#")) return isBackLink(node) ? "" : text;
  const url = parts.address(href, rawText(node.children));
  const bare = text.trim();
  return bare === url || bare === href ? text : `${text} (${url})`;
}
