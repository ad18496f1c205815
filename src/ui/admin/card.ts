import { type RefObject, useRef, useState } from "react";
import { useUnsaved } from "./unsaved.ts";

export type Card<Row> = {
  /** What the form is open for: a new row, a row being edited, or null if it is closed. */
  subject: "new" | Row | null;
  /** The add button: opens an empty form, or leaves it. Asks before typed text is lost. */
  toggle: () => void;
  edit: (row: Row) => void;
  /** Leaves the form. Asks before typed text is lost. */
  cancel: () => void;
  /** Closes the form without asking: its text is saved, or its row is gone. */
  close: () => void;
  /** Called by the form with whether it has unsaved changes. */
  setUnsaved: (isUnsaved: boolean) => void;
  /** The tab's heading, which gets the focus when the element that opened the form is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** The one card of a tab, for adding and editing. Closing it returns the focus to the element that opened it. */
export function useCard<Row>(): Card<Row> {
  const [subject, setSubject] = useState<Card<Row>["subject"]>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const leave = useUnsaved(isUnsaved);
  const opener = useRef<Element | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = (next: "new" | Row) =>
    leave(() => {
      opener.current = document.activeElement;
      setUnsaved(false);
      setSubject(next);
    });
  const close = () => {
    const back = opener.current?.isConnected ? opener.current : heading.current;
    if (back instanceof HTMLElement) back.focus();
    setUnsaved(false);
    setSubject(null);
  };
  const cancel = () => leave(close);
  const toggle = () => (subject === "new" ? cancel() : open("new"));
  return { subject, toggle, edit: open, cancel, close, setUnsaved, heading };
}
