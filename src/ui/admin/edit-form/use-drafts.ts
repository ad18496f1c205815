import { useEffect, useState } from "react";
import { useToast } from "../toasts.tsx";
import {
  draftsOf,
  dropDraft,
  notifyDraftsChanged,
  onDraftsChanged,
  putAside,
  type UnsavedDraft,
  whenFree,
} from "./draft-store.ts";

/**
 * An account's unsaved work of one kind of form that no open form is at work on, in this tab or another. `discard` is the
 * one thing that destroys it, and can be undone for as long as its toast stands; `onDiscarded` tells what a form has
 * given up itself.
 */
export function useDrafts<Values extends object>(account: string, form: string) {
  const [drafts, setDrafts] = useState<UnsavedDraft<Values>[]>([]);
  const show = useToast();
  useEffect(() => {
    const over = new AbortController();
    const awaited = new Set<string>();
    async function look() {
      const { free, busy } = await draftsOf<Values>(account, form);
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
    const update = () => void look();
    update();
    const end = onDraftsChanged(update);
    // Work that another tab has put aside, while it goes on itself.
    window.addEventListener("focus", update);
    return () => {
      over.abort();
      end();
      window.removeEventListener("focus", update);
    };
  }, [account, form]);

  const onDiscarded = ({ key: _key, ...draft }: UnsavedDraft<Values>) =>
    show({
      title: "Unsaved work discarded",
      action: { label: "Undo", run: () => void putAside(draft) },
    });
  const discard = (draft: UnsavedDraft<Values>) => {
    // What is in memory only is forgotten all the same.
    void dropDraft(draft.key)
      .catch(() => undefined)
      .then(notifyDraftsChanged);
    onDiscarded(draft);
  };
  return { drafts, discard, onDiscarded };
}
