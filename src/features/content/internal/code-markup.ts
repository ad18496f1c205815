import { type CodePart, type PartKind, stringEnd } from "./code-lexer.ts";

const lineKinds: readonly [start: RegExp, kind: PartKind][] = [
  [/^(?:@@|diff |index |---|\+\+\+)/, "comment"],
  [/^\+/, "added"],
  [/^-/, "removed"],
];

const linesOf = (code: string) => code.split(/(?<=\n)/);

export const diffParts = (code: string): CodePart[] =>
  linesOf(code).map((text) => ({ text, kind: lineKinds.find(([start]) => start.test(text))?.[1] ?? null }));

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^#{1,6} /;
const QUOTE = /^ {0,3}>/;
const INLINE_CODE = /(`[^`]{0,500}`)/;

export function markdownParts(code: string): CodePart[] {
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

/** HTML and XML: comments, the names of tags, and the values of their attributes. */
export function markupParts(code: string): CodePart[] {
  const parts: CodePart[] = [];
  let isInTag = false;
  for (let at = 0; at < code.length; ) {
    TAG_START.lastIndex = at;
    const name = TAG_START.exec(code)?.[0];
    const [end, kind] = code.startsWith(COMMENT_START, at)
      ? [commentEnd(code, at), "comment" as const]
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

function commentEnd(code: string, at: number): number {
  const end = code.indexOf(COMMENT_END, at + COMMENT_START.length);
  return end === -1 ? code.length : end + COMMENT_END.length;
}
