import { type RefObject, useRef, useState } from "react";
import type { Beginning } from "./beginning.ts";
import { newDraftKey } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import { differing, isSameWork, type Work } from "./values.ts";
import type { Versioned } from "./versions.ts";

/** A part of the form that holds its words itself, as a rich-text editor does. */
export type LivePart<Values extends object> = {
  /** Its fields as they are at this moment. */
  read: () => Partial<Values>;
  /** Puts other values into it. */
  write: (values: Values) => void;
};

/** What is typed into a form, and what is stored of it. */
export function useFormWork<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  beginning: Beginning<Row, Values>,
  live?: RefObject<LivePart<Values> | null>,
) {
  const { restored } = beginning;
  const [base, setBase] = useState(beginning.base);
  const [saved, setSaved] = useState<Values>(() => (base ? kind.valuesOf(base.row) : kind.empty));
  const [work, setWork] = useState<Work<Values>>(() =>
    // Kept by an older form, it may lack a field of today's.
    restored ? { values: { ...saved, ...restored.values }, file: restored.file } : { values: saved, file: null },
  );
  const [createKey, setCreateKey] = useState(() => restored?.createKey ?? newDraftKey());
  const latest = useRef(work);
  latest.current = work;

  const change = (values: Partial<Values>) =>
    setWork((before) => ({ ...before, values: { ...before.values, ...values } }));

  /** All that is typed, the last words of the live part included. */
  const current = (): Work<Values> => {
    const { values, file } = latest.current;
    return { values: { ...values, ...live?.current?.read() }, file };
  };

  /** The work as it is sent: what is tidied of it stands in the form from now on. */
  function tidied(): Work<Values> {
    const { values, file } = current();
    const tidy = kind.tidy?.(values) ?? values;
    const names = differing(tidy, values);
    if (names.length > 0) change(Object.fromEntries(names.map((name) => [name, tidy[name]])) as Partial<Values>);
    return { values: tidy, file };
  }

  /** What was sent is stored now. Answers whether nothing else was typed meanwhile. */
  function settle(sent: Work<Values>, answer: Versioned<Row>): boolean {
    const now = current();
    const isAll = isSameWork(now, sent);
    const stored = kind.valuesOf(answer.row);
    const untouched = kind.takenOver.filter((name) => !differing(now.values, sent.values).includes(name));
    const taken = Object.fromEntries(untouched.map((name) => [name, stored[name]])) as Partial<Values>;
    const values = { ...now.values, ...taken };
    setBase(answer);
    setSaved({ ...sent.values, ...Object.fromEntries(kind.takenOver.map((name) => [name, stored[name]])) });
    setWork({ values, file: now.file === sent.file ? null : now.file });
    if (differing(values, now.values).length > 0) live?.current?.write(values);
    return isAll;
  }

  /** Puts what is stored in the place of what is typed. */
  function adopt(stored: Versioned<Row>) {
    const values = kind.valuesOf(stored.row);
    setBase(stored);
    setSaved(values);
    setWork({ values, file: null });
    live?.current?.write(values);
  }

  /** The words stay, as a change of this version. */
  function rebase(stored: Versioned<Row>) {
    setBase(stored);
    setSaved(kind.valuesOf(stored.row));
  }

  /** What is edited is gone: the words become something new. */
  function loseBase() {
    setBase(null);
    setSaved(kind.empty);
    setCreateKey(newDraftKey());
  }

  return {
    base,
    work,
    createKey,
    isChanged: work.file !== null || differing(work.values, saved).length > 0,
    current,
    tidied,
    change,
    setFile: (file: File | null) => setWork((before) => ({ ...before, file })),
    settle,
    adopt,
    rebase,
    loseBase,
  };
}

export type FormWork<Row, Values extends object> = ReturnType<typeof useFormWork<Row, Values>>;
