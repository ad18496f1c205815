import type { PreparedContent } from "#features/content/derive.ts";
import { type HeadingIds, headingId } from "#features/content/rules.ts";
import type { ArticlePage } from "./schema.ts";

/** A shorter or longer list does not help readers to find a section. */
const MIN_HEADINGS = 3;
const MAX_HEADINGS = 30;

/**
 * The list of contents of a longer text: the headings of its highest level, or all of them if there are too few of that
 * level. Ids are counted over all headings, as in the text.
 */
export function contentsOf(outline: PreparedContent["outline"]): Pick<ArticlePage, "contents"> {
  const ids: HeadingIds = new Map();
  const headings = outline
    .filter(({ text }) => text !== "")
    .map(({ level, text }) => ({ level, text, id: headingId(text, ids) }));
  const highest = Math.min(...headings.map(({ level }) => level));
  const main = headings.filter(({ level }) => level === highest);
  const listed = main.length < MIN_HEADINGS ? headings : main;
  if (listed.length < MIN_HEADINGS) return {};
  return { contents: listed.slice(0, MAX_HEADINGS).map(({ id, text }) => ({ id, text })) };
}
