import { type KeyboardEvent, useEffect, useRef } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useUnsaved } from "#ui/admin/unsaved.tsx";
import { Field } from "#ui/field.tsx";
import { MAX_TEXT_LENGTH } from "../../rules.ts";

type Props = {
  label: string;
  /** The button that sends it. */
  send: string;
  text: string;
  isBusy: boolean;
  onChange: (text: string) => void;
  onSend: (text: string) => void;
  onCancel: () => void;
};

/** Where a note or a reply is written. Not a form of its own: it stands in the article's. Ctrl+Enter sends. */
export function NoteComposer({ label, send, text, isBusy, onChange, onSend, onCancel }: Props) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const area = field.current?.querySelector("textarea");
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  const isEmpty = text.trim() === "";
  useUnsaved(!isEmpty);
  const finish = () => !isEmpty && !isBusy && onSend(text);
  function onKeyDown(event: KeyboardEvent) {
    // Words are given up by the button only.
    if (event.key === "Escape") isEmpty && onCancel();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) finish();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div ref={field} data-own-enter className="mt-2">
      <Field
        label={label}
        labelHidden
        placeholder={label}
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <AdminButton variant="primary" disabled={isEmpty} isBusy={isBusy} onClick={finish}>
          {send}
        </AdminButton>
        <AdminButton variant="quiet" onClick={onCancel}>
          Cancel
        </AdminButton>
      </div>
    </div>
  );
}
