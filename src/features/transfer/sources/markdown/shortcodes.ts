import { escapeValue } from "#shared/html.ts";
import { beginningOf } from "#shared/text.ts";
import { codeBlock, linkCard } from "../blocks.ts";
import { textIn } from "./fields.ts";
import { calloutMaker, MAKERS, type Made, type ShortcodeTools } from "./makers.ts";
import { type Tag, TagReader, type Token } from "./tags.ts";

/** Replaces the tags of a Markdown text by Markdown and HTML. What they can't say is named in findings; text in them is kept. */
export function replaceTags(text: string, tools: ShortcodeTools): string {
  const tokens = new TagReader(text, tools.dialect).read();
  const closers = pairsIn(tokens);
  const endings = new Map<number, string>();
  const made: string[] = [];
  /** The last characters, for what depends on the line. */
  let line = "";
  const add = (text: string) => {
    made.push(text);
    line = (line + text.slice(-MAX_LINE)).slice(-MAX_LINE);
  };
  tokens.forEach((token, at) => {
    if (typeof token === "string") {
      add(token);
      return;
    }
    add(endings.get(at) ?? "");
    if (token.kind === "close") return;
    const closer = closers.get(at);
    const { before, after = "", isInline = false } = makeTag(token, closer !== undefined, tools);
    add(isInline ? before : alone(before, line));
    const close = isInline || after === "" ? after : `\n\n${after}\n\n`;
    if (closer !== undefined) endings.set(closer, close);
    else if (isInline || after !== "") add(close);
  });
  return made.join("");
}

/** Characters before a tag that say whether it is on a line of its own. */
const MAX_LINE = 200;

/** A block on lines of its own; after text in the same line it stays there, and is taken out of the line later. */
function alone(html: string, before: string): string {
  if (html === "") return "";
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return line.trim() === "" ||
    html.startsWith("<aside") ||
    html.startsWith("<details") ||
    html.startsWith("<blockquote")
    ? `\n\n${html}\n\n`
    : html;
}

/** The place of the end of each tag that has one. */
function pairsIn(tokens: readonly Token[]): Map<number, number> {
  const open: number[] = [];
  const counts = new Map<string, number>();
  const pairs = new Map<number, number>();
  const keyOf = ({ syntax, name }: Tag) => (syntax === "colons" ? ":" : `${syntax} ${name.toLowerCase()}`);
  tokens.forEach((token, at) => {
    if (typeof token === "string" || token.kind === "single") return;
    const key = keyOf(token);
    if (token.kind === "open") {
      open.push(at);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return;
    }
    if (!counts.get(key)) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      const lastKey = keyOf(tokens[last] as Tag);
      counts.set(lastKey, (counts.get(lastKey) ?? 1) - 1);
      if (lastKey !== key) continue;
      pairs.set(last, at);
      return;
    }
  });
  return pairs;
}

function makeTag(tag: Tag, isPair: boolean, tools: ShortcodeTools): Made {
  const name = tag.name.toLowerCase();
  if (tag.syntax === "variable") return variable(tag, tools);
  if (tag.inner !== undefined) return verbatim(name, tag);
  if (tag.syntax === "component" && /^[a-z]/.test(tag.name)) return element(tag, isPair, tools);
  const included = tag.syntax === "liquid" && /^(?:include|include_relative|include_cached|render|partial)$/.test(name);
  const own = included ? includedName(tag.positional[0] ?? "") : name;
  const maker = MAKERS.get(own) ?? calloutMaker(own);
  const made = maker?.(included ? { ...tag, positional: tag.positional.slice(1) } : tag, tools);
  if (made) return made;
  if (PASSED.has(own)) return { before: "" };
  return unknown(tag, isPair, tools);
}

/** A tag without an equivalent: an address in it becomes a card, and the text in it is kept. */
function unknown(tag: Tag, isPair: boolean, { note }: ShortcodeTools): Made {
  const kept = isPair ? " The text in it was kept." : "";
  note(`“${beginningOf(tag.raw.replace(/\s+/g, " "), 200)}” has no equivalent.${kept}`, "warning");
  if (CONTROL.has(tag.name)) return { before: "" };
  const address = [...tag.positional, ...tag.named.values()].find((value) => /^https?:\/\/\S+$/.test(value));
  return { before: address && !isPair ? linkCard(address) : "" };
}

const CONTROL: ReadonlySet<string> = new Set([
  "if",
  "unless",
  "for",
  "assign",
  "capture",
  "else",
  "elsif",
  "case",
  "when",
  "set",
  "include",
  "layout",
  "paginate",
]);
/** Tags that only arrange what is in them. */
const PASSED: ReadonlySet<string> = new Set(
  "rawhtml html unsafe tabs cardgroup cards steps columns column row center div section container fragment markdown nomarkdown lead gallery toc more".split(
    " ",
  ),
);

function verbatim(name: string, tag: Tag): Made {
  const inner = tag.inner ?? "";
  if (name === "comment") return { before: "", isInline: true };
  if (name === "raw" || name === "verbatim") return { before: inner, isInline: true };
  const language = (name === "mermaid" ? name : (tag.positional[0] ?? tag.named.get("lang") ?? "")).replace(
    /^lang:/,
    "",
  );
  const code = inner.replace(/^[ \t]*\n/, "").trimEnd();
  return { before: codeBlock(code, /^[a-z0-9+#_-]{1,24}$/i.test(language) ? language : "") };
}

/** A variable of the page or site; others are named. */
function variable({ name, raw }: Tag, { fields, base, note, linkTo }: ShortcodeTools): Made {
  const [value = "", ...filters] = name.split("|").map((part) => part.trim());
  const text = /^(["'])([\s\S]*)\1$/.exec(value)?.[2];
  if (text !== undefined) {
    const isAddress = filters.some((filter) => /^(?:relative_url|absolute_url|url|prepend)\b/.test(filter));
    return { before: isAddress ? linkTo(text) : text, isInline: true };
  }
  if (/^site\.(?:baseurl|url|base_url|github\.url)$|^BASE_PATH$/i.test(value))
    return { before: /baseurl/i.test(value) ? base : "", isInline: true };
  const field = /^(?:page\.|frontmatter\.)?(\w+)$/.exec(value)?.[1];
  const known = field ? textIn(fields[field]) : "";
  if (known !== "") return { before: known, isInline: true };
  note(`“${beginningOf(raw, 200)}” has no equivalent.`, "warning");
  return { before: "", isInline: true };
}

/** An element of HTML whose attributes are programs: those that are known stay. */
function element(tag: Tag, isPair: boolean, { imports }: ShortcodeTools): Made {
  const kept = ["src", "href", "alt", "title", "width", "height"].flatMap((name) => {
    const value = tag.named.get(name);
    return value ? [` ${name}="${escapeValue(imports.get(value.replace(/\.src$/, "")) ?? value)}"`] : [];
  });
  return { before: `<${tag.name}${kept.join("")}>`, after: isPair ? `</${tag.name}>` : "", isInline: true };
}

/** The kind of tag that a file of Liquid includes stands for, by its name. */
function includedName(file: string): string {
  const name =
    file
      .toLowerCase()
      .replace(/\.\w{1,10}$/, "")
      .split("/")
      .at(-1) ?? "";
  if (MAKERS.has(name) || calloutMaker(name)) return name;
  const found =
    /youtube|vimeo|tweet|gist|figure|image|img|photo|picture|video|audio|spotify|button/.exec(name)?.[0] ?? "";
  return found || name;
}
