import { type RefObject, useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "../toasts.tsx";
import type { Call } from "../use-call.ts";
import type { Beginning } from "./beginning.ts";
import { newDraftKey, putAside, type UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import type { FormWork } from "./form-work.ts";
import type { Chosen } from "./use-choices.ts";
import { useIsOwn } from "./use-is-own.ts";
import { differing, type Work } from "./values.ts";
import type { Versioned } from "./versions.ts";
import { waitingFiles } from "./waiting-pictures.ts";

type Props<Row, Values extends object> = {
  account: string;
  at: FormWork<Row, Values>;
  /** Restored work, and a newer version to compare it with when the form opens. */
  beginning: Pick<Beginning<Row, Values>, "conflict" | "restored">;
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
  const { account, at, form, run, saveOver } = props;
  const api = useEditorApi();
  const comparison = useComparison(kind, at, props.beginning);
  const { theirs, waiting, undecided, wasRefused, setWasRefused, settle, compare } = comparison;
  const isOwn = useIsOwn(kind, theirs ?? waiting);

  const keep = (version: Versioned<Row>, work: Work<Values>, isReplaced: boolean) =>
    putAside<Values>(setAside(kind, account, { version, work, isReplaced }));
  /** Their version is to be replaced, in full or in part: it stays on the server, or in this browser. */
  async function secure(version: Versioned<Row>) {
    const aside = () => keep(version, { values: kind.valuesOf(version.row), file: null }, true);
    if (wasRefused) await aside();
    else await kind.secure?.(api, version.row).catch(aside);
  }

  /** What was chosen of both goes on as a change of theirs; what is left out of either stays in this browser. */
  const take = ({ values, hasAllOfMine, hasAllOfTheirs }: Chosen<Values>) =>
    run(async () => {
      if (!theirs) return;
      if (!hasAllOfMine) await keep(theirs, at.current(), false);
      if (!hasAllOfTheirs) await secure(theirs);
      at.resolve(theirs, values);
      settle();
      if (wasRefused) await saveOver(theirs);
    });

  return {
    theirs,
    /** Whether something is to be chosen, now or later. */
    isOpen: theirs !== null || waiting !== null || undecided !== null,
    undecided,
    /** Whether the other version is the user's too. */
    isOwn,
    /** What both began from; null if nobody knows. */
    began: undecided ? beganOf(undecided) : theirs !== null && theirs !== at.base ? at.now().saved : null,
    waiting,
    wasRefused,
    close: comparison.close,
    settle,
    /**
     * A save was refused because this version had been stored in the meantime. One that the editor did not ask for
     * only tells, and does not open the comparison over what is being typed.
     */
    open(version: Versioned<Row>, isAutosave = false) {
      setWasRefused(!isAutosave);
      if (isAutosave || form.current?.offsetParent == null) comparison.setWaiting(version);
      else comparison.setTheirs(version);
    },
    /** Shows both versions side by side. */
    compare: (version: Versioned<Row>) =>
      run(async () => {
        if (!kind.autosave) setWasRefused(true);
        await compare(version);
      }),
    /** Asks for the choice that saving by hand needs first. */
    ask: () =>
      run(async () => {
        const version = theirs ?? waiting ?? at.base;
        if (!version) return;
        setWasRefused(true);
        await compare(version);
      }),
    keepMine: () => take({ values: at.current().values, hasAllOfMine: true, hasAllOfTheirs: false }),
    take,
    takeTheirs: () =>
      run(async () => {
        if (!theirs) return;
        await keep(theirs, at.current(), false);
        at.adopt(theirs);
        settle();
      }),
    copy: useCopyOfMine(kind, { ...props, theirs, settle }),
  };
}

type CopyProps<Row, Values extends object> = Pick<Props<Row, Values>, "at" | "run" | "onStored"> & {
  theirs: Versioned<Row> | null;
  settle: () => void;
};

/** Stores what is typed as another row, and theirs stays. If it fails the comparison stays open for another try. */
function useCopyOfMine<Row, Values extends object>(kind: FormKind<Row, Values>, props: CopyProps<Row, Values>) {
  const { at, run, onStored, theirs, settle } = props;
  const api = useEditorApi();
  const show = useToast();
  /** If it is retried because the response was lost, it is still created only once. */
  const copyKey = useRef(newDraftKey());
  return () =>
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
      settle();
    }, kind.words.adding);
}

/** The version that is compared, now or later, and the restored work that nothing is stored of until then. */
function useComparison<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  at: FormWork<Row, Values>,
  beginning: Props<Row, Values>["beginning"],
) {
  const api = useEditorApi();
  const [theirs, setTheirs] = useState(beginning.conflict);
  const [undecided, setUndecided] = useState(beginning.conflict ? beginning.restored : null);
  /** Not shown yet, or shown without a choice: a dialog would block the rest of the page. */
  const [waiting, setWaiting] = useState<Versioned<Row> | null>(null);
  /** Whether the conflict came from a refused save: then keeping one's own version saves it. */
  const [wasRefused, setWasRefused] = useState(false);
  /** Ends the conflict: there is nothing left to choose. */
  const settle = () => {
    setTheirs(null);
    setWaiting(null);
    setUndecided(null);
  };
  return {
    theirs,
    setTheirs,
    waiting,
    setWaiting,
    undecided,
    wasRefused,
    setWasRefused,
    settle,
    /** Leaves the choice for later, unless there is none. */
    close() {
      if (!theirs) return;
      if (differing(at.current().values, kind.valuesOf(theirs.row)).length === 0) return settle();
      setWaiting(theirs);
      setTheirs(null);
    },
    async compare(version: Versioned<Row>) {
      // They may have written on since.
      const newest = kind.autosave ? await kind.read(api, kind.idOf(version.row)).catch(() => version) : version;
      setWaiting(null);
      setTheirs(newest);
    },
  };
}

/** The version that restored work changes; null for work that does not know it. */
const beganOf = <Values extends object>({ values, began }: UnsavedDraft<Values>): Values | null =>
  began ? { ...values, ...began } : null;

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
  const kept = { ...draft, ...work, ...(pictures && { pictures }), savedAt: Date.now(), isReplaced };
  return isReplaced ? kept : { ...kept, isLeftOut: true };
}
