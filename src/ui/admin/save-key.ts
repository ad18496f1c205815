import type { KeyboardEvent } from "react";

/** For a form's `onKeyDown`: Ctrl+S, or Cmd+S, saves from anywhere in it. */
export function submitOnSaveKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "s") return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
