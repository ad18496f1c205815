import type { Grammar } from "./code-grammars.ts";

/** What a part of code is; null for all that has no colour. */
export type PartKind = "keyword" | "literal" | "comment" | "name" | "added" | "removed" | null;
export type CodePart = { kind: PartKind; text: string };

const NUMBER = /(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)[A-Za-z%]*/y;
/** A character in quotes, in languages where a quote may also begin something else. */
const CHARACTER = /'(?:\\.[^'\n]{0,10}|[^\\'\n])'/uy;
/** A quote behind a longer word is an apostrophe; shorter ones are prefixes of strings. */
const MAX_PREFIX_LENGTH = 2;

/**
 * Splits code into its parts in one pass: whatever is read is a part of its own, also where it does not end, and nothing
 * is read twice. So the time grows with the length alone, whatever the code is.
 */
export function codeParts(code: string, grammar: Grammar): CodePart[] {
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

/** Where the comment ends that begins here; null for none. */
function commentEnd(code: string, at: number, { lineComments, blockComments }: Grammar): number | null {
  // In a shell, `$#` and `a#b` are no comments.
  const isInWord = code[at] === "#" && at > 0 && !/[\s;,)}\]]/.test(code[at - 1] ?? "");
  if (!isInWord && lineComments.some((open) => code.startsWith(open, at))) return lineEnd(code, at);
  const block = blockComments.find(([open]) => code.startsWith(open, at));
  if (!block) return null;
  const close = code.indexOf(block[1], at + block[0].length);
  return close === -1 ? code.length : close + block[1].length;
}

/** Where the string ends that begins here: with its quote, its line, or the code. Null for none. */
export function stringEnd(code: string, at: number, { quotes }: Pick<Grammar, "quotes">): number | null {
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
