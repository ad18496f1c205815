import { useState } from "react";
import type { DocumentKey } from "#shared/document.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { OutsideForm } from "#ui/admin/dialog.tsx";
import { SuggestionsDialog } from "./suggestions-dialog.tsx";
import "./suggestions.css";
import type { VersionFields } from "#ui/admin/edit-form/version-fields.ts";
import { useRoomSwitch } from "./use-room-mode.ts";
import { type DecidingForm, useSuggestions } from "./use-suggestions.ts";

const MODES = [
  { mode: "edit", label: "Edit", title: "Change the text" },
  { mode: "suggest", label: "Suggest", title: "Suggest edits that the authors accept or reject" },
] as const;

type Props<Row extends { id: number }> = {
  form: DecidingForm<Row> & { flush: () => Promise<boolean>; isBusy: boolean; kind: { fields: object } };
  document: DocumentKey;
  isSuggesting: boolean;
};

/** In the bar: whether what is typed changes the document or is suggested, and the way to what others suggest. */
export function RoomSuggestions<Row extends { id: number }>({ form, document, isSuggesting }: Props<Row>) {
  const switchTo = useRoomSwitch();
  const current = isSuggesting ? "suggest" : "edit";
  return (
    <>
      {!isSuggesting && <SuggestionsButton form={form} document={document} />}
      {switchTo && (
        <fieldset aria-label="Mode" className="mode-switch">
          {MODES.map(({ mode, label, title }) => (
            <button
              key={mode}
              type="button"
              title={title}
              aria-pressed={mode === current}
              onClick={() => mode !== current && void form.flush().finally(() => switchTo(mode))}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** How many edits are suggested, and the way to them. Nothing while there are none. */
function SuggestionsButton<Row extends { id: number }>({ form, document }: Pick<Props<Row>, "form" | "document">) {
  const suggestions = useSuggestions(form, document);
  const [isOpen, setIsOpen] = useState(false);
  const count = suggestions.list?.suggestions.reduce((sum, { edits }) => sum + edits.length, 0) ?? 0;
  // Edits are placed in what is stored.
  const open = () =>
    void form.flush().finally(() => {
      suggestions.refetch();
      setIsOpen(true);
    });
  return (
    <>
      {count > 0 && (
        <AdminButton variant="quiet" aria-haspopup="dialog" className="shrink-0 px-2.5! text-accent" onClick={open}>
          <span className="tabular-nums">{count}</span> {count === 1 ? "suggestion" : "suggestions"}
        </AdminButton>
      )}
      {isOpen && (
        <OutsideForm>
          <SuggestionsDialog
            document={document}
            suggestions={suggestions}
            fields={form.kind.fields as VersionFields<never>}
            isBusy={form.isBusy}
            onClose={() => setIsOpen(false)}
          />
        </OutsideForm>
      )}
    </>
  );
}
