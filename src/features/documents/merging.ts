import { mergeContent, mergeText } from "#features/content/merge.ts";
import type { Merge } from "#shared/merge-blocks.ts";

/** Plain texts of documents that are merged by words, with their greatest lengths in code points. */
export const MERGED_LINES: Readonly<Record<string, number>> = {
  title: 300,
  excerpt: 2000,
  image_alt: 500,
  seo_title: 200,
  seo_description: 500,
  social_title: 200,
  social_text: 500,
  subject: 200,
  preview: 200,
};

/** The texts of documents that have blocks. */
export const MERGED_CONTENTS: ReadonlySet<string> = new Set(["content", "body"]);

/** The same field of three versions; `known` is the common base of the other two. */
export type FieldSides = { known: unknown; mine: unknown; theirs: unknown };

/** Merges two changes of a document's text by words, as server and browser do alike; undefined for any other field. */
export function mergeField(name: string, { known, mine, theirs }: FieldSides): Merge<string> | undefined {
  if (typeof known !== "string" || typeof mine !== "string" || typeof theirs !== "string") return undefined;
  if (MERGED_CONTENTS.has(name)) return mergeContent(known, mine, theirs);
  const max = Object.hasOwn(MERGED_LINES, name) ? MERGED_LINES[name] : undefined;
  return max === undefined ? undefined : mergeText(known, mine, theirs, max);
}
