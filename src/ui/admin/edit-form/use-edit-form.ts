import { type RefObject, useEffect, useState } from "react";
import { errorsAfter, type FieldErrors, useErrorFocus } from "../field-errors.ts";
import { useUnsaved } from "../unsaved.ts";
import type { Beginning } from "./beginning.ts";
import type { UnsavedDraft } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import { useConflict } from "./use-conflict.ts";
import { type KeptDraft, useDraft } from "./use-draft.ts";
import { type LivePart, useFormWork } from "./use-form-work.ts";
import { useOnce } from "./use-once.ts";
import { type SaveOptions, useSaving } from "./use-saving.ts";
import { isLaterVersion, type Versioned } from "./versions.ts";

type Props<Row, Values extends object> = {
  account: string;
  beginning: Beginning<Row, Values>;
  form: RefObject<HTMLFormElement | null>;
  live: RefObject<LivePart<Values> | null>;
  /** What the server has by now, where that is watched. */
  newest?: Versioned<Row> | null;
  /** Something was stored: what else shows it is to follow. */
  onStored: (row: Row, isNew: boolean) => void;
  /** All is saved and the form may go. */
  onDone: (row: Row) => void;
  /** A new one was stored, and is being written on. */
  onCreated: (row: Row) => void;
};

/**
 * A form at work on something that is added or changed: what is typed and kept, how it is saved and tried again, what
 * is wrong with it, and what becomes of it where somebody else was faster.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one place where the parts of a form are put together
export function useEditForm<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const { account, beginning, form, onStored, onDone, onCreated } = props;
  const at = useFormWork(kind, beginning, props.live);
  const { base, work, current } = at;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [note, setNote] = useState(beginning.isDeleted ? kind.words.deleted : null);
  const { isBusy, once } = useOnce();
  useErrorFocus(form, errors);

  const { saveOver, retry } = useSaving(kind, {
    at,
    isRefused: () => draft.isRefused,
    setErrors,
    onRetry: () => void save({ staysOpen: true, isRetry: true }),
    onSaved({ row }, isNew, isShut) {
      setNote(null);
      conflict.close();
      onStored(row, isNew);
      if (isShut) {
        draft.forget();
        onDone(row);
      } else if (isNew) onCreated(row);
    },
    onFound: onCreated,
    onLost() {
      at.loseBase();
      setNote(kind.words.deleted);
    },
    onConflict: (theirs) => conflict.open(theirs),
  });
  const save = (options: SaveOptions) => once(() => saveOver(base, options)).then((row) => row ?? null);

  // A try that nobody answered may have changed what is stored, whatever stands here by now.
  const isUnsaved = at.isChanged || retry.isWaiting;
  const draft: KeptDraft<Values> = useDraft({
    account,
    form: kind.name,
    subject: base ? kind.idOf(base.row) : null,
    etag: base?.etag ?? null,
    createKey: at.createKey,
    work,
    isUnsaved,
    current,
    resumed: beginning.restored?.key ?? null,
  });
  useUnsaved(isUnsaved, draft.isSafe);
  const conflict = useConflict(kind, {
    account,
    at,
    first: beginning.conflict,
    form,
    once,
    saveOver: (from) => saveOver(from, { staysOpen: !kind.closesWhenSaved }),
    onStored,
  });
  const newer = useNewer(at, props.newest ?? null, isUnsaved || isBusy);

  return {
    base: base?.row ?? null,
    values: work.values,
    file: work.file,
    errors,
    note,
    isBusy,
    isUnsaved,
    isWaiting: retry.isWaiting,
    draft,
    conflict: { ...conflict, newer: conflict.waiting ?? newer },
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
    once,
    /** Gives the work up. Answers it, so that this can be undone. */
    discard(): UnsavedDraft<Values> {
      const given = draft.snapshot();
      retry.stop();
      draft.forget();
      return given;
    },
  };
}

/** A version that is later than the form's: an untouched form follows it, for any other it is answered. */
function useNewer<Row, Values extends object>(
  { base, adopt }: Pick<ReturnType<typeof useFormWork<Row, Values>>, "base" | "adopt">,
  newest: Versioned<Row> | null,
  isTouched: boolean,
): Versioned<Row> | null {
  const newer = newest && base && isLaterVersion(newest.etag, base.etag) ? newest : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer version
  useEffect(() => {
    if (newer && !isTouched) adopt(newer);
  }, [newer, isTouched]);
  return isTouched ? newer : null;
}

export type EditForm<Row, Values extends object> = ReturnType<typeof useEditForm<Row, Values>>;
