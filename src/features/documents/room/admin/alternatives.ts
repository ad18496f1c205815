import { blockKey } from "#features/content/keys.ts";
import { mergeContent, mergeText } from "#features/content/merge.ts";
import { comparableBlocks } from "#features/content/rules.ts";
import { htmlTokens, isWord } from "#features/content/tokens.ts";
import { type FieldSides, MERGED_CONTENTS, MERGED_LINES, mergeField } from "#features/documents/merging.ts";
import { likest } from "#shared/likeness.ts";
import type { Alternative, MergedField } from "#ui/admin/session/session.ts";
import { piecesOf } from "./use-choices.ts";

/** Which words stand: the other user's, the editor's, or those of both. */
export type Stands = "theirs" | "mine" | "both";

/** Merges a field of a document. Where both changed the same words, theirs stand until the editor chooses. */
export function mergeInRoom(name: string, sides: FieldSides): MergedField<unknown> | undefined {
  const merged = mergeField(name, sides);
  if (merged && !merged.isConflict) return { value: merged.theirs };
  const { mine, theirs } = merged ?? sides;
  if (typeof mine !== "string" || typeof theirs !== "string") return undefined;
  if (MERGED_CONTENTS.has(name)) return contestedBlocks({ known: String(sides.known), mine, theirs });
  return { value: theirs, alternatives: [{ mine, theirs }] };
}

/** The blocks in which both differ. Those that only the editor changed stay as they are. */
function contestedBlocks({
  known,
  mine,
  theirs,
}: {
  known: string;
  mine: string;
  theirs: string;
}): MergedField<string> {
  const { lists, join } = comparableBlocks(known, mine, theirs);
  const [began = [], own = [], others = []] = lists;
  const base = new Set(began.map(blockKey));
  const alternatives: { mine: string; theirs: string; before: string }[] = [];
  const blocks: string[] = [];
  for (const piece of piecesOf(own, others, blockKey)) {
    if ("same" in piece) blocks.push(piece.same);
    else if (piece.theirs !== "" && base.has(blockKey(piece.theirs))) blocks.push(piece.mine);
    else {
      if (!base.has(blockKey(piece.mine))) alternatives.push({ ...piece, before: blocks.at(-1) ?? "" });
      blocks.push(piece.theirs);
    }
  }
  return { value: join(blocks.filter((block) => block !== "")), alternatives };
}

/** The place of a block in a text that may have changed since; -1 if it is gone. */
function placeOf(blocks: readonly string[], block: string): number {
  const keys = blocks.map(blockKey);
  const same = keys.indexOf(blockKey(block));
  return same === -1 ? likest(keys.map(wordsOf), wordsOf(block)) : same;
}

/** The place after a block; the end if it is gone, the start without one. */
function placeAfter(blocks: readonly string[], before: string): number {
  const at = before === "" ? -1 : placeOf(blocks, before);
  return at === -1 && before !== "" ? blocks.length : at + 1;
}

/** A text with a block of another version, in the place of the present one or after the block `before`. */
export function withBlock(text: string, block: string, before: string): string {
  const { lists, join } = comparableBlocks(text);
  const [blocks = []] = lists;
  const at = placeOf(blocks, block);
  return join(at === -1 ? blocks.toSpliced(placeAfter(blocks, before), 0, block) : blocks.with(at, block));
}

/** The words of HTML. */
export const wordsOf = (html: string): string =>
  htmlTokens(html)
    .filter(isWord)
    .map(({ key }) => key)
    .join(" ");

type Both = (theirs: string, mine: string) => string[];

/** A text with the editor's words, or those of both, in the place of the other user's. What was typed since stays. */
export function withWords(
  text: string,
  { mine, theirs, before = "" }: Alternative,
  stands: Stands,
  both: Both,
): string {
  if (stands === "theirs") return text;
  const { lists, join } = comparableBlocks(text);
  const [blocks = []] = lists;
  const own = mine === "" ? [] : [mine];
  const at = theirs === "" ? -1 : placeOf(blocks, theirs);
  if (at === -1) return join(blocks.toSpliced(placeAfter(blocks, before), 0, ...own));
  if (stands === "both") return join(blocks.toSpliced(at, 1, ...both(blocks[at] ?? "", mine)));
  const known = blocks.with(at, theirs);
  return mergeContent(join(known), join(known.toSpliced(at, 1, ...own)), text).mine;
}

/** The same for a plain text. */
export function withLine(name: string, line: string, { mine, theirs }: Alternative): string {
  const max = MERGED_LINES[name];
  return max === undefined || line === theirs ? mine : mergeText(theirs, mine, line, max).mine;
}
