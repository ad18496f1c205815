import { type RefObject, useRef, useState } from "react";
import { useUnsaved } from "./unsaved.ts";

export type Card<Row> = {
  /** What the form is open for: a new one, a row that is edited, or null for none. */
  subject: "new" | Row | null;
  /** The add button: opens an empty form, or leaves it. Asks before typed words are lost. */
  toggle: () => void;
  edit: (row: Row) => void;
  /** Leaves the form. Asks before typed words are lost. */
  cancel: () => void;
  /** Shuts the form without a question: its words are saved, or their row is gone. */
  close: () => void;
  /** The form tells whether it holds something unsaved. */
  setUnsaved: (isUnsaved: boolean) => void;
  /** The tab's heading: where the focus goes when what opened the form is gone. */
  heading: RefObject<HTMLHeadingElement | null>;
};

/** The one card of a tab, for adding and editing. Shut, it gives the focus back to what opened it. */
export function useCard<Row>(): Card<Row> {
  const [subject, setSubject] = useState<Card<Row>["subject"]>(null);
  const [isUnsaved, setUnsaved] = useState(false);
  const mayLeave = useUnsaved(isUnsaved);
  const opener = useRef<Element | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = (next: "new" | Row) => {
    if (!mayLeave()) return;
    opener.current = document.activeElement;
    setUnsaved(false);
    setSubject(next);
  };
  const close = () => {
    const back = opener.current?.isConnected ? opener.current : heading.current;
    if (back instanceof HTMLElement) back.focus();
    setUnsaved(false);
    setSubject(null);
  };
  const cancel = () => {
    if (mayLeave()) close();
  };
  const toggle = () => (subject === "new" ? cancel() : open("new"));
  return { subject, toggle, edit: open, cancel, close, setUnsaved, heading };
}
