import { useCallback, useEffect, useRef } from "react";

/** Forms that hold something unsaved, each by a mark of its own. */
const unsaved = new Set<object>();

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** What leaving loses, as a question. */
const QUESTION = "You have unsaved changes. Leave without saving them?";

/**
 * While `isUnsaved`, closing or leaving the page asks first. Answers whether this one form may be left: nothing is
 * unsaved, or the editor says so.
 */
export function useUnsaved(isUnsaved: boolean): () => boolean {
  const now = useRef(isUnsaved);
  useEffect(() => {
    now.current = isUnsaved;
    if (!isUnsaved) return;
    const mark = {};
    if (unsaved.size === 0) window.addEventListener("beforeunload", ask);
    unsaved.add(mark);
    return () => {
      unsaved.delete(mark);
      if (unsaved.size === 0) window.removeEventListener("beforeunload", ask);
    };
  }, [isUnsaved]);
  return useCallback(() => !now.current || window.confirm(QUESTION), []);
}

/** Whether all forms may be left: nothing unsaved in any, or the editor says so. */
export function mayLeave(): boolean {
  return unsaved.size === 0 || window.confirm(QUESTION);
}
