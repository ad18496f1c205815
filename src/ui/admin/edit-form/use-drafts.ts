import { useEffect, useState } from "react";
import { useToast } from "../toasts.tsx";
import { isDue } from "./copy-storer.ts";
import { waitForFree } from "./draft-locks.ts";
import {
  draftsOf,
  dropDraft,
  notifyDraftsChanged,
  onDraftsChanged,
  putAside,
  type UnsavedDraft,
} from "./draft-store.ts";

/** An account's unsaved work of one kind of form that is not open in this tab or another. */
export function useFreeDrafts<Values extends object>(account: string, form: string) {
  const [drafts, setDrafts] = useState<UnsavedDraft<Values>[]>([]);
  useEffect(() => {
    const over = new AbortController();
    async function look() {
      const { free, busy } = await draftsOf<Values>(account, form);
      if (over.signal.aborted) return;
      setDrafts(free);
      busy.forEach(lookWhenFree);
    }
    const update = () => void look();
    const lookWhenFree = waitForFree(over.signal, update);
    update();
    const end = onDraftsChanged(update);
    // Another tab may have put work aside while staying open itself.
    window.addEventListener("focus", update);
    return () => {
      over.abort();
      end();
      window.removeEventListener("focus", update);
    };
  }, [account, form]);
  return { drafts };
}

/**
 * The unsaved work of `useFreeDrafts` that is offered: what is about to store itself is not. Only `discard` destroys it,
 * which can be undone while its toast is visible; `onDiscarded` reports work that a form has discarded itself.
 */
export function useDrafts<Values extends object>(account: string, form: string) {
  const drafts = useFreeDrafts<Values>(account, form).drafts.filter((draft) => !isDue(draft));
  const show = useToast();
  const onDiscarded = ({ key: _key, ...draft }: UnsavedDraft<Values>) =>
    show({
      title: "Unsaved work discarded",
      action: { label: "Undo", run: () => void putAside(draft) },
    });
  const discard = (draft: UnsavedDraft<Values>) => {
    // A draft that is only in memory is removed all the same.
    void dropDraft(draft.key)
      .catch(() => undefined)
      .then(notifyDraftsChanged);
    onDiscarded(draft);
  };
  return { drafts, discard, onDiscarded };
}
