import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import type { TextStats } from "../rich-text.ts";
import { focusText } from "./focus-text.ts";

/** Words that are read in a minute. */
const READING_SPEED = 230;
/** How long what is said may lag behind the text, in milliseconds. */
const MAX_DELAY_MS = 300;

const counted = new WeakMap<Node, number>();

/** The words of a block. Counted once for each version of it: a keystroke changes one. */
function wordsIn(block: Node): number {
  const known = counted.get(block);
  if (known !== undefined) return known;
  let words = 0;
  for (const part of block.textBetween(0, block.content.size, " ", " ").split(/\s+/))
    if (/[\p{L}\p{N}]/u.test(part)) words++;
  counted.set(block, words);
  return words;
}

const isHeading = (node: Node) => node.type.name === "heading" && node.textContent.trim() !== "";

/** Headings at the top level of the text: what an outline leads to. */
export function headingsOf(doc: Node): { node: Node; pos: number }[] {
  const all: { node: Node; pos: number }[] = [];
  doc.forEach((node, pos) => {
    if (isHeading(node)) all.push({ node, pos });
  });
  return all;
}

export function statsOf(doc: Node): TextStats {
  let words = 0;
  doc.forEach((block) => {
    words += wordsIn(block);
  });
  const outline = headingsOf(doc).map(({ node }) => ({
    level: Number(node.attrs.level),
    text: node.textContent.trim(),
  }));
  return { words, minutes: words === 0 ? 0 : Math.max(1, Math.round(words / READING_SPEED)), outline };
}

const isSame = (one: TextStats, other: TextStats) => JSON.stringify(one) === JSON.stringify(other);

/** What is said of the editor's text, renewed a moment after it changed. */
export function useTextStats(editor: Editor): TextStats {
  const [stats, setStats] = useState(() => statsOf(editor.state.doc));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      timer = undefined;
      const now = statsOf(editor.state.doc);
      setStats((before) => (isSame(now, before) ? before : now));
    };
    const later = () => {
      timer ??= setTimeout(renew, MAX_DELAY_MS);
    };
    editor.on("update", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
    };
  }, [editor]);
  return stats;
}

/** Moves the cursor to the end of a heading. */
export function goToHeading(editor: Editor, index: number): void {
  const heading = headingsOf(editor.state.doc)[index];
  if (!heading) return;
  const { pos, node } = heading;
  editor.commands.setTextSelection(pos + node.nodeSize - 1);
  focusText(editor);
  const dom = editor.view.nodeDOM(pos);
  if (dom instanceof Element) dom.scrollIntoView({ block: "center" });
}
