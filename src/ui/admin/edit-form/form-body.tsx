import { type FormEvent, type ReactNode, useEffect } from "react";
import { useSaveKey } from "../save-key.ts";
import type { EditForm } from "./use-edit-form.ts";
import { VersionDialog } from "./version-dialog.tsx";

type Props<Row, Values extends object> = {
  form: EditForm<Row, Values>;
  /** Its name, where no heading is one. */
  label?: string;
  className: string;
  /** The field that has the focus first, by its name; none where the form is there before anybody asks for it. */
  firstField?: string;
  onSubmit: () => void;
  /** What Ctrl+S does, where that is something else. */
  onSaveKey?: () => void;
  /** Whether a version can still be saved over; any can, unless this says no. */
  isOpen?: (row: Row) => boolean;
  children: ReactNode;
};

/** The form's element, and before it whatever is to be said of its work: that its row is gone, or has another version. */
export function FormBody<Row, Values extends object>(props: Props<Row, Values>) {
  const { form, label, className, firstField, onSubmit, onSaveKey, isOpen, children } = props;
  const { element, note, isBusy } = form;
  useSaveKey(element, onSaveKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form comes
  useEffect(() => {
    if (firstField) element.current?.querySelector<HTMLElement>(`[name=${firstField}]`)?.focus();
  }, []);
  return (
    <>
      {note && (
        <p role="alert" className="mb-4 border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
          {note}
        </p>
      )}
      <VersionDialog form={form} {...(isOpen && { isOpen })} />
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
        {children}
      </form>
    </>
  );
}
