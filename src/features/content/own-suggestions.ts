import { fingerprint } from "#shared/fingerprint.ts";
import { append } from "#shared/sequences.ts";
import { canonicalTag, tagName, withAttribute } from "./keys.ts";
import { INSERTED_ATTRIBUTE, SUGGESTED_BLOCKS, SUGGESTION_ATTRIBUTE } from "./model.ts";
import { isSuggestion, type Token } from "./tokens.ts";

const SUGGESTED_BLOCK = / data-(?:inserted|deleted)="([a-z0-9]{1,40})"/;
const INSERTED = / data-inserted="/;
const MIN_ID = 8;

/** Whether a side has the token at a place. */
type Has = (at: number) => boolean;
/** `by`: the suggestion of the other side that the element belongs to. */
type Open = { by: string | undefined; isCode: boolean };

/**
 * What one side adds within a block that the other side suggests to insert or delete, as a suggestion of its own: the
 * suggestion of another has the words of its author alone. What it replaces there (`isReplaced`) stays, suggested to be
 * deleted; elsewhere it goes. Undefined for what cannot be suggested: words in code, and a replaced block.
 */
export function asOwnSuggestions(
  tokens: readonly Token[],
  { inMine, isAdded, isReplaced }: Record<"inMine" | "isAdded" | "isReplaced", Has>,
): Token[] | undefined {
  const suggestedBy = ({ is, raw }: Token, at: number) =>
    is === "open" && !inMine(at) && !isReplaced(at) ? SUGGESTED_BLOCK.exec(raw)?.[1] : undefined;
  if (tokens.every((token, at) => suggestedBy(token, at) === undefined))
    return tokens.filter((_token, at) => !isReplaced(at));
  const ends = addedBlocks(tokens, isAdded);
  const words = fingerprint(tokens.flatMap(({ key }, at) => (isAdded(at) ? [key] : [])));
  const idNextTo = (by: string) => fingerprint([by, words]).padEnd(MIN_ID, "0");
  // The space before it is a part of it.
  const suggested = (token: Token, tag: "ins" | "del", by: string): Token => {
    const mark = `<${tag} ${SUGGESTION_ATTRIBUTE}="${idNextTo(by)}">`;
    return { ...token, marks: [mark, ...token.marks], spaceMarks: [mark] };
  };
  const insertedBlock = (token: Token, by: string): Token => {
    if (INSERTED.test(token.raw)) return token;
    const raw = withAttribute(token.raw, INSERTED_ATTRIBUTE, idNextTo(by));
    return { ...token, raw, key: canonicalTag(raw) };
  };
  const around: Open[] = [];
  const result: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    const { by, isCode } = around.at(-1) ?? { by: undefined, isCode: false };
    const end = ends.get(at);
    if (by !== undefined && end !== undefined) {
      const isBlock = SUGGESTED_BLOCKS.has(tagName(token.raw));
      // Any other is a footnote, which is a part of its line.
      result.push(isBlock ? insertedBlock(token, by) : suggested(token, "ins", by));
      append(result, tokens.slice(at + 1, end + 1));
      at = end;
      continue;
    }
    if (isReplaced(at)) {
      if (by === undefined) continue;
      if (!isText(token) || isCode) return undefined;
      result.push(token.marks.some(isSuggestion) ? token : suggested(token, "del", by));
      continue;
    }
    if (token.is === "open")
      around.push({ by: by ?? suggestedBy(token, at), isCode: isCode || tagName(token.raw) === "pre" });
    if (token.is === "close") around.pop();
    if (by === undefined || !isText(token) || !isAdded(at) || token.marks.some(isSuggestion)) result.push(token);
    else if (isCode) return undefined;
    else result.push(suggested(token, "ins", by));
  }
  return result;
}

const isText = ({ is }: Token): boolean => is === "word" || is === "sign";

/** Where each element that one side has added with all that is in it begins and ends. */
function addedBlocks(tokens: readonly Token[], isAdded: Has): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { at: number; isWhole: boolean }[] = [];
  for (const [at, { is }] of tokens.entries()) {
    if (is === "open") open.push({ at, isWhole: true });
    const inside = open.at(-1);
    if (inside && !isAdded(at)) inside.isWhole = false;
    const ended = is === "close" ? open.pop() : undefined;
    if (!ended) continue;
    const around = open.at(-1);
    if (ended.isWhole) ends.set(ended.at, at);
    else if (around) around.isWhole = false;
  }
  return ends;
}
