import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import { NO_TEXT, readingMinutes, sumOfLengths, type TextLength, textLength } from "#shared/reading-time.ts";
import type { TextStats } from "../rich-text.ts";
import { focusText } from "./focus-text.ts";

/** How long what is said may lag behind the text, in milliseconds. */
const MAX_DELAY_MS = 300;

const counted = new WeakMap<Node, TextLength>();

/** The length of a block. Counted once for each version of it: a keystroke changes one. */
function lengthOf(block: Node): TextLength {
  const known = counted.get(block);
  if (known !== undefined) return known;
  const length = textLength(block.textBetween(0, block.content.size, " ", " "));
  counted.set(block, length);
  return length;
}

const isHeading = (node: Node) => node.type.name === "heading" && node.textContent.trim() !== "";

/** Headings at the top level of the text: what an outline leads to. */
function headingsOf(doc: Node): { node: Node; pos: number }[] {
  const all: { node: Node; pos: number }[] = [];
  doc.forEach((node, pos) => {
    if (isHeading(node)) all.push({ node, pos });
  });
  return all;
}

export function statsOf(doc: Node): TextStats {
  let length = NO_TEXT;
  doc.forEach((block) => {
    length = sumOfLengths(length, lengthOf(block));
  });
  const outline = headingsOf(doc).map(({ node }) => ({
    level: Number(node.attrs.level),
    text: node.textContent.trim(),
  }));
  const { words, ideographs, letters } = length;
  return { words, characters: ideographs + letters, minutes: readingMinutes(length), outline };
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
