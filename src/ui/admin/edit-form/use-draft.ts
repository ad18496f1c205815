import { useEffect, useLayoutEffect, useState } from "react";
import { createKeeper, type DraftProps } from "./draft-keeper.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import type { Work } from "./values.ts";

export type KeptDraft<Values extends object> = {
  /** When the work was last stored, in epoch milliseconds; null while there is nothing to store. */
  keptAt: number | null;
  /** The browser refuses to store drafts: storage is full or forbidden. */
  isRefused: boolean;
  /** Whether all unsaved work is stored at this moment. */
  isSafe: () => boolean;
  /** Deletes the draft, as the work is saved or discarded. */
  forget: () => void;
  /** The work is about to be sent. */
  beforeSending: () => void;
  /** The work as it would be stored now. */
  snapshot: () => UnsavedDraft<Values>;
};

/**
 * Stores unsaved work in this browser while it is typed, so that a crash, a closed tab, a lost connection or an expired
 * session loses nothing. `work` changes with everything typed.
 */
export function useDraft<Values extends object>(props: DraftProps<Values> & { work: Work<Values> }): KeptDraft<Values> {
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const [keeper] = useState(() => createKeeper(props));
  const { work, isUnsaved, etag } = props;

  useLayoutEffect(() => {
    keeper.props = props;
    keeper.report = { setKeptAt, setIsRefused };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of the work and of its base version
  useEffect(() => {
    if (isUnsaved) keeper.later();
    else keeper.drop();
  }, [keeper, work, isUnsaved, etag]);
  // In the layout phase, as the editor's last text is only available while it is in the page.
  useLayoutEffect(() => {
    const end = keeper.begin();
    const onLeave = () => keeper.now();
    document.addEventListener("visibilitychange", onLeave);
    for (const event of ["beforeunload", "pagehide"]) window.addEventListener(event, onLeave);
    return () => {
      document.removeEventListener("visibilitychange", onLeave);
      for (const event of ["beforeunload", "pagehide"]) window.removeEventListener(event, onLeave);
      end();
    };
  }, [keeper]);

  const { isSafe, forget, beforeSending, snapshot } = keeper;
  return { keptAt, isRefused, isSafe, forget, beforeSending, snapshot };
}
