import { type RefObject, useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "../toasts.tsx";
import type { Call } from "../use-call.ts";
import { newDraftKey, putAside } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import type { FormWork } from "./use-form-work.ts";
import type { Work } from "./values.ts";
import type { Versioned } from "./versions.ts";

type Props<Row, Values extends object> = {
  account: string;
  at: FormWork<Row, Values>;
  /** A comparison that the form begins with. */
  first: Versioned<Row> | null;
  form: RefObject<HTMLFormElement | null>;
  run: Call["run"];
  saveOver: (from: Versioned<Row>) => Promise<Row | null>;
  onStored: (row: Row, isNew: boolean) => void;
};

/**
 * Two versions of one thing: what is typed, and what somebody else has stored. The one that is not chosen is put aside
 * in this browser, and offered.
 */
export function useConflict<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const { account, at, form, run, saveOver, onStored } = props;
  const api = useEditorApi();
  const show = useToast();
  const [theirs, setTheirs] = useState(props.first);
  /** Found while the form was out of sight: a dialog would shut the rest of the page off. */
  const [waiting, setWaiting] = useState<Versioned<Row> | null>(null);
  /** Whether the comparison came from a refused save: then keeping one's own saves it. */
  const [wasRefused, setWasRefused] = useState(false);

  /** A copy that is asked for again, as its answer was lost, is made once. */
  const copyKey = useRef(newDraftKey());

  const keep = (version: Versioned<Row>, { values, file }: Work<Values>, isReplaced: boolean) =>
    putAside<Values>({
      account,
      form: kind.name,
      subject: kind.idOf(version.row),
      // Of no version: restoring it shows what it differs in.
      etag: null,
      createKey: newDraftKey(),
      values,
      file,
      savedAt: Date.now(),
      isReplaced,
    });
  const close = () => {
    setTheirs(null);
    setWaiting(null);
  };

  return {
    theirs,
    waiting,
    wasRefused,
    close,
    /** A save was refused, as this version was stored meanwhile. */
    open(version: Versioned<Row>) {
      setWasRefused(true);
      if (form.current?.offsetParent == null) setWaiting(version);
      else setTheirs(version);
    },
    /** Shows the two side by side. */
    compare(version: Versioned<Row>) {
      setWasRefused(true);
      setWaiting(null);
      setTheirs(version);
    },
    keepMine: () =>
      run(async () => {
        if (!theirs) return;
        close();
        at.rebase(theirs);
        if (!wasRefused) return;
        await keep(theirs, { values: kind.valuesOf(theirs.row), file: null }, true);
        await saveOver(theirs);
      }),
    takeTheirs: () =>
      run(async () => {
        if (!theirs) return;
        await keep(theirs, at.current(), false);
        at.adopt(theirs);
        close();
      }),
    // Where it fails the comparison stays, to try again.
    copy: () =>
      run(async () => {
        if (!theirs) return;
        const { values, file } = at.current();
        const work = { values: kind.copyOf?.(values) ?? values, file };
        const made = await kind.create(api, work, copyKey.current);
        copyKey.current = newDraftKey();
        onStored(made.row, true);
        show({ title: kind.words.added });
        at.adopt(theirs);
        close();
      }, kind.words.adding),
  };
}
