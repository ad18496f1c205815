import { splitByScript } from "./text.ts";

/** A word or phrase that the house style avoids. `language`: a tag such as `en`, or empty for every language. */
export type AvoidedWord = { avoid: string; replacement: string; reason: string; language: string };

/** A found word, in UTF-16 units. `replacement` is in the case of the found word; empty for none. */
export type FoundWord = { from: number; to: number; text: string; replacement: string; word: AvoidedWord };

type Step = { next: Map<string, Step>; words: AvoidedWord[] };
export type WordFinder = (text: string) => FoundWord[];

/** Words with hyphens and apostrophes are one: "mail" is not in "e-mail". */
const RUN = /[\p{L}\p{N}\p{M}\u00ad\u200c\u200d]+(?:['’‑-][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]+)*/gu;
/** An English "’s" is not a part of its word. */
const POSSESSIVE = /['’][sS]$/;
const EDGES = /^['’‑-]|['’‑-]$/g;
/** A letter of a script without spaces, in which a word matches anywhere. */
const LETTER_WITH_MARKS = /\P{M}\p{M}*|\p{M}+/gu;

/** Tokens of the longest phrase; a longer one is never found. */
export const MAX_TOKENS = 20;

/** A word as the first of a phrase, and as a later one, with what is between it and the word before. */
type Token = { from: number; to: number; first: string; later: string };

/** The usual letters, which need no other form. */
const PLAIN = /^[A-Za-z0-9]*$/;

const plain = (token: string) =>
  PLAIN.test(token) ? token : token.normalize("NFC").replaceAll("\u00ad", "").replaceAll("’", "'").replaceAll("‑", "-");

/** The parts of a run of letters that are words, or single letters in scripts without spaces. */
function partsOf(run: string): string[] {
  if (PLAIN.test(run)) return [run];
  return splitByScript(run).flatMap(({ text, isUnspaced }) => {
    if (isUnspaced) return text.match(LETTER_WITH_MARKS) ?? [];
    const word = text.replace(EDGES, "");
    return POSSESSIVE.test(word) ? [word.slice(0, -2), word.slice(-1)] : [word];
  });
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    let at = 0;
    for (const part of partsOf(run)) {
      if (part === "") continue;
      at = run.indexOf(part, at);
      const from = index + at;
      const between = text.slice(end, from);
      const gap = between === " " ? between : between.replace(/\s+/gu, " ").replaceAll("’", "'");
      at += part.length;
      end = from + part.length;
      const first = plain(part).toLowerCase();
      tokens.push({ from, to: end, first, later: `${gap}\n${first}` });
    }
  }
  return tokens;
}

/** Whether a text has a word that can be found. */
export function isFindable(text: string): boolean {
  const { length } = tokensOf(text);
  return length > 0 && length <= MAX_TOKENS;
}

const stepOf = ({ first, later }: Token, isFirst: boolean) => (isFirst ? first : later);

const hasCapital = (text: string) => text !== text.toLowerCase();
const isIn = (language: string, wanted: string) =>
  wanted === "" || language.split("-")[0]?.toLowerCase() === wanted.split("-")[0]?.toLowerCase();

/** A word written in small letters is found in any case; one with capitals only as it is written. */
const fits = ({ avoid }: AvoidedWord, found: string) => !hasCapital(avoid) || plain(found) === plain(avoid.trim());

function inCaseOf(found: string, { avoid, replacement }: AvoidedWord): string {
  const [first = ""] = found;
  const isRaised = !hasCapital(avoid) && hasCapital(first);
  if (!isRaised) return replacement;
  const [letter = "", ...rest] = replacement;
  return letter.toUpperCase() + rest.join("");
}

/**
 * Returns a finder of entire words in a text of a language, the longest phrase first. Takes linear time: each word of the
 * text starts at most `MAX_TOKENS` steps, however many words are avoided.
 */
export function wordFinder(words: readonly AvoidedWord[], language: string): WordFinder {
  const root: Step = { next: new Map(), words: [] };
  for (const word of words) {
    if (!isIn(language, word.language)) continue;
    const tokens = tokensOf(word.avoid);
    if (tokens.length === 0 || tokens.length > MAX_TOKENS) continue;
    let step = root;
    for (const [at, token] of tokens.entries()) {
      const key = stepOf(token, at === 0);
      const next = step.next.get(key) ?? { next: new Map(), words: [] };
      step.next.set(key, next);
      step = next;
    }
    step.words.push(word);
  }
  return root.next.size === 0 ? () => [] : (text) => foundIn(root, text);
}

function foundIn(root: Step, text: string): FoundWord[] {
  const tokens = tokensOf(text);
  const found: FoundWord[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { from } = tokens[at] as Token;
    let step: Step | undefined = root;
    let longest: { end: number; word: AvoidedWord } | undefined;
    for (let end = at; end < tokens.length && step; end += 1) {
      const token = tokens[end] as Token;
      step = step.next.get(stepOf(token, end === at));
      const word = step?.words.find((one) => fits(one, text.slice(from, token.to)));
      if (word) longest = { end, word };
    }
    if (!longest) continue;
    const { to } = tokens[longest.end] as Token;
    const words = text.slice(from, to);
    found.push({ from, to, text: words, replacement: inCaseOf(words, longest.word), word: longest.word });
    at = longest.end;
  }
  return found;
}

/** Why a word is avoided, as a sentence without a full stop: `“utilise”: write “use” (plain words)`. */
export function adviceOf({ text, replacement, word }: Pick<FoundWord, "text" | "replacement" | "word">): string {
  const use = replacement === "" ? "avoid this word" : `write “${replacement}”`;
  return `“${text}”: ${use}${word.reason === "" ? "" : ` (${word.reason})`}`;
}

/** A text with the found words replaced that have a replacement. */
export function withReplacements(text: string, find: WordFinder): string {
  let written = "";
  let end = 0;
  for (const { from, to, text: old, replacement } of find(text)) {
    written += text.slice(end, from) + (replacement === "" ? old : replacement);
    end = to;
  }
  return written + text.slice(end);
}
