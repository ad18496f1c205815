import { type ContentNode, type ContentTag, languageNamed } from "../model.ts";
import { languageOf } from "./page-attributes.ts";

/** The grammar of a language for highlighting. */
type Grammar = {
  lineComments: readonly string[];
  blockComments: readonly (readonly [open: string, close: string])[];
  /** Longer ones first. A single character other than a backtick ends with the line. */
  quotes: readonly string[];
  keywords: ReadonlySet<string>;
  declares: ReadonlySet<string>;
  literals: ReadonlySet<string>;
  isCaseless: boolean;
  /** Characters that turn the next word into a keyword: annotations, directives. */
  marks: string;
  word: RegExp;
};

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const DASHED = /-{0,2}[\p{L}_$][\p{L}\p{N}_-]*/uy;
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

type Parts = Partial<Omit<Grammar, "keywords" | "declares" | "literals">> & {
  keywords?: string;
  declares?: string;
  literals?: string;
};

const grammar = ({ keywords = "", declares = "", literals = "true false null", ...rest }: Parts): Grammar => ({
  lineComments: ["//"],
  blockComments: [["/*", "*/"]],
  quotes: ['"', "'"],
  isCaseless: false,
  marks: "",
  word: WORD,
  ...rest,
  keywords: words(`${keywords} ${declares}`),
  declares: words(declares),
  literals: words(literals),
});

const JAVASCRIPT =
  "as async await break case catch const continue debugger default delete do else export extends finally for from get if import in instanceof let new of return set static super switch this throw try typeof var void while with yield";
const C =
  "auto bool break case char const constexpr continue default do double else extern float for goto if inline int long register return short signed sizeof static switch typedef unsigned void volatile while";
const hash = { lineComments: ["#"], blockComments: [] } as const;

/** Grammars by the names of `LANGUAGES` in model.ts. For HTML, XML, Markdown and diffs see highlight.ts. */
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  bash: grammar({
    ...hash,
    keywords:
      "case do done elif else esac exit export fi for if in local readonly return set shift source then unset until while cd echo",
    declares: "function",
    literals: "true false",
  }),
  c: grammar({ keywords: C, declares: "enum struct union", literals: "true false NULL", marks: "#" }),
  cpp: grammar({
    keywords: `${C} catch co_await co_return co_yield concept delete explicit final friend mutable new noexcept operator override private protected public requires template this throw try typename using virtual`,
    declares: "class enum namespace struct union",
    literals: "true false nullptr NULL",
    marks: "#",
  }),
  csharp: grammar({
    keywords:
      "abstract as async await base bool break byte case catch char const continue decimal default do double else event explicit extern finally fixed float for foreach get goto if implicit in init int internal is lock long new object out override params private protected public readonly ref return sbyte sealed set short static string switch this throw try typeof uint ulong unsafe using var virtual void where while yield",
    declares: "class delegate enum interface namespace record struct",
    marks: "#",
  }),
  css: grammar({ lineComments: [], word: DASHED, marks: "@", literals: "auto inherit initial none unset" }),
  go: grammar({
    keywords:
      "any bool break byte case chan const continue default defer else error fallthrough float32 float64 for go goto if import int int32 int64 interface map package range return rune select string struct switch uint uint32 uint64 var",
    declares: "func type",
    literals: "true false nil iota",
    quotes: ['"', "'", "`"],
  }),
  graphql: grammar({
    ...hash,
    quotes: ['"""', '"'],
    keywords: "directive extend implements on schema",
    declares: "enum fragment input interface mutation query scalar subscription type union",
    marks: "@",
  }),
  java: grammar({
    quotes: ['"""', '"', "'"],
    keywords:
      "abstract assert boolean break byte case catch char continue default do double else extends final finally float for if implements import instanceof int long native new package permits private protected public return sealed short static super switch synchronized this throw throws transient try var void volatile while yield",
    declares: "class enum interface record",
    marks: "@",
  }),
  javascript: grammar({
    quotes: ['"', "'", "`"],
    keywords: JAVASCRIPT,
    declares: "class function",
    literals: "true false null undefined NaN Infinity",
    marks: "@",
  }),
  json: grammar({}),
  kotlin: grammar({
    quotes: ['"""', '"', "'"],
    keywords:
      "abstract as break by catch companion const constructor continue data do else final finally for get if import in init inline internal is lateinit open operator out override package private protected public return sealed set super suspend this throw try val var when where while",
    declares: "class fun interface object typealias",
    marks: "@",
  }),
  move: grammar({
    quotes: ['"'],
    keywords:
      "abort acquires address as bool break continue copy drop else entry friend has if invariant key let loop match move mut native package phantom public return signer spec store u8 u16 u32 u64 u128 u256 use vector while",
    declares: "const enum fun module script struct",
    literals: "true false",
  }),
  php: grammar({
    lineComments: ["//", "#"],
    keywords:
      "abstract array as bool break case catch const continue declare default do echo else elseif extends final finally float fn for foreach if implements include instanceof int match mixed new private protected public readonly require require_once return static string switch throw try use void while yield",
    declares: "class enum function interface namespace trait",
  }),
  python: grammar({
    ...hash,
    quotes: ['"""', "'''", '"', "'"],
    keywords:
      "and as assert async await break case continue del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
    declares: "class def",
    literals: "True False None",
    marks: "@",
  }),
  ruby: grammar({
    ...hash,
    keywords:
      "alias and begin break case do else elsif end ensure for if in next not or private protected public raise redo require rescue retry return self super then undef unless until when while yield",
    declares: "class def module",
    literals: "true false nil",
  }),
  rust: grammar({
    quotes: ['"'],
    keywords:
      "as async await bool break char const continue crate dyn else extern f32 f64 for i8 i16 i32 i64 i128 if impl in isize let loop match move mut pub ref return self Self static str super u8 u16 u32 u64 u128 unsafe use usize where while",
    declares: "enum fn mod struct trait type union",
    literals: "true false",
  }),
  solidity: grammar({
    keywords:
      "abstract address anonymous as assembly bool break bytes bytes4 bytes20 bytes32 calldata case catch constant constructor continue default delete do else emit external fallback for from if immutable import indexed int int256 internal is leave let mapping memory new override payable pragma private public pure receive return returns revert storage string super switch this throw transient try type uint uint8 uint16 uint32 uint64 uint96 uint112 uint128 uint160 uint256 unchecked using view virtual while",
    declares: "contract enum error event function interface library modifier struct",
    literals: "true false wei gwei ether seconds minutes hours days weeks",
  }),
  sql: grammar({
    lineComments: ["--"],
    keywords:
      "add all alter and as asc between by case check column commit constraint create cross default delete desc distinct drop else end exists explain foreign from full group having if in index inner insert integer into is join key left like limit not numeric offset on or order outer partition primary references returning right rollback select set table text then transaction union unique update using values varchar view when where with",
    isCaseless: true,
  }),
  swift: grammar({
    quotes: ['"""', '"'],
    keywords:
      "any as async await break case catch continue default defer do else extension fallthrough fileprivate for get guard if import in init inout internal is lazy let mutating open override private public repeat rethrows return self Self set some static super switch throw throws try var weak where while",
    declares: "actor class enum func protocol struct typealias",
    literals: "true false nil",
    marks: "@#",
  }),
  toml: grammar({ ...hash, quotes: ['"""', "'''", '"', "'"], literals: "true false inf nan", word: DASHED }),
  typescript: grammar({
    quotes: ['"', "'", "`"],
    keywords: `${JAVASCRIPT} abstract any asserts bigint boolean declare implements infer is keyof never number object override private protected public readonly satisfies string symbol unique unknown`,
    declares: "class enum function interface namespace type",
    literals: "true false null undefined NaN Infinity",
    marks: "@",
  }),
  yaml: grammar({ ...hash, literals: "true false null yes no on off", word: DASHED }),
};

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
