import { useState } from "react";
import { KeyListDialog, type KeySection, useShortcutsHelp } from "#ui/admin/keyboard.tsx";

const GENERAL_KEYS: readonly KeySection[] = [
  {
    title: "Everywhere",
    rows: [
      ["Find articles, pictures, issues, screens and actions", "Mod-K"],
      ["Save the open form", "Mod-S"],
      ["Go to the last message", "F8"],
      ["Close a dialog or menu", "Esc"],
      ["These keys", "?"],
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

/** Lists the keys of the screens that are not writing rooms, whose editor lists its own. */
export function GeneralKeys() {
  const [isOpen, setIsOpen] = useState(false);
  useShortcutsHelp(() => setIsOpen(true));
  return isOpen ? <KeyListDialog sections={GENERAL_KEYS} onClose={() => setIsOpen(false)} /> : null;
}
