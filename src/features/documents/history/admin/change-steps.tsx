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

/** A compared version, which starts at its first change, with buttons and keys that step through the changes. */
export function ChangeSteps({ children }: { children: ReactNode }) {
  const compared = useRef<HTMLDivElement>(null);
  const [{ at, count }, setSteps] = useState({ at: 0, count: 0 });
  const goTo = (to: number) => {
    const changes = compared.current ? changesIn(compared.current) : [];
    const next = Math.max(0, Math.min(to, changes.length - 1));
    for (const [index, change] of changes.entries()) change.toggleAttribute("data-current", index === next);
    changes[next]?.scrollIntoView({ block: "center" });
    setSteps({ at: next, count: changes.length });
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
          <p className="meta max-sm:hidden">Keys: J and K</p>
        </div>
      )}
      <div ref={compared}>{children}</div>
    </div>
  );
}
