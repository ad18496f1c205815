import { type RefObject, useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "../toasts.tsx";
import type { Call } from "../use-call.ts";
import { newDraftKey, putAside, type UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import type { FormWork } from "./form-work.ts";
import type { Chosen } from "./use-choices.ts";
import type { Work } from "./values.ts";
import type { Versioned } from "./versions.ts";
import { waitingFiles } from "./waiting-pictures.ts";

type Props<Row, Values extends object> = {
  account: string;
  at: FormWork<Row, Values>;
  /** A version to compare with when the form opens. */
  first: Versioned<Row> | null;
  form: RefObject<HTMLFormElement | null>;
  run: Call["run"];
  saveOver: (from: Versioned<Row>) => Promise<Row | null>;
  onStored: (row: Row, isNew: boolean) => void;
};

/**
 * Two versions of one row: what is typed, and what somebody else has stored. The one that is not chosen is kept in this
 * browser and offered as a draft.
 */
export function useConflict<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const { account, at, form, run, saveOver, onStored } = props;
  const api = useEditorApi();
  const show = useToast();
  const [theirs, setTheirs] = useState(props.first);
  /** Found while the form was hidden: a dialog would block the rest of the page. */
  const [waiting, setWaiting] = useState<Versioned<Row> | null>(null);
  /** Whether the conflict came from a refused save: then keeping one's own version saves it. */
  const [wasRefused, setWasRefused] = useState(false);

  /** If creating a copy is retried because the response was lost, it is still created only once. */
  const copyKey = useRef(newDraftKey());

  const keep = (version: Versioned<Row>, work: Work<Values>, isReplaced: boolean) =>
    putAside<Values>(setAside(kind, account, { version, work, isReplaced }));
  const close = () => {
    setTheirs(null);
    setWaiting(null);
  };

  /** What was chosen of both goes on as a change of theirs; what is left out of either stays in this browser. */
  const take = ({ values, hasAllOfMine, hasAllOfTheirs }: Chosen<Values>) =>
    run(async () => {
      if (!theirs) return;
      const mine = at.current();
      close();
      if (!hasAllOfMine) await keep(theirs, mine, false);
      at.resolve(theirs, values);
      if (!wasRefused) return;
      if (!hasAllOfTheirs) await keep(theirs, { values: kind.valuesOf(theirs.row), file: null }, true);
      await saveOver(theirs);
    });

  return {
    theirs,
    /** What both began from; null if nobody knows. */
    began: theirs !== null && theirs !== at.base ? at.now().saved : null,
    waiting,
    wasRefused,
    close,
    /**
     * A save was refused because this version had been stored in the meantime. One that the editor did not ask for
     * only tells, and does not open the comparison over what is being typed.
     */
    open(version: Versioned<Row>, isAutosave = false) {
      setWasRefused(!isAutosave);
      if (isAutosave || form.current?.offsetParent == null) setWaiting(version);
      else setTheirs(version);
    },
    /** Shows both versions side by side. */
    compare: (version: Versioned<Row>) =>
      run(async () => {
        // They may have written on since.
        const newest = kind.autosave ? await kind.read(api, kind.idOf(version.row)).catch(() => version) : version;
        if (!kind.autosave) setWasRefused(true);
        setWaiting(null);
        setTheirs(newest);
      }),
    keepMine: () => take({ values: at.current().values, hasAllOfMine: true, hasAllOfTheirs: false }),
    take,
    takeTheirs: () =>
      run(async () => {
        if (!theirs) return;
        await keep(theirs, at.current(), false);
        at.adopt(theirs);
        close();
      }),
    // If it fails the comparison stays open for another try.
    copy: () =>
      run(async () => {
        if (!theirs) return;
        await at.ready(api);
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

type Aside<Row, Values extends object> = { version: Versioned<Row>; work: Work<Values>; isReplaced: boolean };

/** The work of a side that was not chosen, as a draft without a version: restoring it opens the comparison. */
function setAside<Row, Values extends object>(
  kind: Pick<FormKind<Row, Values>, "name" | "idOf">,
  account: string,
  { version, work, isReplaced }: Aside<Row, Values>,
): Omit<UnsavedDraft<Values>, "key"> {
  const subject = kind.idOf(version.row);
  const draft = { account, form: kind.name, subject, etag: null, createKey: newDraftKey() };
  const pictures = waitingFiles(work.values);
  return { ...draft, ...work, ...(pictures && { pictures }), savedAt: Date.now(), isReplaced };
}
