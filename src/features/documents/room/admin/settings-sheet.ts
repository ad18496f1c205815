import { useLocation, useNavigate } from "react-router";

/** The state of the history entry that the open sheet has: Back closes the sheet, not the room. */
type SheetState = { settings?: string } | null;

const fieldIn = (state: unknown): string | undefined => (state as SheetState)?.settings;

/** How many history entries a room has: its sheet has one of its own. */
export const entriesOf = (state: unknown): number => (fieldIn(state) === undefined ? 1 : 2);

/** The settings of a room on a narrow screen, where they open as a sheet over the text. */
export function useSettingsSheet() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const field = fieldIn(state);
  const isOpen = field !== undefined;
  return {
    isOpen,
    /** The name of the field that gets the focus; empty for the first one. */
    field: field ?? "",
    open(name = "") {
      if (!isOpen) void navigate({ pathname, search }, { state: { ...(state as object | null), settings: name } });
    },
    close() {
      // The browser's own state, which is ahead of what was rendered: a second Escape must not leave the room.
      if (fieldIn((window.history.state as { usr?: unknown } | null)?.usr) !== undefined) void navigate(-1);
    },
  };
}
