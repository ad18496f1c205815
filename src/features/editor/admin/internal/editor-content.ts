import type { Editor } from "@tiptap/core";
import { getSchema, type JSONContent } from "@tiptap/core";
import { DOMParser as DocumentParser, Fragment, type Node, type Schema } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { commonSubsequence } from "#shared/sequences.ts";
import { parseInert } from "#ui/admin/inert-html.ts";
import { EXTENSIONS } from "../extensions.ts";
import { htmlOf } from "../html-of.ts";
import { afterChanges } from "./editor-view.ts";
import { asItIs } from "./suggesting.ts";

const articleSchema = getSchema(EXTENSIONS);

/** Parses saved content into an editor document. Tiptap's parser would join words and code lines at line breaks. */
export function parseHtml(html: string, schema: Schema = articleSchema): JSONContent {
  return withFigureLines(DocumentParser.fromSchema(schema).parse(parseInert(html).body).toJSON());
}

/** Credit and caption are omitted from HTML when empty; the editor shows placeholders for them. */
function withFigureLines(node: JSONContent): JSONContent {
  if (!node.content) return node;
  if (node.type !== "figure") return { ...node, content: node.content.map(withFigureLines) };
  const [image, ...lines] = node.content;
  const line = (type: string) => lines.find((other) => other.type === type) ?? { type };
  return { ...node, content: [image ?? { type: "image" }, line("figureCredit"), line("figureCaption")] };
}

/** Replaces the content with a minimal change, so that the caret stays. `isUndoable`: as one undo step. */
export function replaceContent({ schema, view }: Editor, html: string, isUndoable = true): void {
  const change = changeTo(view.state, schema.nodeFromJSON(parseHtml(html, schema)));
  if (change) view.dispatch(asItIs(isUndoable ? change : change.setMeta("addToHistory", false)));
}

type Blocks = { nodes: Node[]; places: number[]; keys: string[] };

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

/** A line as stored in HTML, which drops a trailing space that was just typed. */
function withoutLastSpace(node: Node): Node {
  if (!node.isTextblock || node.type.spec.code) return node;
  const { lastChild } = node;
  const spaces = lastChild?.isText ? (/[ \t\n]$/.test(lastChild.text ?? "") ? 1 : 0) : 0;
  return spaces === 0 ? node : node.cut(0, node.content.size - spaces);
}

/** The smallest change that makes one document another; null if they are equal. */
export function changeTo({ doc, tr }: EditorState, next: Node): Transaction | null {
  const [now, then] = [blocksOf(doc), blocksOf(next)];
  const pairs = [...commonSubsequence(now.keys, then.keys), [now.nodes.length, then.nodes.length] as const];
  const stretches = pairs.map(([end, other], at) => {
    const [row, column] = pairs[at - 1] ?? [-1, -1];
    return { row: row + 1, end, column: column + 1, other };
  });
  // From the end, so that positions stay valid.
  for (const { row, end, column, other } of stretches.toReversed()) {
    const [old, fresh] = [Fragment.from(now.nodes.slice(row, end)), Fragment.from(then.nodes.slice(column, other))];
    const [from, place] = [now.places[row] ?? 0, then.places[column] ?? 0];
    const start = old.findDiffStart(fresh);
    const last = old.findDiffEnd(fresh);
    if (start === null || last === null) continue;
    // In repeated text the end may be before the start.
    const overlap = Math.max(0, start - Math.min(last.a, last.b));
    tr.replace(from + start, from + last.a + overlap, next.slice(place + start, place + last.b + overlap));
  }
  return tr.docChanged ? tr : null;
}

const MAX_DELAY_MS = 300;

export type ContentOut = {
  html: () => string;
  /** Reports a change to the form immediately instead of within `MAX_DELAY_MS`. */
  flush: () => void;
};

/** Reports changes while typing, and immediately on blur. Content equal to `value` is reported as `value`. */
export function useContentOut(editor: Editor, value: string, onChange: (html: string) => void): ContentOut {
  const listener = useRef(onChange);
  useLayoutEffect(() => {
    listener.current = onChange;
  });
  const out = useMemo(() => createOut(editor, value, (html) => listener.current(html)), [editor, value]);

  useEffect(() => {
    const stop = afterChanges(editor, MAX_DELAY_MS, out.flush);
    editor.on("blur", out.flush);
    document.addEventListener("visibilitychange", out.flush);
    window.addEventListener("pagehide", out.flush);
    return () => {
      stop();
      editor.off("blur", out.flush);
      document.removeEventListener("visibilitychange", out.flush);
      window.removeEventListener("pagehide", out.flush);
    };
  }, [editor, out]);
  return out;
}

function createOut(editor: Editor, value: string, report: (html: string) => void): ContentOut {
  const opened = htmlOf(editor.state.doc);
  let reported = value;
  const html = () => {
    const now = htmlOf(editor.state.doc);
    return now === opened ? value : now;
  };
  const flush = () => {
    const now = html();
    if (now === reported) return;
    reported = now;
    report(now);
  };
  return { html, flush };
}
