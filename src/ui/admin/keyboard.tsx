import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { createPortal } from "react-dom";
import { AdminButton } from "./controls.tsx";
import { Dialog } from "./dialog.tsx";

/** Keys that confirm, cancel or leave something, and mean the characters that are being composed while there are some. */
const KEYS = ["Enter", "Escape", "Tab"];

/** The code of a key that an input method has taken; Safari sends the last one after the composition has ended. */
const TAKEN = 229;

/**
 * Leaves keys of a composition (Japanese, Chinese, Korean …) to the input method: no field, dialog, menu or form of the
 * page gets them, so that Enter never submits, adds or closes before the text is converted. Call it before anything
 * else listens.
 */
export function leaveComposition(page: EventTarget): void {
  page.addEventListener(
    "keydown",
    (event) => {
      const { isComposing, keyCode, key } = event as KeyboardEvent;
      if ((isComposing || keyCode === TAKEN) && KEYS.includes(key)) event.stopImmediatePropagation();
    },
    true,
  );
}

/** Ctrl+S or Cmd+S submits the form, or calls `save`, except behind a dialog or from another tab's panel. */
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

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** `Mod-Shift-S` in readable form: `Ctrl+Shift+S`, or `⌘+Shift+S` on a Mac. */
export const spokenKeys = (keys: string) => keys.replace("Mod", isMac() ? "⌘" : "Ctrl").replaceAll("-", "+");

/** The same for assistive technology (`aria-keyshortcuts`). */
export const ariaKeys = (keys: string) => keys.replace("Mod", isMac() ? "Meta" : "Control").replaceAll("-", "+");

/** What can be done, and each of the ways to do it. */
export type KeyRow = readonly [what: string, ...keys: string[]];

/** One part of the list of keys. `isTyped`: signs that are typed as they stand, not keys. */
export type KeySection = { title: string; note?: string; rows: readonly KeyRow[]; isTyped?: boolean };

/** The list of keys that "?" opens. */
export function KeyListDialog({ sections, onClose }: { sections: readonly KeySection[]; onClose: () => void }) {
  return createPortal(
    <Dialog title="Keys" wide onClose={onClose}>
      <div className="mt-4 gap-x-10 md:columns-2">
        {sections.map((section) => (
          <Keys key={section.title} {...section} />
        ))}
      </div>
      <div className="flex justify-end">
        <AdminButton onClick={onClose}>Close</AdminButton>
      </div>
    </Dialog>,
    document.body,
  );
}

function Keys({ title, note, rows, isTyped = false }: KeySection) {
  return (
    <section className="mb-6">
      <h3 className="mb-1 text-sm font-bold break-after-avoid">{title}</h3>
      {note && <p className="meta break-after-avoid">{note}</p>}
      <dl>
        {rows.map(([what, ...keys]) => (
          <div
            key={what}
            className="flex items-baseline justify-between gap-4 border-b border-rule py-1.5 text-sm break-inside-avoid"
          >
            <dt>{what}</dt>
            <dd className="flex shrink-0 flex-wrap justify-end gap-1">
              {keys.map((each) => (
                <kbd
                  key={each}
                  className="border border-rule bg-surface px-1.5 font-sans text-[0.8125rem] whitespace-pre"
                >
                  {isTyped ? each : spokenKeys(each)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
