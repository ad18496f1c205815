import { useLocation, useNavigate } from "react-router";

/** The state of the open sheet's history entry, so that Back closes the sheet and not the room. */
type SheetState = { settings?: string } | null;

const fieldIn = (state: unknown): string | undefined => (state as SheetState)?.settings;

/** The number of history entries of a room, including its sheet. */
export const entriesOf = (state: unknown): number => (fieldIn(state) === undefined ? 1 : 2);

/** The settings sheet of a room on a narrow screen. */
export function useSettingsSheet() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const field = fieldIn(state);
  const isOpen = field !== undefined;
  return {
    isOpen,
    /** The name of the field to focus; empty for the first one. */
    field: field ?? "",
    open(name = "") {
      if (!isOpen) void navigate({ pathname, search }, { state: { ...(state as object | null), settings: name } });
    },
    close() {
      // The browser's state, which is ahead of the rendered one: a second Escape must not leave the room.
      if (fieldIn((window.history.state as { usr?: unknown } | null)?.usr) !== undefined) void navigate(-1);
    },
  };
}
