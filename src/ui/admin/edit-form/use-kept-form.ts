import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useToast } from "../toasts.tsx";
import { dropEarlierDraft, earlierDrafts } from "./earlier-drafts.ts";
import type { FormKind, FormState } from "./form-kind.ts";
import {
  dropForm,
  freeForms,
  holdForm,
  type KeptForm,
  keepForm,
  newFormKey,
  onKeptFormsChanged,
  type Place,
} from "./kept-forms.ts";
import { differing } from "./versions.ts";

type Props<Row, Values extends object> = {
  account: string;
  restored: KeptForm<Values> | null;
  /** Work of an older version that was not compared yet: it stays a change of that. */
  undecided: KeptForm<Values> | null;
  state: FormState<Row, Values>;
  isUnsaved: boolean;
  createKey: string;
};

/** Keeps what is typed in an open form in this browser, until it is saved or discarded. */
export function useKeptForm<Row, Values extends object>(
  kind: Pick<FormKind<Row, Values>, "name" | "idOf">,
  { account, restored, undecided, state, isUnsaved, createKey }: Props<Row, Values>,
) {
  const [key] = useState(newFormKey);
  const place: Place = { account, form: kind.name };
  const [keptAt, setKeptAt] = useState<number | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const { base, began, values } = state;
  const kept: KeptForm<Values> = {
    key,
    subject: base ? kind.idOf(base.row) : null,
    etag: undecided ? undecided.etag : (base?.etag ?? null),
    began: undecided ? undecided.began : base && began,
    values,
    createKey,
    savedAt: Date.now(),
  };
  const latest = useRef(kept);
  const isForgotten = useRef(false);
  if (differing(latest.current.values, values).length > 0 || latest.current.etag !== kept.etag) latest.current = kept;
  useLayoutEffect(() => {
    const release = holdForm(key);
    return () => void release();
  }, [key]);
  // What is restored stays where it is until it is kept here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => {
    if (isForgotten.current) return;
    if (isUnsaved) {
      setIsRefused(!keepForm(place, latest.current));
      setKeptAt(latest.current.savedAt);
    } else dropForm(place, key);
    if (!isUnsaved) setKeptAt(null);
    if (restored) dropForm(place, restored.key);
  }, [values, base, isUnsaved]);
  return {
    keptAt,
    isRefused,
    isSafe: () => !isRefused,
    /** Deletes what is kept, and returns it. */
    forget(): KeptForm<Values> {
      isForgotten.current = true;
      dropForm(place, key);
      return { ...kept, key: newFormKey() };
    },
  };
}

/** An account's unsaved work of one kind of form that is open in no tab, and how to discard it. */
export function useKeptForms<Values extends object>(account: string, form: string) {
  const show = useToast();
  const [kept, setKept] = useState<KeptForm<Values>[]>([]);
  useEffect(() => {
    let looks = 0;
    const look = () => {
      const serial = ++looks;
      // A later look knows more.
      void freeForms<Values>({ account, form }).then((free) => serial === looks && setKept(free));
    };
    look();
    void takeOver({ account, form }).catch(reportError);
    const end = onKeptFormsChanged(look);
    return () => {
      looks++;
      end();
    };
  }, [account, form]);
  const onDiscarded = (discarded: KeptForm<Values>) =>
    show({
      title: "Unsaved work discarded",
      action: { label: "Undo", run: () => void keepForm({ account, form }, discarded) },
    });
  return {
    kept,
    onDiscarded,
    discard(given: KeptForm<Values>) {
      dropForm({ account, form }, given.key);
      onDiscarded(given);
    },
  };
}

/** Takes over what an earlier version of the program has kept of a kind of form. */
async function takeOver(place: Place): Promise<void> {
  for (const draft of await earlierDrafts(place.account, place.form)) {
    const { key, subject, etag, values, began, createKey, savedAt, isReplaced, isLeftOut = false } = draft;
    const before = began ? { ...values, ...began } : null;
    const kept = { key, subject, etag, began: before, values, createKey, savedAt, isReplaced, isLeftOut };
    // Where the browser stores nothing more, the earlier copy is the only one that survives a crash.
    if (keepForm(place, kept)) await dropEarlierDraft(key);
  }
}
