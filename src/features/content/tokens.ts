import { canonicalTag, partsOf, tagName } from "./keys.ts";
import { contentElement } from "./model.ts";

/**
 * A word, sign or tag of a text. `space`: the white space before it. `marks`: the opening tags of the formatting around
 * it, outermost first. Tokens with the same key are equal.
 */
export type Token = {
  key: string;
  raw: string;
  space: string;
  marks: readonly string[];
  is: "word" | "sign" | "open" | "close" | "void";
};

/** White space, a word or a sign. Scripts without spaces are cut into characters. */
const PARTS =
  /\s+|&[a-zA-Z0-9#]{1,12};|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])[\p{L}\p{N}\p{M}'’])+|[^\s]/gu;
const WORD = /^[\p{L}\p{N}]/u;
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

export const isWord = ({ is }: Token): boolean => is === "word";
/** Whether a word is separated from its neighbours by spaces. */
export const isSpaced = ({ is, key }: Token): boolean => is === "word" && !UNSPACED.test(key);

/** Calls `then` with each word and sign and the white space before it; returns the white space at the end. */
function cut(text: string, then: (space: string, part: string) => void): string {
  let space = "";
  for (const [part] of text.matchAll(PARTS)) {
    if (part.trim() !== "") then(space, part);
    space = part.trim() === "" ? part : "";
  }
  return space;
}

const wordOf = (part: string, space: string, marks: readonly string[]): Token => ({
  key: part,
  raw: part,
  space,
  marks,
  is: WORD.test(part) ? "word" : "sign",
});

/** The tokens of plain text, and the white space after the last one. */
export function textTokens(text: string): { tokens: Token[]; rest: string } {
  const tokens: Token[] = [];
  const rest = cut(text, (space, part) => tokens.push(wordOf(part, space, [])));
  return { tokens, rest };
}

export const joinText = (tokens: readonly Token[]): string => tokens.map(({ space, raw }) => space + raw).join("");

/** The tokens of stored HTML. Blocks, pictures and footnotes (`movableBlocks`) are tags among the words. */
export function htmlTokens(html: string): Token[] {
  const tokens: Token[] = [];
  /** The formatting of the open elements around. */
  const outer: (readonly string[])[] = [];
  const open: string[] = [];
  let marks: readonly string[] = [];
  let space = "";
  const add = (token: Omit<Token, "space">) => {
    tokens.push({ ...token, space });
    space = "";
  };
  for (const part of partsOf(html)) {
    if (!part.startsWith("<")) {
      let isFirst = true;
      const rest = cut(part, (before, word) => {
        tokens.push(wordOf(word, isFirst ? space + before : before, marks));
        isFirst = false;
      });
      space = isFirst ? space + rest : rest;
      continue;
    }
    const name = tagName(part);
    const kind = contentElement(name)?.kind;
    const isEnd = part.startsWith("</");
    const key = canonicalTag(part);
    // White space in code is content, so its `code` holds the text like a block.
    if (kind === "mark" && !open.includes("pre")) marks = isEnd ? marks.slice(0, -1) : [...marks, key];
    else if (kind === "void") add({ key, raw: part, marks, is: "void" });
    else if (isEnd) {
      add({ key, raw: part, marks: [], is: "close" });
      open.pop();
      marks = outer.pop() ?? [];
    } else {
      add({ key, raw: part, marks, is: "open" });
      open.push(name);
      outer.push(marks);
      marks = [];
    }
  }
  return tokens;
}

const sharedStart = (one: readonly string[], other: readonly string[]): number => {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
};

const closing = (marks: readonly string[]): string =>
  marks
    .toReversed()
    .map((mark) => `</${tagName(mark)}>`)
    .join("");

/** Tokens as HTML. White space between two words has the formatting that both have. */
export function joinHtml(tokens: readonly Token[]): string {
  const parts: string[] = [];
  const outer: (readonly string[])[] = [];
  let open: readonly string[] = [];
  for (const { raw, space, marks, is } of tokens) {
    const common = sharedStart(open, marks);
    parts.push(closing(open.slice(common)), space, ...marks.slice(common), raw);
    open = marks;
    if (is === "open") {
      outer.push(open);
      open = [];
    } else if (is === "close") open = outer.pop() ?? [];
  }
  return parts.join("") + closing(open);
}

/** The elements and words of a text, each by the names of all elements around it; null if tags do not match. */
function placesIn(tokens: readonly Token[]): Set<string> | null {
  const open: { name: string; path: string }[] = [];
  const places = new Set<string>();
  for (const { key, is } of tokens) {
    const name = is === "word" || is === "sign" ? "" : tagName(key);
    if (is === "close" && open.pop()?.name !== name) return null;
    const path = `${open.at(-1)?.path ?? ""}>${name}`;
    if (is !== "close") places.add(path);
    if (is === "open") open.push({ name, path });
  }
  return open.length === 0 ? places : null;
}

/** Whether the elements of `merged` match, and are where one of the versions has such an element. */
export function isNested(merged: readonly Token[], ...versions: readonly (readonly Token[])[]): boolean {
  const places = placesIn(merged);
  const known = new Set(versions.flatMap((version) => [...(placesIn(version) ?? [])]));
  return places !== null && [...places].every((place) => known.has(place));
}
