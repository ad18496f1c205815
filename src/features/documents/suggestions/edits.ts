import { blockKey } from "#features/content/keys.ts";
import { comparableBlocks, withNotesInLine } from "#features/content/rules.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { fingerprint } from "#shared/fingerprint.ts";
import { applyEdits, type Edit, placedEdits } from "#shared/sequences.ts";
import { SUGGESTED_TEXTS, type Texts } from "../rules.ts";

/** A reviewer's suggested `texts`, and `base`, the texts of the document that they change. */
export type Suggestion = { base: Texts; texts: Texts };

export type SuggestedEdit = {
  /** Derived from the replaced and the new words, so that it is stable across saves. */
  key: string;
  /** The changed text field. */
  field: string;
  /** In the content: the index of the first changed top-level block, and the number of replaced blocks. */
  at: number;
  blocks: number;
  /** The old and the new text; for content, blocks of HTML with footnotes in brackets. */
  before: string;
  after: string;
  /** Whether the document was changed differently in the same place since the suggestion started. */
  is_conflict: boolean;
};

type Part = { edit: SuggestedEdit; change: Edit };

/** Gives each edit a key; equal edits of one text are numbered. */
function keyMaker(field: string) {
  const seen = new Map<string, number>();
  return (before: string, after: string): string => {
    const pair = JSON.stringify([before, after]);
    const number = seen.get(pair) ?? 0;
    seen.set(pair, number + 1);
    return fingerprint([field, pair, String(number)]);
  };
}

function lineEdits(field: string, { base, texts }: Suggestion, current: Texts): SuggestedEdit[] {
  const [before = "", after = "", now = ""] = [base[field], texts[field], current[field]];
  if (after === before || after === now) return [];
  const key = keyMaker(field)(before, after);
  return [{ key, field, at: 0, blocks: 0, before, after, is_conflict: now !== before }];
}

const shownBlocks = (blocks: readonly string[]) => blocks.map(withNotesInLine).join("");

/** The edits of the content, each with its changes to the base. `made`: changes already in the document. */
function contentParts(field: string, { base, texts }: Suggestion, current: Texts) {
  const { lists, join } = comparableBlocks(base[field] ?? "", texts[field] ?? "", current[field] ?? "");
  const [began = [], suggested = [], now = []] = lists;
  const keyOf = keyMaker(field);
  const made: Edit[] = [];
  const parts: Part[] = [];
  for (const { edit: change, place } of placedEdits(began, suggested, now, blockKey)) {
    const replaced = began.slice(change.start, change.end);
    const key = keyOf(replaced.map(blockKey).join(""), change.keys.join(""));
    const is_conflict = place === "conflict";
    const at = typeof place === "number" ? place : Math.min(change.start, now.length);
    const shown = { before: shownBlocks(replaced), after: shownBlocks(change.blocks) };
    if (place === "made") made.push(change);
    else
      parts.push({
        edit: { key, field, at, blocks: is_conflict ? 0 : replaced.length, ...shown, is_conflict },
        change,
      });
  }
  return { parts, made, began, now, join };
}

/** The edits of a suggestion that the current document does not contain, in page order. */
export function editsIn(type: DocumentTypeName, suggestion: Suggestion, current: Texts): SuggestedEdit[] {
  const { lines, content } = SUGGESTED_TEXTS[type];
  const inLines = Object.keys(lines).flatMap((field) => lineEdits(field, suggestion, current));
  return [...inLines, ...contentParts(content, suggestion, current).parts.map(({ edit }) => edit)];
}

const inOrder = (edits: readonly Edit[]) =>
  edits.toSorted((one, other) => one.start - other.start || one.end - other.end);

/**
 * Accepts the edits of these keys, or all, except conflicting ones: returns the changed texts of the document and the
 * remaining suggestion.
 */
export function accepted(type: DocumentTypeName, suggestion: Suggestion, current: Texts, keys?: ReadonlySet<string>) {
  const { lines, content } = SUGGESTED_TEXTS[type];
  const isTaken = (edit: SuggestedEdit) => !edit.is_conflict && (keys?.has(edit.key) ?? true);
  const changes: Record<string, string> = {};
  for (const field of Object.keys(lines))
    for (const { after } of lineEdits(field, suggestion, current).filter(isTaken)) changes[field] = after;
  const base: Record<string, string> = { ...suggestion.base, ...changes };
  const { parts, made, began, now, join } = contentParts(content, suggestion, current);
  const taken = parts.filter(({ edit }) => isTaken(edit));
  if (taken.length > 0) {
    const placed = taken.map(({ edit: { at, blocks }, change }) => ({ ...change, start: at, end: at + blocks }));
    changes[content] = join(applyEdits(now, placed));
    base[content] = join(applyEdits(began, inOrder([...made, ...taken.map(({ change }) => change)])));
  }
  return { changes, suggestion: { ...suggestion, base } };
}

export function rejected(
  type: DocumentTypeName,
  suggestion: Suggestion,
  current: Texts,
  keys?: ReadonlySet<string>,
): Suggestion {
  const { lines, content } = SUGGESTED_TEXTS[type];
  const isDropped = ({ key }: SuggestedEdit) => keys?.has(key) ?? true;
  const texts: Record<string, string> = { ...suggestion.texts };
  for (const field of Object.keys(lines))
    if (lineEdits(field, suggestion, current).some(isDropped)) texts[field] = suggestion.base[field] ?? "";
  const { parts, made, began, join } = contentParts(content, suggestion, current);
  const left = parts.filter(({ edit }) => !isDropped(edit)).map(({ change }) => change);
  if (left.length < parts.length) texts[content] = join(applyEdits(began, inOrder([...made, ...left])));
  return { ...suggestion, texts };
}

/** Rebases a suggestion on the current document; undefined if an edit conflicts. */
export function rebased(type: DocumentTypeName, suggestion: Suggestion, current: Texts): Suggestion | undefined {
  if (editsIn(type, suggestion, current).some(({ is_conflict }) => is_conflict)) return undefined;
  return { base: current, texts: { ...current, ...accepted(type, suggestion, current).changes } };
}
