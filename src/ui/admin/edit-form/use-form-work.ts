import { type RefObject, useRef, useState } from "react";
import type { Beginning } from "./beginning.ts";
import type { FormKind } from "./form-kind.ts";
import { beginWork, type FormWork, formWork, type LivePart, type WorkHolder } from "./form-work.ts";
import { knowPictures } from "./waiting-pictures.ts";

/** The work of a form, kept while it is open. */
export function useFormWork<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  beginning: Beginning<Row, Values>,
  live?: RefObject<LivePart<Values> | null>,
): FormWork<Row, Values> {
  const [state, setState] = useState(() => {
    knowPictures(beginning.restored?.pictures);
    return beginWork(kind, beginning);
  });
  const latest = useRef(state);
  latest.current = state;
  const holder: WorkHolder<Row, Values> = {
    get: () => latest.current,
    set: (change) => setState((before) => ({ ...before, ...change(before) })),
    live: () => live?.current,
  };
  return formWork(kind, holder);
}
