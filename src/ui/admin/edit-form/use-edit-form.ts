import { type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { errorsAfter, type FieldErrors, useErrorFocus } from "../field-errors.ts";
import { useToast } from "../toasts.tsx";
import { useUnsaved } from "../unsaved.tsx";
import { type Call, useCall } from "../use-call.ts";
import { waitingSentence } from "./form-footer.tsx";
import type { FormKind, FormState } from "./form-kind.ts";
import { isAway, useRetry } from "./retry.ts";
import { newFormKey, storeForm, type UnsavedForm, useFormStorage } from "./stored-forms.ts";
import type { Chosen } from "./use-choices.ts";
import type { FormGuard } from "./use-open-form.ts";
import { useSaver } from "./use-saver.ts";
import { differing, isLaterVersion, isSameVersion, type Versioned } from "./versions.ts";

export type FormProps<Row, Values extends object> = {
  account: string;
  /** The stored row, updated as it changes; null for a new one, or if it was deleted after the work was stored. */
  row: Versioned<Row> | null;
  /** Unsaved work to continue with. */
  restored: UnsavedForm<Values> | null;
  guard: Ref<FormGuard>;
  /** Something was stored: other views must be updated. */
  onStored: (row: Row) => void;
  /** Everything is saved and the form may close. */
  onDone: () => void;
  /** A new row was stored, and editing continues. */
  onCreated: (row: Row) => void;
};

type SaveOptions = { staysOpen: boolean; isRetry?: boolean };

export type EditForm<Row, Values extends object> = ReturnType<typeof useEditForm<Row, Values>>;

/** A form that adds or changes a row: its values, saving, errors, and conflicts with others' changes. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place that assembles the parts of a form
export function useEditForm<Row, Values extends object>(kind: FormKind<Row, Values>, props: FormProps<Row, Values>) {
  const { account, row, restored, onStored } = props;
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  useErrorFocus(element, errors);
  const [state, setState] = useState<FormState<Row, Values>>(() => stateOf(kind, row, restored));
  // A save may follow a change in the same event, and must see it.
  const now = useRef(state);
  const put = (change: Partial<FormState<Row, Values>>) => {
    now.current = { ...now.current, ...change };
    setState(now.current);
  };
  const isGone = restored !== null && restored.subject !== null && row === null;
  const [note, setNote] = useState(isGone ? kind.words.deleted : null);
  const createKey = useRef(restored?.createKey ?? newFormKey());
  /** Requests without a response: one of them may have been stored. */
  const tries = useRef<Values[]>([]);
  const retry = useRetry(() => void save({ staysOpen: true, isRetry: true }));
  const isUnsaved = differing(state.values, state.began).length > 0 || retry.isWaiting;
  /** Rebases the typed values on this version. */
  const rebase = (base: Versioned<Row>, values = now.current.values) =>
    put({ base, began: kind.valuesOf(base.row), values });

  const isOlder = restored !== null && row !== null && !isSameVersion(restored.etag, row.etag);
  /** Restored work of an older version. It cannot be saved before the editor has chosen. */
  const [undecided, setUndecided] = useState(isOlder ? restored : null);
  const conflict = useConflict(kind, {
    account,
    start: isOlder ? { theirs: row, began: restored.began } : null,
    now,
    run,
    async onChosen(theirs, values, isSaved) {
      setUndecided(null);
      rebase(theirs, values);
      if (isSaved) await saveOver({ staysOpen: !kind.closesWhenSaved });
    },
  });
  const draft = useFormStorage(kind, { account, restored, undecided, state, isUnsaved, createKey: createKey.current });
  useUnsaved(isUnsaved, draft.isSafe);
  useGuard(props.guard, isUnsaved);

  const refuse = (wrong: FieldErrors, title: string, description: string) => {
    retry.stop();
    setErrors(wrong);
    show({ title, description, ...kind.words.refused?.(wrong), variant: "destructive" });
  };
  function settle(sent: Values, stored: Versioned<Row>, { staysOpen }: SaveOptions): Row {
    const isNew = now.current.base === null;
    tries.current = [];
    retry.stop();
    setErrors({});
    setNote(null);
    show({ title: isNew ? kind.words.added : kind.words.updated });
    // Values that the server normalised replace those that were sent, unless they were changed since.
    const typedSince = differing(now.current.values, sent);
    const taken = kind.valuesOf(stored.row);
    const [values, began] = [{ ...now.current.values }, { ...sent }];
    for (const name of kind.takenOver) {
      began[name] = taken[name];
      if (!typedSince.includes(name)) values[name] = taken[name];
    }
    put({ base: stored, began, values });
    onStored(stored.row);
    if (!staysOpen && typedSince.length === 0) {
      draft.forget();
      props.onDone();
    } else if (isNew) props.onCreated(stored.row);
    return stored.row;
  }
  /** Whether a row is the result of a request without a response. */
  const isOwnTry = (stored: Row) =>
    tries.current.some((sent) => differing(kind.valuesOf(stored), sent).every((name) => sent[name] === null));

  /** Saves the typed values as a change of the base, or as a new row. Shows failures. */
  async function saveOver(options: SaveOptions): Promise<Row | null> {
    const sent = kind.tidy?.(now.current.values) ?? now.current.values;
    if (differing(sent, now.current.values).length > 0) put({ values: sent });
    const { base } = now.current;
    const missing = kind.missingIn(sent, base?.row ?? null);
    if (Object.keys(missing).length > 0) {
      refuse(missing, "Missing required fields", "Please fill out all required fields");
      return null;
    }
    try {
      if (base) return settle(sent, await kind.update(api, base, sent), options);
      const made = await kind.create(api, sent, createKey.current);
      if (!made.hasOthers || differing(kind.valuesOf(made.row), sent).length === 0) return settle(sent, made, options);
      // An earlier attempt was stored after all: later typing is a change of it.
      rebase(made);
      if (isOwnTry(made.row)) return saveOver(options);
      retry.stop();
      props.onCreated(made.row);
      conflict.open(made);
      return null;
    } catch (error) {
      return fail(error, sent, options);
    }
  }
  async function fail(error: unknown, sent: Values, options: SaveOptions): Promise<Row | null> {
    const { base } = now.current;
    const { title, fallback } = base ? kind.words.updating : kind.words.adding;
    if (isAway(error)) {
      tries.current.push(sent);
      retry.schedule();
      setErrors({});
      // Shown once: the form itself shows the state while it lasts.
      const description = `${detailOf(error, fallback).replace(/\.$/, "")}. ${waitingSentence(draft.isRefused)}`;
      if (!options.isRetry) show({ title, description, variant: "destructive" });
      return null;
    }
    const { status, errors: wrong } = error instanceof ApiError ? error : { status: null, errors: {} };
    // A conflict in a field, such as a name that is taken, is not one with another version.
    if (status === 409 && base && Object.keys(wrong).length === 0) {
      const theirs = await kind.read(api, kind.idOf(base.row)).catch(() => null);
      if (theirs && isOwnTry(theirs.row)) {
        rebase(theirs);
        return saveOver(options);
      }
      if (theirs) {
        onStored(theirs.row);
        conflict.open(theirs);
      }
    }
    if (status === 404 && base) {
      createKey.current = newFormKey();
      put({ base: null, began: kind.empty });
      setNote(kind.words.deleted);
    }
    refuse(wrong, title, detailOf(error, fallback));
    return null;
  }
  async function save(options: SaveOptions): Promise<Row | null> {
    const { base } = now.current;
    if (!undecided || !base) return (await run(() => saveOver(options))) ?? null;
    conflict.open(base, undecided.began);
    return null;
  }
  const isTouched = isUnsaved || isBusy;
  // Versions that the form has created or seen; a list may still contain an old one.
  const past = useRef(new Set<string>());
  if (state.base) past.current.add(state.base.etag);
  const isNewer = row && state.base && isLaterVersion(row.etag, state.base.etag) && !past.current.has(row.etag);
  const newer = isNewer && !isBusy ? row : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (newer && !isTouched) rebase(newer, kind.valuesOf(newer.row));
  }, [newer?.etag, isTouched]);

  return {
    kind,
    element,
    base: state.base?.row ?? null,
    values: state.values,
    errors,
    note,
    isBusy,
    isUnsaved,
    isWaiting: retry.isWaiting,
    draft,
    conflict: { ...conflict, newer: conflict.waiting ?? (isTouched ? newer : null) },
    current: () => ({ values: now.current.values }),
    change(values: Partial<Values>) {
      put({ values: { ...now.current.values, ...values } });
      setErrors((before) => errorsAfter(before, values));
    },
    save,
    /** Discards the work and returns it, so that this can be undone. */
    discard(): UnsavedForm<Values> {
      retry.stop();
      return draft.forget();
    },
  };
}

function stateOf<Row, Values extends object>(
  kind: Pick<FormKind<Row, Values>, "empty" | "valuesOf">,
  base: Versioned<Row> | null,
  restored: UnsavedForm<Values> | null,
): FormState<Row, Values> {
  const began = base ? kind.valuesOf(base.row) : kind.empty;
  // A field that was added after the work was stored has its initial value.
  return { base, began, values: { ...began, ...restored?.values } };
}

/** Lets the panel ask whether the form has unsaved changes. */
function useGuard(guard: Ref<FormGuard>, isUnsaved: boolean): void {
  useImperativeHandle(guard, () => ({ isUnsaved: () => isUnsaved }), [isUnsaved]);
}

type Props<Row, Values extends object> = {
  account: string;
  /** Restored work and the newer version that it is compared with first. */
  start: { theirs: Versioned<Row>; began: Values | null } | null;
  now: RefObject<FormState<Row, Values>>;
  run: Call["run"];
  /** Called with the chosen `values`, as a change of `theirs`; `isSaved`: an interrupted save continues. */
  onChosen: (theirs: Versioned<Row>, values: Values, isSaved: boolean) => Promise<void>;
};

/** Two versions of one row, typed and stored. The rejected one is stored in this browser. */
function useConflict<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const { account, start, now, run, onChosen } = props;
  const [theirs, setTheirs] = useState(start?.theirs ?? null);
  const [waiting, setWaiting] = useState<Versioned<Row> | null>(null);
  const [began, setBegan] = useState(start?.began ?? null);
  const [wasRefused, setWasRefused] = useState(false);
  const saver = useSaver(kind, theirs ?? waiting);
  const settle = () => {
    setTheirs(null);
    setWaiting(null);
  };
  const open = (version: Versioned<Row>, from: Values | null = now.current.began) => {
    setBegan(from);
    setWasRefused(true);
    setWaiting(null);
    setTheirs(version);
  };
  /** Stores the rejected version without a base, so that restoring it opens the comparison. */
  const keep = (version: Versioned<Row>, values: Values, mark: { isReplaced?: boolean; isLeftOut?: boolean }) =>
    storeForm<Values>(
      { account, form: kind.name },
      {
        ...mark,
        key: newFormKey(),
        subject: kind.idOf(version.row),
        etag: null,
        began: null,
        values,
        createKey: newFormKey(),
        savedAt: Date.now(),
      },
    );
  const choose = (
    version: Versioned<Row>,
    { values, hasAllOfMine, hasAllOfTheirs }: Chosen<Values>,
    isSaved: boolean,
  ) =>
    run(async () => {
      if (!hasAllOfMine) keep(version, now.current.values, { isLeftOut: true });
      if (!hasAllOfTheirs) keep(version, kind.valuesOf(version.row), { isReplaced: true });
      settle();
      await onChosen(version, values, isSaved);
    });
  const take = async (chosen: Chosen<Values>) => theirs && choose(theirs, chosen, wasRefused);
  const takeTheirs = async () =>
    theirs && choose(theirs, { values: kind.valuesOf(theirs.row), hasAllOfMine: false, hasAllOfTheirs: true }, false);
  return {
    theirs,
    waiting,
    saver,
    /** The common base version; null if unknown. */
    began,
    wasRefused,
    open,
    /** Leaves the choice for later, unless there is none. */
    close() {
      if (theirs && differing(now.current.values, kind.valuesOf(theirs.row)).length > 0) setWaiting(theirs);
      setTheirs(null);
    },
    compare: (version: Versioned<Row>) => open(version, start?.theirs === version ? start.began : undefined),
    take,
    takeTheirs,
    keepMine: () => take({ values: now.current.values, hasAllOfMine: true, hasAllOfTheirs: false }),
  };
}
