import { mergedContent } from "#features/content/rules.ts";
import type { Snapshot } from "../rules.ts";

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** `conflicts`: the fields that both changed, each in another way. */
export type Merged = { merged: Snapshot; conflicts: string[] };

const contentOf = ({ content }: Snapshot) => content as string;

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
    const content = name === "content" ? mergedContent(contentOf(base), contentOf(mine), contentOf(theirs)) : undefined;
    if (content !== undefined) merged[name] = content;
    else conflicts.push(name);
  }
  return { merged, conflicts };
}
