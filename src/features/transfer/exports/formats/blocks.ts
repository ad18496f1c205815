import { type ContentNode, type ContentTag, contentElement } from "#features/content/model.ts";
import { attributeOf, isReference } from "#features/content/rules.ts";
import { contentHtml } from "#features/content/serialize.ts";
import { escapeValue } from "#shared/html.ts";

/**
 * A text as blocks of WordPress' editor. What its core blocks can't hold, or would show as damaged, is a block of HTML.
 */
export const blockHtml = (nodes: readonly ContentNode[]): string =>
  runsOf(nodes)
    .map((run) => (Array.isArray(run) ? paragraph(run) : (blockOf(run) ?? comment("html", {}, html([run])))))
    .join("\n\n");

const html = (nodes: readonly ContentNode[]): string => contentHtml([...nodes]).html;

function comment(name: string, attributes: object, inside: string): string {
  const json = JSON.stringify(attributes).replaceAll("--", "\\u002d\\u002d");
  return `<!-- wp:${name}${json === "{}" ? "" : ` ${json}`} -->\n${inside}\n<!-- /wp:${name} -->`;
}

const paragraph = (nodes: readonly ContentNode[]): string => comment("paragraph", {}, `<p>${html(nodes)}</p>`);

const isInline = (node: ContentNode): boolean =>
  typeof node === "string" || node.name === "br" || contentElement(node.name)?.kind === "mark";

/** Blocks, and lists of the inline nodes between them. */
function runsOf(nodes: readonly ContentNode[]): (ContentTag | ContentNode[])[] {
  const runs: (ContentTag | ContentNode[])[] = [];
  for (const node of nodes) {
    const last = runs.at(-1);
    if (typeof node !== "string" && !isInline(node)) runs.push(node);
    else if (Array.isArray(last)) last.push(node);
    else if (typeof node !== "string" || node.trim() !== "") runs.push([node]);
  }
  return runs;
}

/** Null for a block that is to be HTML. */
function blockOf(node: ContentTag): string | null {
  const isBare = !node.attributes.some(([name]) => name !== "start");
  switch (node.name) {
    case "p":
      return isBare && isLine(node) ? paragraph(node.children) : null;
    case "h1":
    case "h2":
    case "h3": {
      const level = Number(node.name[1]);
      if (!isBare || !isLine(node)) return null;
      const tag = `<h${level} class="wp-block-heading">${html(node.children)}</h${level}>`;
      return comment("heading", level === 2 ? {} : { level }, tag);
    }
    case "hr":
      return comment("separator", {}, '<hr class="wp-block-separator has-alpha-channel-opacity"/>');
    case "ul":
    case "ol":
      return isBare ? list(node) : null;
    case "blockquote": {
      const lines = runsOf(node.children).map((run) =>
        Array.isArray(run) ? paragraph(run) : run.name === "p" && blockOf(run),
      );
      if (!isBare || lines.includes(null) || lines.includes(false)) return null;
      return comment("quote", {}, `<blockquote class="wp-block-quote">${lines.join("\n\n")}</blockquote>`);
    }
    case "pre":
      return code(node);
    case "img":
      return picture(node, null);
    case "figure":
      return figure(node);
    default:
      return null;
  }
}

/** References to footnotes have ids, which only HTML keeps. */
const isLine = ({ children }: ContentTag): boolean =>
  children.every((child) => isInline(child) && (typeof child === "string" || (!isReference(child) && isLine(child))));

/** An item is one line, and possibly a list below it. */
function list(node: ContentTag): string | null {
  const items: string[] = [];
  for (const item of node.children) {
    if (typeof item === "string") continue;
    const [first, ...more] = runsOf(item.children);
    const line = Array.isArray(first)
      ? first
      : first?.name === "p" && first.attributes.length === 0
        ? first.children
        : null;
    if (!line || !isLine({ ...item, children: line })) return null;
    const below = more.map((one) => (!Array.isArray(one) && /^[uo]l$/.test(one.name) ? list(one) : null));
    if (item.attributes.length > 0 || below.includes(null)) return null;
    items.push(comment("list-item", {}, `<li>${html(line).trim()}${below.join("")}</li>`));
  }
  const start = Number(attributeOf(node, "start")) || 1;
  const attributes = node.name === "ol" ? { ordered: true, ...(start !== 1 && { start }) } : {};
  const given = start === 1 ? "" : ` start="${start}"`;
  return comment(
    "list",
    attributes,
    `<${node.name}${given} class="wp-block-list">${items.join("\n\n")}</${node.name}>`,
  );
}

function code(node: ContentTag): string {
  const inner = node.children.find((child) => typeof child === "object" && child.name === "code");
  const [content, language] =
    typeof inner === "object" ? [inner.children, attributeOf(inner, "class")] : [node.children, ""];
  const className = ["wp-block-code", language].filter(Boolean).join(" ");
  const tag = `<pre class="${escapeValue(className)}"><code>${html(content)}</code></pre>`;
  return comment("code", language ? { className: language } : {}, tag);
}

function picture(node: ContentTag, caption: ContentTag | null): string {
  const value = (name: string) => escapeValue(attributeOf(node, name));
  const title = attributeOf(node, "title") ? ` title="${value("title")}"` : "";
  const align = attributeOf(node, "class");
  const legend = caption ? `<figcaption class="wp-element-caption">${html(caption.children)}</figcaption>` : "";
  const className = `wp-block-image${align ? ` align${align}` : ""}`;
  const image = `<img src="${value("src")}" alt="${value("alt")}"${title}/>`;
  return comment("image", align ? { align } : {}, `<figure class="${className}">${image}${legend}</figure>`);
}

/** A picture with its caption; a credit of its own is HTML. */
function figure(node: ContentTag): string | null {
  const [image, caption, ...more] = node.children.filter((child) => typeof child !== "string");
  if (image?.name !== "img" || more.length > 0 || node.attributes.length > 0) return null;
  if (caption && (caption.name !== "figcaption" || !isLine(caption))) return null;
  return picture(image, caption ?? null);
}
