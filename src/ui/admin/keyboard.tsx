import { createContext, type ReactNode, type RefObject, use, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { AdminButton } from "./controls.tsx";
import { Dialog } from "./dialog.tsx";

/** Keys that confirm, cancel or leave. During a composition they belong to the input method. */
const KEYS = ["Enter", "Escape", "Tab"];

/** Key code of keys handled by an input method. Safari sends the last one after the composition has ended. */
const TAKEN = 229;

/**
 * Leaves keys of a composition (Japanese, Chinese, Korean …) to the input method: no field, dialog, menu or form
 * gets them, so Enter never submits, adds or closes before the text is converted. Call it before anything
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

/** Ctrl+S or Cmd+S submits the form or calls `save`, unless another dialog or another tab's panel is open. */
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
      if (!document.querySelector("dialog[open]:not([data-part-of-form])") && !event.repeat) latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [form]);
}

/** Where Ctrl+Enter submits something else, such as a note. */
const isOwnEnter = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[data-own-enter]") !== null;

/** Ctrl+Enter or Cmd+Enter anywhere around the form. Captured before the editor, where it would break the line. */
export function useAskKey(form: RefObject<HTMLFormElement | null>, ask: () => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isKey = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey || event.repeat || form.current?.offsetParent == null) return;
      if (document.querySelector("dialog[open]") || isOwnEnter(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener("keydown", onKey, true);
    return () => document.removeEventListener("keydown", onKey, true);
  }, [form]);
}

const TYPING = "input, textarea, select, [contenteditable=true], dialog[open]";

type Sheet = { offered: Set<RefObject<() => readonly KeySection[]>>; show: () => void };
const KeySheet = createContext<Sheet>({ offered: new Set(), show: () => {} });

type SheetProps = { general: readonly KeySection[]; children: ReactNode };

/** Opens the shortcut sheet by "?" on every screen: the shortcuts of the screen, then `general`. */
export function KeySheetProvider({ general, children }: SheetProps) {
  const [sections, setSections] = useState<readonly KeySection[] | null>(null);
  const [sheet] = useState<Sheet>(() => {
    const offered: Sheet["offered"] = new Set();
    return { offered, show: () => setSections([...offered].flatMap(({ current }) => current())) };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      const isBehind = document.querySelector("dialog[open]") !== null;
      if (event.key !== "?" || event.ctrlKey || event.metaKey || isTyping || isBehind) return;
      event.preventDefault();
      sheet.show();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [sheet]);
  return (
    <KeySheet value={sheet}>
      {children}
      {sections && <KeyListDialog sections={[...sections, ...general]} onClose={() => setSections(null)} />}
    </KeySheet>
  );
}

/** Adds a screen's shortcuts to the sheet while it is mounted. Returns a function that opens the sheet. */
export function useKeySheet(sections?: () => readonly KeySection[]): () => void {
  const { offered, show } = use(KeySheet);
  const latest = useRef(sections ?? none);
  useEffect(() => {
    latest.current = sections ?? none;
  });
  useEffect(() => {
    offered.add(latest);
    return () => void offered.delete(latest);
  }, [offered]);
  return show;
}

const none = () => [];

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** `Mod-Shift-S` in readable form: `Ctrl+Shift+S`, or `⌘+Shift+S` on a Mac. */
export const spokenKeys = (keys: string) => keys.replace("Mod", isMac() ? "⌘" : "Ctrl").replaceAll("-", "+");

/** The same for assistive technology (`aria-keyshortcuts`). */
export const ariaKeys = (keys: string) => keys.replace("Mod", isMac() ? "Meta" : "Control").replaceAll("-", "+");

/** An action, and its shortcuts. */
export type KeyRow = readonly [what: string, ...keys: string[]];

/** A section of the shortcut sheet. `isTyped`: the entries are typed text, not keys. */
export type KeySection = { title: string; note?: string; rows: readonly KeyRow[]; isTyped?: boolean };

function KeyListDialog({ sections, onClose }: { sections: readonly KeySection[]; onClose: () => void }) {
  return createPortal(
    <Dialog title="Keyboard shortcuts" wide onClose={onClose}>
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
