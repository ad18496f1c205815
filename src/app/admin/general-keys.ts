import type { KeySection } from "#ui/admin/keyboard.tsx";

/** The keys of every screen. */
export const GENERAL_KEYS: readonly KeySection[] = [
  {
    title: "Everywhere",
    rows: [
      ["Find articles, pictures, issues, screens and actions, with no words selected", "Mod-K"],
      ["Save the open form", "Mod-S"],
      ["Go to the last message", "F8"],
      ["Close a dialog or menu", "Esc"],
      ["Keyboard shortcuts, outside of a text", "?"],
    ],
  },
  {
    title: "Calendar, on the handle of an entry",
    rows: [
      ["Grab, then drop", "Space", "Enter"],
      ["Move by a day", "←", "→"],
      ["Move by half an hour, in the month by a week", "↑", "↓"],
      ["Move by a week", "PageUp", "PageDown"],
      ["Leave it where it was", "Esc"],
    ],
  },
];
