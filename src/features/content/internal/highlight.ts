import type { ContentNode, ContentTag } from "../model.ts";
import { languageNamed } from "../model.ts";
import type { Grammar } from "./code-grammars.ts";
import { GRAMMARS } from "./code-grammars.ts";
import { languageOf } from "./page-attributes.ts";

/** Longer code stays plain, per block and in total, so that pages do not grow without bound. */
const MAX_BLOCK_LENGTH = 20_000;
const MAX_CONTENT_LENGTH = 60_000;

const CLASSES: Record<NonNullable<PartKind>, string> = {
  keyword: "hl-k",
  literal: "hl-l",
  comment: "hl-c",
  name: "hl-n",
  added: "hl-a",
  removed: "hl-r",
};

/** The lexer of a language by name; undefined if unknown. Languages are never guessed. */
function readerOf(language: string): ((code: string) => CodePart[]) | undefined {
  const name = languageNamed(language);
  if (name === "diff") return diffParts;
  if (name === "markdown") return markdownParts;
  if (name === "html" || name === "xml") return markupParts;
  const grammar = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined;
  return grammar && ((code) => codeParts(code, grammar));
}

/**
 * Returns a highlighter for the code blocks of one content, up to a total length. Code with other
 * elements in it, such as links, is left unchanged.
 */
export function highlighter(): (node: ContentNode) => ContentNode {
  let left = MAX_CONTENT_LENGTH;
  return (node) => {
    if (typeof node === "string" || node.children.some((child) => typeof child !== "string")) return node;
    const code = node.children.join("");
    const partsOf = readerOf(languageOf(node));
    if (!partsOf || code.length > Math.min(left, MAX_BLOCK_LENGTH)) return node;
    left -= code.length;
    return { ...node, children: joined(partsOf(code)).map(nodeOf) };
  };
}

const SPAN = "span" as ContentTag["name"];

const nodeOf = ({ kind, text }: CodePart): ContentNode =>
  kind === null ? text : { name: SPAN, attributes: [["class", CLASSES[kind]]], children: [text] };

/** White space belongs to the part before it: alone it would stay visible after the cut of a preview. */
function joined(parts: readonly CodePart[]): CodePart[] {
  const all: CodePart[] = [];
  for (const { kind, text } of parts) {
    const last = all.at(-1);
    if (last && (last.kind === kind || text.trim() === "")) last.text += text;
    else if (text !== "") all.push({ kind, text });
  }
  return all;
}

/** The kind of a part of code; null without a colour. */
type PartKind = "keyword" | "literal" | "comment" | "name" | "added" | "removed" | null;
type CodePart = { kind: PartKind; text: string };

const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[A-Za-z%]*/y;
/** A character literal, in languages where a quote may also start something else. */
const CHARACTER = /'(?:\\.[^'\n]{0,10}|[^\\'\n])'/uy;
/** A quote after a longer word is an apostrophe; shorter words are string prefixes. */
const MAX_PREFIX_LENGTH = 2;

/**
 * Splits code into its parts in one pass: everything read is a part, even if unterminated, and nothing
 * is read twice, so the time is linear for any input.
 */
function codeParts(code: string, grammar: Grammar): CodePart[] {
  const parts: CodePart[] = [];
  let isDeclared = false;
  let wordLength = 0;
  for (let at = 0; at < code.length; ) {
    const comment = commentEnd(code, at, grammar);
    const end = comment ?? (wordLength <= MAX_PREFIX_LENGTH ? stringEnd(code, at, grammar) : null);
    if (end !== null) {
      parts.push({ kind: comment === null ? "literal" : "comment", text: code.slice(at, end) });
      [at, wordLength] = [end, 0];
      continue;
    }
    const mark = grammar.marks.includes(code[at] ?? "") ? 1 : 0;
    const word = matchAt(grammar.word, code, at + mark);
    const text = word === "" ? matchAt(NUMBER, code, at) || (code[at] ?? "") : code.slice(at, at + mark) + word;
    const kind: PartKind =
      word === "" ? (text.length > 1 || isDigit(text) ? "literal" : null) : wordKind(text, isDeclared, grammar);
    parts.push({ kind, text });
    if (text.trim() !== "") isDeclared = kind === "keyword" && grammar.declares.has(text);
    wordLength = word.length;
    at += text.length;
  }
  return parts;
}

const isDigit = (text: string) => text >= "0" && text <= "9";

function matchAt(pattern: RegExp, code: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0] ?? "";
}

function wordKind(text: string, isDeclared: boolean, { keywords, literals, isCaseless, marks }: Grammar): PartKind {
  const word = isCaseless ? text.toLowerCase() : text;
  if (keywords.has(word) || marks.includes(text[0] ?? " ")) return "keyword";
  if (literals.has(word)) return "literal";
  return isDeclared ? "name" : null;
}

const lineEnd = (code: string, at: number) => indexOr(code.indexOf("\n", at), code);
const indexOr = (index: number, code: string) => (index === -1 ? code.length : index);

function commentEnd(code: string, at: number, { lineComments, blockComments }: Grammar): number | null {
  // In a shell, `$#` and `a#b` are not comments.
  const isInWord = code[at] === "#" && at > 0 && !/[\s;,)}\]]/.test(code[at - 1] ?? "");
  if (!isInWord && lineComments.some((open) => code.startsWith(open, at))) return lineEnd(code, at);
  const block = blockComments.find(([open]) => code.startsWith(open, at));
  if (!block) return null;
  const close = code.indexOf(block[1], at + block[0].length);
  return close === -1 ? code.length : close + block[1].length;
}

function stringEnd(code: string, at: number, { quotes }: Pick<Grammar, "quotes">): number | null {
  const quote = quotes.find((open) => code.startsWith(open, at));
  if (quote === undefined) {
    const { length } = matchAt(CHARACTER, code, at);
    return length === 0 ? null : at + length;
  }
  const isOfLine = quote === '"' || quote === "'";
  for (let end = at + quote.length; end < code.length; end++) {
    if (code[end] === "\\") end++;
    else if (isOfLine && code[end] === "\n") return end;
    else if (code.startsWith(quote, end)) return end + quote.length;
  }
  return code.length;
}

const lineKinds: readonly [start: RegExp, kind: PartKind][] = [
  [/^(?:@@|diff |index |---|\+\+\+)/, "comment"],
  [/^\+/, "added"],
  [/^-/, "removed"],
];

const linesOf = (code: string) => code.split(/(?<=\n)/);

const diffParts = (code: string): CodePart[] =>
  linesOf(code).map((text) => ({ text, kind: lineKinds.find(([start]) => start.test(text))?.[1] ?? null }));

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^#{1,6} /;
const QUOTE = /^ {0,3}>/;
const INLINE_CODE = /(`[^`]{0,500}`)/;

function markdownParts(code: string): CodePart[] {
  let isInFence = false;
  return linesOf(code).flatMap((text): CodePart[] => {
    const isFence = FENCE.test(text);
    if (isFence) isInFence = !isInFence;
    if (isFence || isInFence) return [{ text, kind: "literal" }];
    if (HEADING.test(text)) return [{ text, kind: "name" }];
    if (QUOTE.test(text)) return [{ text, kind: "comment" }];
    return text.split(INLINE_CODE).map((part, at) => ({ text: part, kind: at % 2 === 1 ? "literal" : null }));
  });
}

const [COMMENT_START, COMMENT_END] = ["<!--", "-->"];
const TAG_START = /<[/?!]?[A-Za-z][\w:.-]*/y;
const QUOTES = { quotes: ['"', "'"] };

function markupParts(code: string): CodePart[] {
  const parts: CodePart[] = [];
  let isInTag = false;
  for (let at = 0; at < code.length; ) {
    TAG_START.lastIndex = at;
    const name = TAG_START.exec(code)?.[0];
    const [end, kind] = code.startsWith(COMMENT_START, at)
      ? [markupCommentEnd(code, at), "comment" as const]
      : name !== undefined
        ? [at + name.length, "keyword" as const]
        : [isInTag ? stringEnd(code, at, QUOTES) : null, "literal" as const];
    const text = code.slice(at, end ?? at + 1);
    parts.push({ text, kind: end === null ? null : kind });
    if (name !== undefined) isInTag = true;
    else if (text === ">") isInTag = false;
    at += text.length;
  }
  return parts;
}

function markupCommentEnd(code: string, at: number): number {
  const end = code.indexOf(COMMENT_END, at + COMMENT_START.length);
  return end === -1 ? code.length : end + COMMENT_END.length;
}
