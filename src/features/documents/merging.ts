import { mergeContent, mergeText } from "#features/content/merge.ts";
import type { Merge } from "#shared/merge-blocks.ts";
import { MERGED_CONTENTS, MERGED_LINES } from "./rules.ts";

/** The same field of three versions; `known` is the common base of the other two. */
export type FieldSides = { known: unknown; mine: unknown; theirs: unknown };

/** Merges two changes of a document's text by words, as server and browser do alike; undefined for any other field. */
export function mergeField(name: string, { known, mine, theirs }: FieldSides): Merge<string> | undefined {
  if (typeof known !== "string" || typeof mine !== "string" || typeof theirs !== "string") return undefined;
  if (MERGED_CONTENTS.has(name)) return mergeContent(known, mine, theirs);
  const max = Object.hasOwn(MERGED_LINES, name) ? MERGED_LINES[name] : undefined;
  return max === undefined ? undefined : mergeText(known, mine, theirs, max);
}
