import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { ConfirmDialog } from "./dialog.tsx";

/** Work that would be lost with the page, unless `isSafe` returns true at that moment. */
type Mark = { isSafe: (() => boolean) | undefined };
const marks = new Set<Mark>();

const isAllSafe = () => [...marks].every(({ isSafe }) => isSafe?.());

const ask = (event: BeforeUnloadEvent) => {
  if (!isAllSafe()) event.preventDefault();
};

/** The pending action, run when the editor confirms; null while no question is open. */
let leaving: (() => void) | null = null;
const watchers = new Set<() => void>();

function setLeaving(next: typeof leaving): void {
  leaving = next;
  for (const watcher of watchers) watcher();
}

/** Leaves immediately if nothing would be lost, otherwise after confirmation (`LeaveQuestion`). */
function leaveIf(isSafe: boolean, leave: () => void): void {
  if (isSafe) leave();
  else setLeaving(leave);
}

function watchLeaving(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** The open question, for the component that renders it; null while there is none. */
export const leaveQuestion = {
  watch: watchLeaving,
  isOpen: () => leaving !== null,
  /** Closes the question, then acts on the answer, so that the focus has returned first. */
  answer(isLeaving: boolean): void {
    const leave = leaving;
    flushSync(() => setLeaving(null));
    if (isLeaving) leave?.();
  },
};

/** Asks before the page is closed or left, unless `isSafe`. Returns a function that stops this. */
export function markUnsaved(isSafe?: () => boolean): () => void {
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
 * that leaves this form: immediately if nothing is unsaved, otherwise after confirmation.
 */
export function useUnsaved(isUnsaved: boolean, isSafe?: () => boolean): (leave: () => void) => void {
  const now = useRef(isUnsaved);
  useEffect(() => {
    now.current = isUnsaved;
    return isUnsaved ? markUnsaved(isSafe) : undefined;
  }, [isUnsaved, isSafe]);
  return useCallback((leave) => leaveIf(!now.current, leave), []);
}

export type Marks = readonly Mark[];

/** Work that is stored nowhere. */
export const unstoredMarks = (): Marks => [...marks].filter(({ isSafe }) => !isSafe);

/** Whether some of this work was removed since, unsaved. */
export const wasLostWith = (work: Marks): boolean => work.some((mark) => !marks.has(mark));

const SAFE_TRIES = 10;
const SAFE_INTERVAL_MS = 300;

/** Waits until all work is stored, which takes the browser a moment. Returns false if some of it isn't. */
export async function whenAllSafe(): Promise<boolean> {
  for (let tried = 1; !isAllSafe(); tried++) {
    if (tried === SAFE_TRIES) return false;
    await new Promise((resolve) => setTimeout(resolve, SAFE_INTERVAL_MS));
  }
  return true;
}

/** Leaves all forms: immediately if nothing would be lost, otherwise after confirmation. */
export const leaveAll = (leave: () => void): void => leaveIf(isAllSafe(), leave);

/** The question before work is lost within the admin area; the browser asks its own before the page is closed. */
export function LeaveQuestion() {
  const isOpen = useSyncExternalStore(leaveQuestion.watch, leaveQuestion.isOpen);
  if (!isOpen) return null;
  return (
    <ConfirmDialog
      title="You have unsaved changes"
      confirm="Leave"
      onConfirm={() => leaveQuestion.answer(true)}
      onCancel={() => leaveQuestion.answer(false)}
    >
      Leave without saving them?
    </ConfirmDialog>
  );
}
