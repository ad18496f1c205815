import { canonicalTag, partsOf, tagName } from "./keys.ts";
import { contentElement, isSuggestionMark } from "./model.ts";

/**
 * A word, sign or tag of a text. `marks`: the opening tags of the formatting around it, outermost first. `space`: the
 * white space before it, and `spaceMarks` the suggestions of that space. Tokens with the same key are equal.
 */
export type Token = {
  key: string;
  raw: string;
  space: string;
  spaceMarks: readonly string[];
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

const NONE: readonly string[] = [];

const wordOf = (part: string, space: string, marks: readonly string[]): Token => ({
  key: part,
  raw: part,
  space,
  spaceMarks: NONE,
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

export const isSuggestion = (mark: string): boolean => isSuggestionMark(tagName(mark));
const suggestionsAmong = (marks: readonly string[]): readonly string[] =>
  marks.some(isSuggestion) ? marks.filter(isSuggestion) : NONE;

const SUGGESTION = / data-(?:suggestion|inserted|deleted)="([a-z0-9]{1,40})"/g;
export const suggestionIds = (html: string): Set<string> =>
  new Set(Array.from(html.matchAll(SUGGESTION), ([, id = ""]) => id));

const INSERTED_BLOCK = / data-inserted="([a-z0-9]{1,40})"/;
const INSERTED_WORDS = /^<ins data-suggestion="([a-z0-9]{1,40})"/;

/**
 * The tokens of stored HTML. Blocks, pictures and footnotes (`movableBlocks`) are tags among the words. What a suggestion
 * inserts that is not among those `known` is equal to nothing else: the copy of a paragraph in a suggested quote is not the
 * paragraph.
 */
export function htmlTokens(html: string, known?: ReadonlySet<string>): Token[] {
  const tokens: Token[] = [];
  /** The formatting of the open elements around, and the new suggestions that insert them. */
  const outer: { marks: readonly string[]; inserted: string }[] = [];
  const open: string[] = [];
  let marks = NONE;
  let inserted = "";
  let space = "";
  let spaceMarks = NONE;
  const newId = (id: string | undefined) => (id !== undefined && known?.has(id) === false ? id : "");
  const keyOf = (key: string): string => {
    const words = marks.map((mark) => newId(INSERTED_WORDS.exec(mark)?.[1])).find(Boolean);
    return words || inserted ? `${key} ${words || inserted}` : key;
  };
  const addSpace = (text: string) => {
    if (text === "") return;
    const own = suggestionsAmong(marks);
    if (space === "" || own.length === 0) {
      // A plain space next to a suggested one is enough.
      space = spaceMarks.length === 0 ? space + text : text;
      spaceMarks = own;
    } else if (own.join() === spaceMarks.join()) space += text;
  };
  const add = (token: Omit<Token, "space" | "spaceMarks">) => {
    tokens.push({ ...token, key: keyOf(token.key), space, spaceMarks });
    space = "";
    spaceMarks = NONE;
  };
  for (const part of partsOf(html)) {
    if (!part.startsWith("<")) {
      const rest = cut(part, (before, word) => {
        addSpace(before);
        add(wordOf(word, "", marks));
      });
      addSpace(rest);
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
      ({ marks, inserted } = outer.pop() ?? { marks: NONE, inserted: "" });
    } else {
      const around = { marks, inserted };
      inserted = newId(INSERTED_BLOCK.exec(part)?.[1]) || inserted;
      add({ key, raw: part, marks, is: "open" });
      open.push(name);
      outer.push(around);
      marks = NONE;
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

/** The marks around white space: the formatting that the tokens next to it share, and the suggestions of its own. */
function marksOfSpace(before: readonly string[], after: readonly string[], own: readonly string[]): readonly string[] {
  const common = after.slice(0, sharedStart(before, after));
  const kept = common.filter((mark) => !isSuggestion(mark) || own.includes(mark));
  return [...kept, ...own.filter((mark) => !kept.includes(mark))];
}

/** Tokens as HTML. White space between two words has the formatting that both have. */
export function joinHtml(tokens: readonly Token[]): string {
  const parts: string[] = [];
  const outer: (readonly string[])[] = [];
  let open: readonly string[] = [];
  const change = (marks: readonly string[]) => {
    const common = sharedStart(open, marks);
    parts.push(closing(open.slice(common)), ...marks.slice(common));
    open = marks;
  };
  for (const { raw, space, spaceMarks, marks, is } of tokens) {
    if (space !== "") {
      change(marksOfSpace(open, marks, spaceMarks));
      parts.push(space);
    }
    change(marks);
    parts.push(raw);
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
