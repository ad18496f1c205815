import { useEffect, useEffectEvent } from "react";

const TYPING = "input, textarea, select, [contenteditable=true], dialog[open]";

/** "?" opens the list of keys, unless it is being typed. */
export function useShortcutsHelp(onOpen: () => void): void {
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (event.key !== "?" || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
