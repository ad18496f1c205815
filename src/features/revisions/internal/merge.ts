import { topLevelBlocks } from "#features/content/rules.ts";
import type { CleanHtml } from "#shared/clean-html.ts";
import { mergeBlocks } from "#shared/merge-blocks.ts";
import type { Snapshot } from "../rules.ts";

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** `conflicts`: the fields that both changed, each in another way. */
export type Merged = { merged: Snapshot; conflicts: string[] };

const blocksOf = ({ content }: Snapshot) => topLevelBlocks(content as CleanHtml);

/**
 * Merges two changes of the same snapshot: field by field, and its content by its outermost blocks. Fields that `mine`
 * does not have are unchanged.
 */
export function mergeSnapshots(base: Snapshot, mine: Snapshot, theirs: Snapshot): Merged {
  const merged: Record<string, unknown> = { ...theirs };
  const conflicts: string[] = [];
  for (const [name, value] of Object.entries(mine)) {
    if (isEqual(value, base[name]) || isEqual(value, theirs[name])) continue;
    if (isEqual(theirs[name], base[name])) {
      merged[name] = value;
      continue;
    }
    const blocks = name === "content" ? mergeBlocks(blocksOf(base), blocksOf(mine), blocksOf(theirs)) : undefined;
    if (blocks) merged[name] = blocks.join("");
    else conflicts.push(name);
  }
  return { merged, conflicts };
}
