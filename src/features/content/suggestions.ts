import { applyEdits, placedEdits } from "#shared/sequences.ts";
import { type Decide, decided, suggestionsOf } from "./internal/decided.ts";
import { numberFootnotes } from "./internal/footnotes.ts";
import { blockKey, partsOf, tagName, withAttribute } from "./keys.ts";
import {
  type ContentNode,
  contentElement,
  DELETED_ATTRIBUTE,
  hasMarks,
  INSERTED_ATTRIBUTE,
  type Surface,
} from "./model.ts";
import { parseContent } from "./parse.ts";
import { comparableBlocks, isReference } from "./rules.ts";
import { contentHtml } from "./serialize.ts";

/**
 * Suggestions in a text: `<ins data-suggestion="ID">` and `<del data-suggestion="ID">` around words, `data-inserted` and
 * `data-deleted` on blocks. `marked` is such a text. Every other text is parsed without them (`parseContent`).
 */

const markedNodes = (marked: string, surface: Surface): ContentNode[] =>
  parseContent(marked, [], surface, undefined, true).nodes;

const written = (nodes: ContentNode[]): string => contentHtml(numberFootnotes(nodes)).html;

/** The text as it is without its open suggestions: insertions dropped, deletions still there. */
export const withoutSuggestions = (marked: string, surface: Surface): string =>
  contentHtml(parseContent(marked, [], surface).nodes).html;

const decidedHtml = (marked: string, surface: Surface, decide: Decide): string =>
  written(decided(markedNodes(marked, surface), decide));

/** The text with these suggestions accepted; the others stay open. */
export const accepted = (marked: string, ids: ReadonlySet<string>, surface: Surface): string =>
  decidedHtml(marked, surface, (id) => (ids.has(id) ? "accept" : "keep"));

/** The text with these suggestions rejected; the others stay open. */
export const rejected = (marked: string, ids: ReadonlySet<string>, surface: Surface): string =>
  decidedHtml(marked, surface, (id) => (ids.has(id) ? "reject" : "keep"));

/** The words that a suggestion inserts and deletes. */
export type SuggestedWords = { inserted: string; deleted: string };

/** What stands for a footnote in the words of a suggestion: its number changes with the footnotes before it. */
const REFERENCE = "*";

/** The suggestions of a text by id, in its order. Words inserted into another's suggested block are no words of that one. */
export function suggestedWords(marked: string, surface: Surface): Map<string, SuggestedWords> {
  const found = new Map<string, Record<keyof SuggestedWords, string[]>>();
  const wordsOf = (id: string) => {
    const words = found.get(id) ?? { inserted: [], deleted: [] };
    found.set(id, words);
    return words;
  };
  const read = (nodes: readonly ContentNode[], inserting: readonly string[], deleting: readonly string[]): void => {
    for (const node of nodes) {
      if (typeof node === "string") {
        for (const id of inserting) wordsOf(id).inserted.push(node);
        for (const id of deleting) wordsOf(id).deleted.push(node);
        continue;
      }
      const { inserted, deleted } = suggestionsOf(node);
      const into = inserted ? [inserted] : inserting;
      const outOf = [...(inserted ? [] : deleting), ...(deleted ? [deleted] : [])];
      const isBlock = contentElement(node.name)?.kind === "block";
      for (const id of into) separate(wordsOf(id).inserted, isBlock);
      for (const id of outOf) separate(wordsOf(id).deleted, isBlock);
      read(isReference(node) ? [REFERENCE] : node.children, into, outOf);
    }
  };
  read(markedNodes(marked, surface), [], []);
  const all = [...found].map(
    ([id, words]) => [id, { inserted: words.inserted.join(""), deleted: words.deleted.join("") }] as const,
  );
  return new Map(all);
}

function separate(words: string[], isBlock: boolean): void {
  if (isBlock && words.length > 0 && !words.at(-1)?.endsWith("\n")) words.push("\n");
}

/** Whether two texts have the same blocks. Empty lines, and white space that browsers do not show, make no difference. */
export function isSameContent(one: string, other: string): boolean {
  if (one === other) return true;
  const [first = [], second = []] = comparableBlocks(one, other).lists.map((blocks) =>
    blocks.map(seenKey).filter((key) => key !== "<p></p>" && key !== ""),
  );
  return first.length === second.length && first.every((key, at) => key === second[at]);
}

/** A space that has one of these marks and no word looks, nearly, like a plain one. */
const UNSEEN_MARKS: ReadonlySet<string> = new Set(["strong", "em", "a"]);

/** The key of a block as it looks: the editor writes a space next to another one as one that does not break. */
function seenKey(block: string): string {
  const parts = partsOf(block.replaceAll("\u00a0", " "));
  // The places of tags of marks with nothing but spaces in them so far.
  const open: number[] = [];
  for (let at = 1; at < parts.length; at += 2) {
    const tag = parts[at] ?? "";
    if (parts[at - 1]?.trim() !== "") open.length = 0;
    if (tag.startsWith("</")) {
      const start = open.pop();
      if (start !== undefined) parts[start] = parts[at] = "";
    } else if (UNSEEN_MARKS.has(tagName(tag))) open.push(at);
    else open.length = 0;
  }
  return blockKey(parts.join(""));
}

/** The text without its suggestions, with the blocks of the former one where they look the same. */
export function plainFrom(marked: string, former: string, surface: Surface): string {
  const plain = withoutSuggestions(marked, surface);
  if (isSameContent(plain, former)) return former;
  const { lists, join } = comparableBlocks(plain, former);
  const [now = [], before = []] = lists;
  const known = new Map(before.map((block) => [seenKey(block), block]));
  return join(now.map((block) => known.get(seenKey(block)) ?? block));
}

/**
 * The suggestions of a text in another version of it, which was written without knowing them. Those in a block that the
 * version changes or no longer has are gone.
 */
export function carried(marked: string, content: string, surface: Surface): string {
  if (!hasMarks(marked)) return content;
  const before = withoutSuggestions(marked, surface);
  if (isSameContent(before, content)) return marked;
  const { lists, join } = comparableBlocks(before, marked, content);
  const [began = [], suggested = [], now = []] = lists;
  const edits = placedEdits(began, suggested, now, blockKey).flatMap(({ edit, place }) =>
    typeof place === "number" ? [{ ...edit, start: place, end: place + (edit.end - edit.start) }] : [],
  );
  return edits.length === 0 ? content : join(applyEdits(now, edits));
}

/** A proposed text as suggestions of one id in `marked`; undefined where it changes what has suggestions already. */
export function suggestedIn(marked: string, content: string, id: string, surface: Surface): string | undefined {
  const before = withoutSuggestions(marked, surface);
  const { lists, join } = comparableBlocks(before, content, marked);
  const [began = [], proposed = [], now = []] = lists;
  const edits = placedEdits(began, proposed, now, blockKey);
  if (edits.some(({ place }) => place === "conflict")) return undefined;
  const placed = edits.flatMap(({ edit, place }) => {
    if (typeof place !== "number") return [];
    const end = place + (edit.end - edit.start);
    const deleted = now.slice(place, end).map((block) => suggestedBlock(block, DELETED_ATTRIBUTE, id));
    const inserted = edit.blocks.map((block) => suggestedBlock(block, INSERTED_ATTRIBUTE, id));
    return [{ start: place, end, blocks: [...deleted, ...inserted] }];
  });
  return join(applyEdits(now, placed));
}

/**
 * Makes the changes from `seen` to `proposed` in `marked`; `seen` shows a part of it. Undefined if a change is in a block
 * that the two have in different forms.
 */
export function placedIn(marked: string, seen: string, proposed: string): string | undefined {
  if (marked === seen) return proposed;
  const { lists, join } = comparableBlocks(seen, proposed, marked);
  const [began = [], next = [], now = []] = lists;
  const edits = placedEdits(began, next, now, blockKey);
  if (edits.some(({ place }) => place === "conflict")) return undefined;
  const placed = edits.flatMap(({ edit, place }) =>
    typeof place === "number" ? [{ ...edit, start: place, end: place + (edit.end - edit.start) }] : [],
  );
  return join(applyEdits(now, placed));
}

/** A block with a suggestion; loose text becomes a paragraph. */
function suggestedBlock(block: string, name: string, id: string): string {
  const tag = tagName(block.trimStart());
  const isBlock = tag !== "" && tag !== "br" && contentElement(tag)?.kind !== "mark";
  return isBlock ? withAttribute(block, name, id) : `<p ${name}="${id}">${block}</p>`;
}
