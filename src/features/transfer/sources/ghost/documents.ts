import { escapeText, escapeValue } from "#shared/html.ts";
import { cardHtml, type Note, type Payload } from "./payloads.ts";

/** Deeper nodes are left out: no editor makes them. */
const MAX_DEPTH = 60;

const object = (value: unknown): Payload => (typeof value === "object" && value !== null ? Object(value) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const string = (value: unknown): string => (typeof value === "string" ? value : "");

/** Marks of text in Lexical, by their bit. */
const FORMATS: readonly (readonly [number, string])[] = [
  [1, "strong"],
  [2, "em"],
  [4, "s"],
  [8, "u"],
  [16, "code"],
  [32, "sub"],
  [64, "sup"],
];

/** The HTML of a document of Ghost's present editor. Throws SyntaxError for JSON that is not valid. */
export function lexicalHtml(json: string, note: Note): string {
  return children(object(object(JSON.parse(json)).root), note, 0);
}

function children(node: Payload, note: Note, depth: number): string {
  if (depth > MAX_DEPTH) return "";
  return list(node.children)
    .map((child) => nodeHtml(object(child), note, depth + 1))
    .join("");
}

function nodeHtml(node: Payload, note: Note, depth: number): string {
  const type = string(node.type);
  const inside = () => children(node, note, depth);
  switch (type) {
    case "text":
    case "extended-text":
    case "tk":
      return FORMATS.reduce(
        (html, [bit, name]) => ((Number(node.format) & bit) === 0 ? html : `<${name}>${html}</${name}>`),
        escapeText(string(node.text)),
      );
    case "linebreak":
      return "<br>";
    case "tab":
      return "\t";
    case "zwnj":
    case "at-link-search":
      return "";
    case "link":
    case "autolink":
    case "at-link":
      return `<a href="${escapeValue(string(node.url))}">${inside()}</a>`;
    case "paragraph":
      return `<p>${inside()}</p>`;
    case "heading":
    case "extended-heading": {
      const tag = /^h[1-6]$/.exec(string(node.tag))?.[0] ?? "h2";
      return `<${tag}>${inside()}</${tag}>`;
    }
    case "quote":
    case "extended-quote":
      return `<blockquote>${inside()}</blockquote>`;
    case "aside":
      return `<blockquote class="kg-blockquote-alt">${inside()}</blockquote>`;
    case "list": {
      const isOrdered = node.listType === "number" || node.tag === "ol";
      const start = Number(node.start) > 1 ? ` start="${Number(node.start)}"` : "";
      return isOrdered ? `<ol${start}>${inside()}</ol>` : `<ul>${inside()}</ul>`;
    }
    case "listitem":
      return `<li>${inside()}</li>`;
    default:
      return otherHtml(type, node, note, inside);
  }
}

/** A card, or a node of a kind that a later version of Ghost has. */
function otherHtml(kind: string, payload: Payload, note: Note, inside: () => string): string {
  const html = cardHtml(kind, payload, note);
  if (html !== null) return html;
  const isText = list(payload.children).length > 0;
  const change = isText ? "became plain text" : "was left out";
  note(`A block of the unknown kind “${kind.slice(0, 40)}” ${change}.`, "warning");
  return isText ? `<div>${inside()}</div>` : "";
}

/** The marks that Mobiledoc's texts may have; all others lose nothing but their look. */
const MARKUPS: ReadonlySet<string> = new Set(["a", "b", "strong", "i", "em", "s", "u", "code", "sub", "sup"]);
const SECTIONS: ReadonlySet<string> = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "aside"]);

/** The HTML of a document of Ghost's editor before 2023 (Mobiledoc 0.3). Throws SyntaxError for JSON that is not valid. */
export function mobiledocHtml(json: string, note: Note): string {
  const document = object(JSON.parse(json));
  if (!string(document.version).startsWith("0.3"))
    note(`The text is in an unknown version of Mobiledoc (${string(document.version).slice(0, 20)}).`, "warning");
  return list(document.sections)
    .map((section) => sectionHtml(list(section), document, note))
    .join("");
}

function sectionHtml(section: unknown[], document: Payload, note: Note): string {
  const [type, first, second] = section;
  if (type === 2) return `<img src="${escapeValue(string(first))}">`;
  if (type === 10) {
    const [kind, payload] = list(list(document.cards)[Number(first)]);
    return otherHtml(string(kind), object(payload), note, () => "");
  }
  if (type === 3) {
    const tag = first === "ol" ? "ol" : "ul";
    const items = list(second).map((item) => `<li>${markersHtml(list(item), document)}</li>`);
    return `<${tag}>${items.join("")}</${tag}>`;
  }
  const name = string(first).toLowerCase();
  const html = markersHtml(list(second), document);
  if (name === "aside") return `<blockquote class="kg-blockquote-alt">${html}</blockquote>`;
  return SECTIONS.has(name) ? `<${name}>${html}</${name}>` : `<p>${html}</p>`;
}

/** Markers open marks and close the last ones of them. */
function markersHtml(markers: unknown[], { markups, atoms }: Payload): string {
  const open: string[] = [];
  let html = "";
  for (const marker of markers) {
    const [type, opened, closed, value] = list(marker);
    for (const index of list(opened)) {
      const [name, attributes] = list(list(markups)[Number(index)]);
      const tag = MARKUPS.has(string(name).toLowerCase()) ? string(name).toLowerCase() : "span";
      const at = list(attributes).indexOf("href");
      const href = at === -1 ? "" : ` href="${escapeValue(string(list(attributes)[at + 1]))}"`;
      html += `<${tag}${href}>`;
      open.push(tag);
    }
    html += type === 1 ? atomHtml(list(list(atoms)[Number(value)])) : escapeText(string(value));
    for (let count = Number(closed) || 0; count > 0 && open.length > 0; count -= 1) html += `</${open.pop()}>`;
  }
  return (
    html +
    open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join("")
  );
}

const atomHtml = ([name, text]: unknown[]): string => (name === "soft-return" ? "<br>" : escapeText(string(text)));
