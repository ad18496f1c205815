import type { ChangeNoteInput } from "#features/articles/admin/calls.ts";
import { MAX_CORRECTION_LENGTH } from "#features/record/rules.ts";
import type { CorrectionBody } from "#features/record/schema.ts";
import { Checkbox, RadioGroup } from "#ui/admin/controls.tsx";
import { Field } from "#ui/field.tsx";

/** What is said of an update. `correction` is null where none is added. */
export type UpdateNote = { note: ChangeNoteInput; correction: CorrectionBody | null };

export const NO_NOTE: UpdateNote = { note: { change_note: "", is_minor: false }, correction: null };

const POSITIONS = [
  { value: "top", label: "At the top" },
  { value: "bottom", label: "At the bottom" },
] as const;

/** The sentence on what is missing; undefined if nothing is. */
export const missingInNote = ({ correction }: UpdateNote): string | undefined =>
  correction?.text.trim() === "" ? "Write what is corrected." : undefined;

type Props = {
  value: UpdateNote;
  onChange: (value: UpdateNote) => void;
  /** Whether a correction can be added: it is made at once. */
  canCorrect: boolean;
  error: string | undefined;
};

/** Asks why a published article is changed, and for a correction: readers see both. */
export function UpdateNoteFields({ value, onChange, canCorrect, error }: Props) {
  const { note, correction } = value;
  const setNote = (change: Partial<ChangeNoteInput>) => onChange({ ...value, note: { ...note, ...change } });
  const setCorrection = (change: Partial<CorrectionBody>) =>
    correction && onChange({ ...value, correction: { ...correction, ...change } });
  return (
    <>
      <Field
        label="Reason (optional)"
        maxLength={500}
        hint="Readers see it with the changes, at the end of the article."
        value={note.change_note}
        onChange={(event) => setNote({ change_note: event.target.value })}
      />
      <Checkbox label="Typo fix" checked={note.is_minor} onChange={(is_minor) => setNote({ is_minor })} />
      {canCorrect && (
        <Checkbox
          label="Add a correction"
          checked={correction !== null}
          onChange={(isAdded) => onChange({ ...value, correction: isAdded ? { text: "", position: "top" } : null })}
        />
      )}
      {canCorrect && correction && (
        <>
          <Field
            label="Correction"
            rows={3}
            maxLength={MAX_CORRECTION_LENGTH}
            hint="A dated note in the article, its feeds, the next newsletter and the list of corrections. It stays."
            error={error}
            value={correction.text}
            onChange={(event) => setCorrection({ text: event.target.value })}
          />
          <RadioGroup
            legend="Where it stands"
            options={POSITIONS}
            value={correction.position}
            onChange={(position) => setCorrection({ position })}
          />
        </>
      )}
    </>
  );
}
