import { useCallback, useEffect, useRef } from "react";

/** Work that would be lost with the page, unless `isSafe` returns true at that moment. */
type Mark = { isSafe: () => boolean };
const marks = new Set<Mark>();

const isAllSafe = () => [...marks].every((mark) => mark.isSafe());

const ask = (event: BeforeUnloadEvent) => {
  if (!isAllSafe()) event.preventDefault();
};

const QUESTION = "You have unsaved changes. Leave without saving them?";

/** Makes closing or leaving the page ask first, unless `isSafe`. Returns the function that ends this. */
export function markUnsaved(isSafe: () => boolean = () => false): () => void {
  const mark = { isSafe };
  if (marks.size === 0) window.addEventListener("beforeunload", ask);
  marks.add(mark);
  return () => {
    marks.delete(mark);
    if (marks.size === 0) window.removeEventListener("beforeunload", ask);
  };
}

/**
 * While `isUnsaved`, closing or leaving the page asks first, unless the work `isSafe` elsewhere. Returns a function
 * that checks whether this form may be left: nothing is unsaved, or the editor agrees.
 */
export function useUnsaved(isUnsaved: boolean, isSafe?: () => boolean): () => boolean {
  const now = useRef(isUnsaved);
  useEffect(() => {
    now.current = isUnsaved;
    return isUnsaved ? markUnsaved(isSafe) : undefined;
  }, [isUnsaved, isSafe]);
  return useCallback(() => !now.current || window.confirm(QUESTION), []);
}

/** Whether all forms may be left: nothing would be lost, or the editor agrees. */
export function mayLeave(): boolean {
  return isAllSafe() || window.confirm(QUESTION);
}
