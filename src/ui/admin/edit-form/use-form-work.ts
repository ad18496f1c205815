import { type RefObject, useRef, useState } from "react";
import type { Beginning } from "./beginning.ts";
import { newDraftKey } from "./draft-store.ts";
import type { FormKind } from "./form-kind.ts";
import { differing, isSameWork, type Work } from "./values.ts";
import type { Versioned } from "./versions.ts";

/** A part of the form that manages its own content, as a rich-text editor does. */
export type LivePart<Values extends object> = {
  /** The current values of its fields. */
  read: () => Partial<Values>;
  /** Replaces its values. */
  write: (values: Values) => void;
};

/** The values typed into a form, and the stored ones. */
export function useFormWork<Row, Values extends object>(
  kind: FormKind<Row, Values>,
  beginning: Beginning<Row, Values>,
  live?: RefObject<LivePart<Values> | null>,
) {
  const { restored } = beginning;
  const [base, setBase] = useState(beginning.base);
  const [saved, setSaved] = useState<Values>(() => (base ? kind.valuesOf(base.row) : kind.empty));
  const [work, setWork] = useState<Work<Values>>(() =>
    // Work kept by an older version of the form may lack newer fields.
    restored ? { values: { ...saved, ...restored.values }, file: restored.file } : { values: saved, file: null },
  );
  const [createKey, setCreateKey] = useState(() => restored?.createKey ?? newDraftKey());
  const latest = useRef(work);
  latest.current = work;

  const change = (values: Partial<Values>) =>
    setWork((before) => ({ ...before, values: { ...before.values, ...values } }));

  /** Everything typed, including the latest text of the live part. */
  const current = (): Work<Values> => {
    const { values, file } = latest.current;
    return { values: { ...values, ...live?.current?.read() }, file };
  };

  /** The work as it is sent: normalised values also replace those in the form. */
  function tidied(): Work<Values> {
    const { values, file } = current();
    const tidy = kind.tidy?.(values) ?? values;
    const names = differing(tidy, values);
    if (names.length > 0) change(Object.fromEntries(names.map((name) => [name, tidy[name]])) as Partial<Values>);
    return { values: tidy, file };
  }

  /** Adopts the response to what was sent. Returns whether nothing else was typed in the meantime. */
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

  /** Replaces the typed values by the stored ones. */
  function adopt(stored: Versioned<Row>) {
    const values = kind.valuesOf(stored.row);
    setBase(stored);
    setSaved(values);
    setWork({ values, file: null });
    live?.current?.write(values);
  }

  /** Keeps the typed values, as a change of this version. */
  function rebase(stored: Versioned<Row>) {
    setBase(stored);
    setSaved(kind.valuesOf(stored.row));
  }

  /** The row is gone: the typed values become a new one. */
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
