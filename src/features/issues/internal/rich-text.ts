import { ISSUE_ASIDES } from "#features/content/model.ts";
import type { ContentNode, ContentTag } from "#features/content/parse.ts";
import { buttonOf, runsOf } from "./content-parts.ts";

type Address = (href: string) => string;

/** Rich text as the plain part of a mail has it: an empty line between blocks, the address of a link behind it. */
export const richText = (nodes: ContentNode[], address: Address): string =>
  runsOf(nodes)
    .map((node) => (Array.isArray(node) ? inline(node, address).trim() : block(node, address)))
    .filter((text) => text !== "")
    .join("\n\n");

const classOf = ({ attributes }: ContentTag): string => attributes.find(([name]) => name === "class")?.[1] ?? "";

function block(node: ContentTag, address: Address): string {
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
      return node.children.flatMap((row) => (typeof row === "string" ? [] : [block(row, address)])).join("\n");
    default:
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

function inline(nodes: ContentNode[], address: Address): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node.replace(/\s+/g, " ");
      if (node.name === "br") return "\n";
      if (node.name === "img") return picture(node);
      if (node.name === "sup") return `[${plain(node.children)}]`;
      return node.name === "a" ? link(node, address) : inline(node.children, address);
    })
    .join("");
}

function link(node: ContentTag, address: Address): string {
  const href = node.attributes.find(([name]) => name === "href")?.[1] ?? "";
  const text = inline(node.children, address);
  // The way back from a footnote leads nowhere here.
  if (href.startsWith("#")) return node.attributes.some(([name]) => name === "id") ? text : "";
  const url = address(href);
  const bare = text.trim();
  return bare === url || bare === href ? text : `${text} (${url})`;
}
