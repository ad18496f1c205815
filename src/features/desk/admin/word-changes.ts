import type { Block } from "#features/articles/admin/content-diff.ts";
import { commonSubsequence } from "#shared/common-subsequence.ts";

/** A run of words that both texts have, or only one of them. */
export type Run = { text: string; is: "same" | "added" | "removed" };
/** A part of a comparison: unchanged paragraphs, which are counted, or a changed one. */
export type Change = { unchanged: number } | { runs: Run[] };

/** Words, spaces and marks, so that a changed comma is not a changed word. */
const TOKENS = /\s+|[\p{L}\p{N}\p{M}'’-]+|[^\s]/gu;

/** What changed from one text to another, word by word. */
export function wordChanges(before: string, after: string): Run[] {
  const [left, right] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
  const runs: Run[] = [];
  const add = (is: Run["is"], words: readonly string[]) => {
    const text = words.join("");
    const last = runs.at(-1);
    if (last?.is === is) last.text += text;
    else if (text !== "") runs.push({ is, text });
  };
  let [row, column] = [0, 0];
  for (const [mine, theirs] of [...commonSubsequence(left, right), [left.length, right.length] as const]) {
    add("removed", left.slice(row, mine));
    add("added", right.slice(column, theirs));
    add("same", left.slice(mine, mine + 1));
    [row, column] = [mine + 1, theirs + 1];
  }
  return runs;
}

/** What changed from one content to another: paragraphs that have a counterpart are compared word by word. */
export function contentChanges(before: readonly Block[], after: readonly Block[]): Change[] {
  const changes: Change[] = [];
  const keep = () => {
    const last = changes.at(-1);
    if (last && "unchanged" in last) last.unchanged++;
    else changes.push({ unchanged: 1 });
  };
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const removed = before.slice(row, nextCommon(before, row));
    const added = after.slice(column, nextCommon(after, column));
    for (let at = 0; at < Math.max(removed.length, added.length); at++)
      changes.push({ runs: wordChanges(removed[at]?.text ?? "", added[at]?.text ?? "") });
    row += removed.length;
    column += added.length;
    // Both are at a common block now, which is the same one, or at their ends.
    if (row < before.length) keep();
    row++;
    column++;
  }
  return changes;
}

function nextCommon(blocks: readonly Block[], from: number): number {
  let at = from;
  while (at < blocks.length && !blocks[at]?.isCommon) at++;
  return at;
}
