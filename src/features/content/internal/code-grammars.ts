/** The grammar of a language for highlighting. */
export type Grammar = {
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
export const GRAMMARS: Readonly<Record<string, Grammar>> = {
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
