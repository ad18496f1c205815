import { type RefObject, useEffect, useRef } from "react";

/**
 * Ctrl+S, or Cmd+S, saves wherever the focus is, except behind a dialog or from another tab's panel. It submits the
 * form unless `save` is given.
 */
export function useSaveKey(
  form: RefObject<HTMLFormElement | null>,
  save: () => void = () => form.current?.requestSubmit(),
): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
      if (!isSave || form.current?.offsetParent == null) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]") && !event.repeat) latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [form]);
}
