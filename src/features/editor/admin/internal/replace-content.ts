import type { Editor } from "@tiptap/core";
import { Fragment, type Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { commonSubsequence } from "#shared/common-subsequence.ts";
import { parseHtml } from "./parse-html.ts";

/** Replaces the content, as one step that can be undone; the caret stays where nothing changes. */
export function replaceContent({ schema, view }: Editor, html: string): void {
  const change = changeTo(view.state, schema.nodeFromJSON(parseHtml(html, schema)));
  if (change) view.dispatch(change);
}

type Blocks = { nodes: Node[]; places: number[]; keys: string[] };

/** The outermost blocks of a document, where each begins and the last ends, and what tells them apart. */
function blocksOf(doc: Node): Blocks {
  const blocks: Blocks = { nodes: [], places: [], keys: [] };
  doc.forEach((node, place) => {
    blocks.nodes.push(node);
    blocks.places.push(place);
    blocks.keys.push(JSON.stringify(withoutLastSpace(node)));
  });
  blocks.places.push(doc.content.size);
  return blocks;
}

/** A line as HTML keeps it: the space that was typed last is gone there, though the next word is still to come. */
function withoutLastSpace(node: Node): Node {
  if (!node.isTextblock || node.type.spec.code) return node;
  const { lastChild } = node;
  const spaces = lastChild?.isText ? (/[ \t\n]$/.test(lastChild.text ?? "") ? 1 : 0) : 0;
  return spaces === 0 ? node : node.cut(0, node.content.size - spaces);
}

/**
 * The change that makes one document another, of the blocks that differ only, and in these from where they begin to
 * differ to where they end to. Null if they do not.
 */
export function changeTo({ doc, tr }: EditorState, next: Node): Transaction | null {
  const [now, then] = [blocksOf(doc), blocksOf(next)];
  const pairs = [...commonSubsequence(now.keys, then.keys), [now.nodes.length, then.nodes.length] as const];
  const stretches = pairs.map(([end, other], at) => {
    const [row, column] = pairs[at - 1] ?? [-1, -1];
    return { row: row + 1, end, column: column + 1, other };
  });
  // From the end, so that no place moves before its turn.
  for (const { row, end, column, other } of stretches.toReversed()) {
    const [old, fresh] = [Fragment.from(now.nodes.slice(row, end)), Fragment.from(then.nodes.slice(column, other))];
    const [from, place] = [now.places[row] ?? 0, then.places[column] ?? 0];
    const start = old.findDiffStart(fresh);
    const last = old.findDiffEnd(fresh);
    if (start === null || last === null) continue;
    // Of repeated text the end may seem to lie before the start.
    const overlap = Math.max(0, start - Math.min(last.a, last.b));
    tr.replace(from + start, from + last.a + overlap, next.slice(place + start, place + last.b + overlap));
  }
  return tr.docChanged ? tr : null;
}
