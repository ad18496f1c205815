import "./suggestions.css";
import { AdminButton } from "#ui/admin/controls.tsx";
import { useRoomMode, useRoomSwitch } from "./suggestion-type.ts";
import type { RoomSuggestionsState } from "./use-room-suggestions.ts";

const MODES = [
  { mode: "edit", label: "Edit", title: "Change the text" },
  { mode: "read", label: "Read", title: "Read the text and act on it" },
  { mode: "suggest", label: "Suggest", title: "Suggest changes that the authors accept or reject" },
] as const;

type Props = {
  form: { flush: () => Promise<boolean> };
  suggestions: Pick<RoomSuggestionsState, "open" | "isOpen" | "toggle" | "forEditor">;
  mayEdit: boolean;
};

/** The mode switch of the bar, edit or suggest, and the button that opens the list of suggestions. */
export function RoomSuggestions({ form, suggestions, mayEdit }: Props) {
  const switchTo = useRoomSwitch();
  const current = useRoomMode();
  const { open, isOpen, toggle, forEditor } = suggestions;
  const count = open.length;
  return (
    <>
      {(count > 0 || forEditor.mode === "suggest") && (
        <AdminButton
          variant="quiet"
          data-suggestions
          aria-expanded={isOpen}
          className={`shrink-0 gap-1! px-2.5! ${count > 0 ? "text-accent" : ""}`}
          onClick={toggle}
        >
          {count === 0 ? (
            "Suggestions"
          ) : (
            <>
              <span className="tabular-nums">{count}</span> {count === 1 ? "suggestion" : "suggestions"}
            </>
          )}
        </AdminButton>
      )}
      {switchTo && mayEdit && (
        <fieldset aria-label="Mode" className="mode-switch">
          {MODES.filter(({ mode }) => mode !== "read" || mode === current).map(({ mode, label, title }) => (
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
