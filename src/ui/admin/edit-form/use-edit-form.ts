import { type Ref, type RefObject, useEffect, useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { errorsAfter, type FieldErrors, useErrorFocus } from "../field-errors.ts";
import { useUnsaved } from "../unsaved.tsx";
import { useCall } from "../use-call.ts";
import type { Beginning } from "./beginning.ts";
import { draftBasis } from "./draft-basis.ts";
import { hasLocks } from "./draft-locks.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import type { FormWork, LivePart } from "./form-work.ts";
import { fateOf } from "./kept-toast.ts";
import type { SaveOptions } from "./saving.ts";
import { useAutosave } from "./use-autosave.ts";
import { useConflict } from "./use-conflict.ts";
import { type KeptDraft, useDraft } from "./use-draft.ts";
import { useFormWork } from "./use-form-work.ts";
import { type FormGuard, useFormGuard } from "./use-open-form.ts";
import { useOtherTabs } from "./use-other-tabs.ts";
import { useSaving } from "./use-saving.ts";
import { differing } from "./values.ts";
import { isLaterVersion, type Versioned } from "./versions.ts";

type Props<Row, Values extends object> = {
  account: string;
  beginning: Beginning<Row, Values>;
  /** Lets its panel ask whether it has unsaved changes. */
  guard: Ref<FormGuard>;
  live?: RefObject<LivePart<Values> | null>;
  /** The server's current version, if that is being watched. */
  newest?: Versioned<Row> | null;
  /** Whether work may store itself now, where the kind can; it may without this. */
  mayAutosave?: boolean;
  /** Something was stored, here or by somebody else: other views must be updated. */
  onStored: (row: Row, isNew: boolean) => void;
  /** A save of this form was stored, a repeated one too. */
  onSaved?: () => void;
  /** The work stored itself; `isNew`: as a new row. */
  onAutosaved?: (row: Row, isNew: boolean) => void;
  /** Everything is saved and the form may close. */
  onDone: (row: Row) => void;
  /** A new row was stored, and editing continues. */
  onCreated: (row: Row) => void;
};

/**
 * A form that adds or changes a row: its values and draft, saving and retrying, its errors, and conflicts with other
 * editors' changes.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place that assembles the parts of a form
export function useEditForm<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const { account, beginning, onStored, onDone, onCreated } = props;
  const element = useRef<HTMLFormElement>(null);
  const at = useFormWork(kind, beginning, props.live);
  const { base, work, current } = at;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [note, setNote] = useState(beginning.isDeleted ? kind.words.deleted : null);
  const { isBusy, run } = useCall();
  useErrorFocus(element, errors);

  const { saveOver, retry } = useSaving(kind, {
    at,
    isRefused: () => draft.isRefused,
    setErrors,
    onRetry: () => void save({ staysOpen: true, isRetry: true }),
    onSaved({ row }, isNew, canClose) {
      setNote(null);
      tabs.announce();
      conflict.settle();
      onStored(row, isNew);
      props.onSaved?.();
      if (canClose) {
        draft.forget();
        onDone(row);
      } else if (isNew) onCreated(row);
    },
    onFound: onCreated,
    onLost() {
      at.loseBase();
      setNote(kind.words.deleted);
    },
    onConflict(theirs) {
      onStored(theirs.row, false);
      conflict.open(theirs);
    },
  });
  const saveNow = (options: SaveOptions<Row>) => {
    if (conflict.undecided) return conflict.ask().then(() => null);
    draft.beforeSending();
    return run(() => saveOver(base, options)).then((row) => row ?? null);
  };
  // After an autosave that is on its way the form has another base: the latest function knows it.
  const latestSave = useRef(saveNow);
  latestSave.current = saveNow;
  const save = async (options: SaveOptions<Row>) => {
    await auto.settled();
    const row = await latestSave.current(options);
    // What could not be saved, or was typed meanwhile, is due to store itself again.
    auto.touch();
    return row;
  };

  // A try without a response may have changed the stored row, whatever the form shows now.
  const isUnsaved = at.isChanged || retry.isWaiting;
  const conflict = useConflict(kind, {
    account,
    at,
    beginning,
    form: element,
    run,
    saveOver: (from) => saveOver(from, { staysOpen: !kind.closesWhenSaved }),
    onStored,
  });
  const draft: KeptDraft<Values> = useDraft({
    account,
    form: kind.name,
    subject: base ? kind.idOf(base.row) : null,
    createKey: at.createKey,
    work,
    isUnsaved,
    current,
    ...draftBasis(at, conflict.undecided),
    resumed: beginning.restored?.key ?? null,
  });
  useUnsaved(isUnsaved, draft.isSafe);
  const api = useEditorApi();
  const mayBegin = kind.autosave?.begin !== undefined && kind.autosave.mayBegin?.(work.values) !== false;
  const auto = useAutosave(kind, {
    at,
    mayStore: (props.mayAutosave ?? true) && !isBusy && !retry.isWaiting && !conflict.isOpen,
    mayBegin,
    beforeSending: () => draft.beforeSending(),
    onLeft: () => draft.forget(),
    onStored(row, isNew) {
      tabs.announce();
      props.onAutosaved?.(row, isNew);
      if (isNew) onCreated(row);
    },
    async onConflict(theirs) {
      const newest = theirs ?? (base && (await kind.read(api, kind.idOf(base.row))));
      if (newest) conflict.open(newest, true);
      // What was found is the row that this form began, at its own address.
      if (newest && !base) onCreated(newest.row);
    },
    onLost() {
      at.loseBase();
      setNote(kind.words.deleted);
    },
  });
  const newer = useNewer(at, props.newest ?? null, isUnsaved || isBusy);
  const tabs = useSameRow(kind, at, isUnsaved || isBusy || conflict.isOpen);
  const leaves = kind.autosave?.leaves ?? [];
  const storesItself =
    kind.autosave !== undefined &&
    hasLocks() &&
    (props.mayAutosave ?? true) &&
    (base !== null || mayBegin) &&
    at.noticed().every((name) => !leaves.includes(name));
  useFormGuard(props.guard, isUnsaved, fateOf(storesItself && work.file === null, auto.state.is));

  return {
    kind,
    element,
    base: base?.row ?? null,
    values: work.values,
    file: work.file,
    errors,
    note,
    isBusy,
    isUnsaved,
    isWaiting: retry.isWaiting,
    draft,
    autosave: conflict.isOpen ? ({ is: "conflict", at: auto.state.at, isOwn: conflict.isOwn } as const) : auto.state,
    /** What is stored, as of now: not as it was rendered. */
    latest: () => ({ version: at.now().base }),
    /** Shows what is stored; changes that only saving by hand stores are kept. */
    adopt(stored: Versioned<Row>) {
      at.adopt(stored, leaves);
      tabs.announce();
    },
    /** Stores what is typed, as an autosave does, and the chosen file. Throws where that cannot be uploaded. */
    async flush(): Promise<boolean> {
      await at.uploadFile(api);
      return auto.flush();
    },
    conflict: { ...conflict, newer: conflict.waiting ?? newer },
    /** Whether another tab of this browser has the same row open. */
    isOpenTwice: tabs.hasOthers,
    current,
    change(values: Partial<Values>) {
      at.change(values);
      setErrors((before) => errorsAfter(before, values));
    },
    setFile(file: File | null, field: keyof Values & string) {
      at.setFile(file);
      setErrors((before) => errorsAfter(before, { [field]: true }));
    },
    save,
    run,
    /** Resolves when no autosave is due or on its way. */
    settled: auto.settled,
    /** Discards the work and returns it, so that this can be undone. */
    discard(): UnsavedDraft<Values> {
      const given = draft.snapshot();
      retry.stop();
      draft.forget();
      return given;
    },
  };
}

/** Shows what another tab of this browser has stored of the same row, unless something is typed here. */
function useSameRow<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  at: FormWork<Row, Values>,
  isTouched: boolean,
) {
  const api = useEditorApi();
  const latest = useRef({ at, isTouched });
  latest.current = { at, isTouched };
  const id = at.base && kind.autosave ? kind.idOf(at.base.row) : null;
  return useOtherTabs(id === null ? null : `${kind.name}:${id}`, async () => {
    const { base, current } = at;
    const seen = current().values;
    const newest = id === null || isTouched ? null : await kind.read(api, id).catch(() => null);
    const now = latest.current;
    const isUntouched = !now.isTouched && now.at.base === base && differing(seen, current().values).length === 0;
    if (newest && base && isUntouched && newest.etag !== base.etag) now.at.adopt(newest);
  });
}

/** Handles a version that is newer than the form's: an untouched form adopts it, a changed one gets it returned. */
function useNewer<Row, Values extends object>(
  { base, adopt }: Pick<FormWork<Row, Values>, "base" | "adopt">,
  newest: Versioned<Row> | null,
  isTouched: boolean,
): Versioned<Row> | null {
  // Versions that the form has made or seen: an old one may still be in a list for a moment.
  const past = useRef(new Set<string>());
  if (base) past.current.add(base.etag);
  const isNewer = newest && base && !past.current.has(newest.etag) && isLaterVersion(newest.etag, base.etag);
  const newer = isNewer ? newest : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (newer && !isTouched) adopt(newer);
  }, [newer, isTouched]);
  return isTouched ? newer : null;
}

export type EditForm<Row, Values extends object> = ReturnType<typeof useEditForm<Row, Values>>;
