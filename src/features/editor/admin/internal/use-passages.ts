import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useRef } from "react";
import type { Passages } from "../rich-text.ts";
import { quoteOf } from "./passages.ts";
import { markPassages, openPassages, passageAtCaret } from "./passages-plugin.ts";

/** How long the marks may lag behind a change of the text that they do not move along with, in milliseconds. */
const MAX_DELAY_MS = 400;

/** Marks passages in the text while it is written, and reports which of them are there. */
export function usePassages(editor: Editor, passages: Passages | undefined): void {
  const has = passages !== undefined;
  const list = passages?.list;
  const placed = useRef("");
  const look = useEffectEvent(() => {
    if (!passages || editor.isDestroyed) return;
    const ids = markPassages(editor, passages.list);
    if (ids.join() === placed.current) return;
    placed.current = ids.join();
    passages.onPlaced(ids);
  });
  const onClick = useEffectEvent((id: number) => passages?.onOpen(id, false));
  useEffect(() => {
    if (!has || editor.isDestroyed) return;
    const close = openPassages(editor, (id) => onClick(id));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, MAX_DELAY_MS);
    };
    editor.on("update", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
      close();
    };
  }, [editor, has]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever there are others
  useEffect(() => look(), [editor, list]);
}

/** Opens the note at the caret, or begins one on the selected words. */
export function noteHere(editor: Editor, { onOpen, onAdd }: Passages): void {
  const id = passageAtCaret(editor);
  if (id !== null) onOpen(id, true);
  else onAdd(quoteOf(editor.state.doc, editor.state.selection));
}
