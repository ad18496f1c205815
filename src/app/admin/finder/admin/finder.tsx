import { useEffect, useState } from "react";
import type { ScreenAction } from "#ui/admin/screen.tsx";
import type { FinderScreen } from "../rules.ts";
import { FinderDialog } from "./internal/finder-dialog.tsx";

type FinderProps = {
  screens: readonly FinderScreen[];
  /** What can be done wherever one is; open screens add their own. */
  actions: readonly ScreenAction[];
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/**
 * Ctrl+K: one field that finds articles, pictures, newsletter issues, people, screens and actions. In a text the same keys make a link of
 * the words that are selected, and the text keeps them to itself.
 */
export function Finder({ isOpen, onOpen, onClose, ...sources }: FinderProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isKey = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey || event.repeat || event.key.toLowerCase() !== "k") return;
      if (!isOpen && document.querySelector("dialog[open]")) return;
      event.preventDefault();
      if (isOpen) onClose();
      else onOpen();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen, onOpen, onClose]);
  return isOpen ? <FinderDialog {...sources} onClose={onClose} /> : null;
}

/** Whether the finder is open, and what opens and closes it. */
export function useFinder() {
  const [isOpen, setIsOpen] = useState(false);
  const [toggles] = useState(() => ({ onOpen: () => setIsOpen(true), onClose: () => setIsOpen(false) }));
  return { isOpen, ...toggles };
}
