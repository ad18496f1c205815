import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Dialogs of the room, out of its form: their own forms are not to submit it. */
export const OutsideForm = ({ children }: { children: ReactNode }) =>
  createPortal(<div onSubmit={(event) => event.stopPropagation()}>{children}</div>, document.body);
