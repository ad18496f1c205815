import { useRef, useState } from "react";
import type { ChangeNoteInput, UpdateNoteInput } from "#features/articles/admin/calls.ts";
import { MAX_CORRECTION_LENGTH } from "#features/articles/rules.ts";
import type { GivenCorrection } from "#features/articles/schema.ts";
import { useCorrectionRule } from "#features/documents/review/admin/calls.ts";
import { Checkbox, RadioGroup } from "#ui/admin/controls.tsx";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { Field } from "#ui/field.tsx";

/** The note on an update: its reason, whether it is minor, and a correction or null. */
export type UpdateNote = { note: ChangeNoteInput; correction: GivenCorrection | null };

export const NO_NOTE: UpdateNote = { note: { change_note: "", is_minor: false }, correction: null };

export const noteBody = ({ note, correction }: UpdateNote): UpdateNoteInput => ({
  ...note,
  ...(correction && { correction: correction.text, correction_position: correction.position }),
});

const POSITIONS = [
  { value: "top", label: "At the top" },
  { value: "bottom", label: "At the bottom" },
] as const;

type WrittenNote = { said: UpdateNote; change: (said: UpdateNote) => void };

const saysNothing = ({ note, correction }: UpdateNote) => note.change_note.trim() === "" && correction === null;

/**
 * The note on an update in the room's state. It survives the dialog and failed saves until a save has stored it. The
 * browser draft does not contain it, so closing the page or leaving the room asks first.
 */
export function useKeptNote() {
  const [said, change] = useState(NO_NOTE);
  const [isUnstored, setIsUnstored] = useState(false);
  const sent = useRef<UpdateNoteInput | null>(null);
  const leave = useUnsaved(isUnstored);
  return {
    leave,
    written: { said, change } satisfies WrittenNote,
    /** Sent with a save and its retries. */
    sent,
    sendWithSave(note: UpdateNote | null) {
      sent.current = note && noteBody(note);
      setIsUnstored(note !== null && !saysNothing(note));
    },
    onSaved() {
      if (sent.current) change(NO_NOTE);
      sent.current = null;
      setIsUnstored(false);
    },
  };
}

/** The note while its dialog is open. */
export function useUpdateNote(id: number | undefined, { said, change }: WrittenNote) {
  const rule = useCorrectionRule(id);
  const [error, setError] = useState<string>();
  const [reasonError, setReasonError] = useState<string>();
  return {
    said,
    change,
    error,
    reasonError,
    mayCorrect: rule.canCorrect,
    /** The note as it can be sent; null if a field has an error, which the field shows. */
    checked(): UpdateNote | null {
      const correction = rule.canCorrect ? said.correction : null;
      const isEmpty = correction?.text.trim() === "";
      const wrong = correction && (isEmpty ? EMPTY : rule.problemOf(correction.text, said.note.change_note));
      const wrongReason = rule.problemOfReason(said.note.change_note);
      setError(wrong ?? undefined);
      setReasonError(wrongReason);
      return wrong || wrongReason ? null : { ...said, correction };
    },
  };
}

const EMPTY = "Describe the correction.";

type Props = {
  update: ReturnType<typeof useUpdateNote>;
  /** Whether the update is published immediately. Only then can it have a correction. */
  isNow: boolean;
};

/** Asks why a published article is changed, and for a correction: readers see both. */
export function UpdateNoteFields({ update, isNow }: Props) {
  const { said, error, reasonError } = update;
  const { note, correction } = said;
  const canCorrect = isNow && update.mayCorrect;
  const setNote = (change: Partial<ChangeNoteInput>) => update.change({ ...said, note: { ...note, ...change } });
  const setCorrection = (change: Partial<GivenCorrection>) =>
    correction && update.change({ ...said, correction: { ...correction, ...change } });
  return (
    <>
      <Field
        label="Reason (optional)"
        name="reason"
        maxLength={500}
        hint="Readers see it with the changes, at the end of the article."
        error={reasonError}
        value={note.change_note}
        onChange={(event) => setNote({ change_note: event.target.value })}
      />
      <div className="space-y-2">
        <Checkbox label="Typo fix" checked={note.is_minor} onChange={(is_minor) => setNote({ is_minor })} />
        {canCorrect && (
          <Checkbox
            label="Add a correction"
            checked={correction !== null}
            onChange={(isAdded) =>
              update.change({ ...said, correction: isAdded ? { text: "", position: "top" } : null })
            }
          />
        )}
      </div>
      {canCorrect && correction && (
        <>
          <Field
            label="Correction"
            autoFocus
            rows={3}
            maxLength={MAX_CORRECTION_LENGTH}
            hint="Adds a permanent, dated note to the article, its feeds, the next newsletter and the list of corrections."
            error={error}
            value={correction.text}
            onChange={(event) => setCorrection({ text: event.target.value })}
          />
          <RadioGroup
            legend="Position"
            options={POSITIONS}
            value={correction.position}
            onChange={(position) => setCorrection({ position })}
          />
        </>
      )}
    </>
  );
}
