import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { AdminButton } from "#ui/admin/controls.tsx";

/** Marks of one change: a deletion and the insertion that replaces it are one. */
const isContinued = (mark: Element): boolean => mark.previousSibling instanceof Element && isMark(mark.previousSibling);
const isMark = ({ localName }: Element): boolean => localName === "ins" || localName === "del";

/** The first mark of each change in a compared version. */
export const changesIn = (compared: Element): Element[] =>
  [...compared.querySelectorAll("ins, del, .version-changed")].filter(
    (mark) => !isContinued(mark) && !mark.parentElement?.closest("ins, del"),
  );

const MAX_WORDS = 80;
const shortened = ({ textContent }: Element): string => {
  const words = textContent.trim().replaceAll("\n", " ");
  return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS)}…` : words || "a picture or line";
};

/** A change in words, for a list of them. */
export function changeInWords(mark: Element): string {
  if (!isMark(mark)) return `Layout: ${shortened(mark)}`;
  const next = mark.nextSibling;
  if (next instanceof Element && isMark(next) && next.localName !== mark.localName)
    return `Replaced: ${shortened(mark)} → ${shortened(next)}`;
  return `${mark.localName === "ins" ? "Added" : "Removed"}: ${shortened(mark)}`;
}

/** Attributes of the shown version that its text does not have. */
const SHOWN_ONLY = ["target", "rel", "loading", "open", "data-current"];

/** A block of the compared version without marks; empty if that version does not have it. */
function blockHtml(block: Element): string {
  const copy = block.cloneNode(true) as Element;
  for (const gone of copy.querySelectorAll("del")) gone.remove();
  for (const mark of copy.querySelectorAll("ins")) mark.replaceWith(...mark.childNodes);
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of SHOWN_ONLY) element.removeAttribute(name);
    element.classList.remove("version-changed");
    if (element.classList.length === 0) element.removeAttribute("class");
  }
  const isEmpty = copy.textContent.trim() === "" && !copy.querySelector("img");
  // A footnote is in another part of the text.
  return isEmpty || copy.querySelector("sup > a[id]") ? "" : copy.outerHTML;
}

/** The paragraph or other block of the text that a change is in, and the one before it; null outside of the text. */
export function blockAt(mark: Element): { html: string; before: string } | null {
  const content = mark.closest(".prose-article");
  let block: Element | null = mark;
  while (block && block.parentElement !== content) block = block.parentElement;
  if (!content || !block || isMark(block)) return null;
  const { previousElementSibling: before } = block;
  const html = blockHtml(block);
  return html === "" ? null : { html, before: before ? blockHtml(before) : "" };
}

type Steps = { at: number; list: readonly string[]; block: ReturnType<typeof blockAt> };

type Props = {
  children: ReactNode;
  /** Puts a paragraph of this version into the present text. */
  onRestore?: ((html: string, before: string) => void) | undefined;
};

/** A compared version, which starts at its first change, with buttons and keys that step through the changes. */
export function ChangeSteps({ children, onRestore }: Props) {
  const compared = useRef<HTMLDivElement>(null);
  const [{ at, list, block }, setSteps] = useState<Steps>({ at: 0, list: [], block: null });
  const count = list.length;
  const goTo = (to: number) => {
    const changes = compared.current ? changesIn(compared.current) : [];
    const next = Math.max(0, Math.min(to, changes.length - 1));
    for (const [index, change] of changes.entries()) change.toggleAttribute("data-current", index === next);
    changes[next]?.scrollIntoView({ block: "center" });
    const current = changes[next];
    setSteps({ at: next, list: changes.map(changeInWords), block: current ? blockAt(current) : null });
  };
  const step = useEffectEvent((by: number) => goTo(at + by));
  useEffect(() => {
    step(0);
    // The dialog has the keys, whichever of its controls has the focus.
    const dialog = compared.current?.closest("dialog");
    const onKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const isTyping = target instanceof Element && target.closest("input, textarea") !== null;
      if (isTyping || ctrlKey || metaKey || altKey || (key !== "j" && key !== "k")) return;
      step(key === "j" ? 1 : -1);
    };
    dialog?.addEventListener("keydown", onKey);
    return () => dialog?.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div>
      {/* A button that became disabled would lose the focus, and the dialog its keys. */}
      {count > 0 && (
        <div className="change-steps">
          <p role="status" className="tabular-nums">
            Change {at + 1} of {count}
          </p>
          <AdminButton aria-keyshortcuts="k" aria-disabled={at === 0} onClick={() => goTo(at - 1)}>
            Previous
          </AdminButton>
          <AdminButton aria-keyshortcuts="j" aria-disabled={at >= count - 1} onClick={() => goTo(at + 1)}>
            Next
          </AdminButton>
          {onRestore && block && (
            <AdminButton onClick={() => onRestore(block.html, block.before)}>Restore this paragraph</AdminButton>
          )}
          <p className="meta max-sm:hidden">Keys: J and K</p>
        </div>
      )}
      {count > 1 && (
        <details className="mb-3">
          <summary className="flex min-h-9 cursor-pointer items-center text-sm font-semibold pointer-coarse:min-h-11">
            What changed
          </summary>
          <ol className="max-h-48 overflow-y-auto border-y border-rule text-sm">
            {list.map((words, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a change is its place
              <li key={index}>
                <button
                  type="button"
                  aria-current={index === at || undefined}
                  onClick={() => goTo(index)}
                  className="block min-h-9 w-full truncate px-3 py-1.5 text-left outline-offset-[-2px] hover:bg-surface aria-[current]:bg-surface pointer-coarse:min-h-11"
                >
                  {words}
                </button>
              </li>
            ))}
          </ol>
        </details>
      )}
      <div ref={compared}>{children}</div>
    </div>
  );
}
