import { type FormEvent, type ReactNode, type RefObject, useEffect } from "react";
import { useSaveKey } from "../keyboard.tsx";
import { ConflictQuestion } from "./conflict-question.tsx";
import type { EditForm } from "./use-edit-form.ts";

type Props = {
  form: {
    element: RefObject<HTMLFormElement | null>;
    /** A note about the row, for example that it was deleted. */
    note: string | null;
    isBusy: boolean;
  };
  /** A question about another version. */
  question: ReactNode;
  /** Its accessible name, if no heading provides one. */
  label?: string;
  className: string;
  /**
   * The name of the field that gets the initial focus; none if the form is shown without being opened by the editor.
   */
  firstField?: string;
  onSubmit: () => void;
  /** What Ctrl+S does, if not submitting. */
  onSaveKey?: () => void;
  /** A bar that stays at the top of the screen, and the notes with it. */
  bar?: ReactNode;
  children: ReactNode;
};

/** The form of a row, with the question of a conflict above it. */
export function FormBody<Row, Values extends object>(
  props: Omit<Props, "form" | "question"> & { form: EditForm<Row, Values> },
) {
  return <FormFrame {...props} question={<ConflictQuestion form={props.form} />} />;
}

/**
 * The form element, preceded by notes about its work: that its row is gone, or has another version. With a bar it begins
 * with that, and the notes are below it.
 */
export function FormFrame(props: Props) {
  const { form, question, label, className, firstField, onSubmit, onSaveKey, bar, children } = props;
  const { element, note, isBusy } = form;
  useSaveKey(element, onSaveKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form mounts
  useEffect(() => {
    if (firstField) element.current?.querySelector<HTMLElement>(`[name=${firstField}]`)?.focus();
  }, []);
  const notes = (
    <>
      {note && (
        <p role="alert" className="mb-4 border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
          {note}
        </p>
      )}
      {question}
    </>
  );
  return (
    <>
      {!bar && notes}
      <form
        ref={element}
        noValidate
        aria-label={label}
        aria-busy={isBusy}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSubmit();
        }}
        className={className}
      >
        {bar && (
          <div className="form-bar">
            {bar}
            {notes}
          </div>
        )}
        {children}
      </form>
    </>
  );
}
