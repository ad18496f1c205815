import type { Editor } from "@tiptap/core";
import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { htmlOf } from "../html-of.ts";

/** How long the form may lag behind what is typed, in milliseconds. */
const MAX_DELAY_MS = 300;

export type ContentOut = {
  /** The current content. */
  html: () => string;
  /** Reports a change to the form at once, rather than within `MAX_DELAY_MS`. */
  flush: () => void;
};

/**
 * Reports changes to the form: debounced while typing, and at once when the editor is left, hidden or its form
 * submitted. Content that is back to its initial state is reported as the very `value` that was given.
 */
export function useContentOut(editor: Editor, value: string, onChange: (html: string) => void): ContentOut {
  const listener = useRef(onChange);
  useLayoutEffect(() => {
    listener.current = onChange;
  });
  const out = useMemo(() => createOut(editor, value, (html) => listener.current(html)), [editor, value]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        out.flush();
      }, MAX_DELAY_MS);
    };
    editor.on("update", later);
    editor.on("blur", out.flush);
    document.addEventListener("visibilitychange", out.flush);
    window.addEventListener("pagehide", out.flush);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
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
