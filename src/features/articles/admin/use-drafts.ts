import { useEffect, useState } from "react";
import { draftsOf, dropDraft, onDraftsChanged, tellDraftsChanged, type UnsavedDraft, whenFree } from "./draft-store.ts";

/** The account's unsaved work in this browser that no open form is at work on, in this tab or another. */
export function useDrafts(account: string): { drafts: UnsavedDraft[]; discard: (draft: UnsavedDraft) => void } {
  const [drafts, setDrafts] = useState<UnsavedDraft[]>([]);
  useEffect(() => {
    const over = new AbortController();
    const awaited = new Set<string>();
    async function look() {
      const { free, busy } = await draftsOf(account);
      if (over.signal.aborted) return;
      setDrafts(free);
      for (const key of busy.filter((one) => !awaited.has(one))) {
        awaited.add(key);
        whenFree(key, over.signal).then(
          () => {
            awaited.delete(key);
            update();
          },
          // The panel is gone before the other tab is.
          () => undefined,
        );
      }
    }
    // Forbidden storage holds nothing to offer; the form says that nothing is kept.
    const update = () => void look().catch(() => undefined);
    update();
    const end = onDraftsChanged(update);
    // Work that another tab has put aside, while it goes on itself.
    window.addEventListener("focus", update);
    return () => {
      over.abort();
      end();
      window.removeEventListener("focus", update);
    };
  }, [account]);
  const discard = (draft: UnsavedDraft) => {
    void dropDraft(draft.key).then(tellDraftsChanged);
  };
  return { drafts, discard };
}
