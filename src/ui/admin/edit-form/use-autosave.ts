import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useEditorApi } from "#shared/editor-api.tsx";
import { type AutosaveState, createAutosaver, stateAfter } from "./autosave.ts";
import type { FormKind } from "./form-kind.ts";
import type { FormWork } from "./form-work.ts";
import { useRetry } from "./use-retry.ts";
import { differing } from "./values.ts";
import type { Versioned } from "./versions.ts";

type Props<Row, Values extends object> = {
  at: FormWork<Row, Values>;
  mayStore: boolean;
  /** Whether a new row may be created without having been asked for. */
  mayBegin: boolean;
  beforeSending: () => void;
  onStored: (row: Row, isNew: boolean) => void;
  onLeft: () => void;
  onConflict: (theirs?: Versioned<Row>) => Promise<void>;
  onLost: () => void;
};

/** Stores the work of a form while it is typed, if its kind can. */
export function useAutosave<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const api = useEditorApi();
  const [state, setState] = useState<AutosaveState>({ is: "idle", at: null });
  const retry = useRetry(() => void saver.flush());
  const latest = useRef(props);
  const [saver] = useState(() =>
    createAutosaver<Row, Values>({
      leaves: kind.autosave?.leaves ?? [],
      store: (...given) => {
        latest.current.beforeSending();
        return kind.autosave?.store(...given) ?? Promise.reject(new Error("Nothing is stored while it is typed."));
      },
      api,
      read: ({ row }) => kind.read(api, kind.idOf(row)),
      valuesOf: kind.valuesOf,
      begin: null,
      // Rendered at once: what waits for this goes on from what is stored now.
      at: () => {
        const { at } = latest.current;
        return { ...at, absorb: (...given) => flushSync(() => at.absorb(...given)) };
      },
      mayStore: () => kind.autosave !== undefined && latest.current.mayStore,
      report: (next) => setState((now) => stateAfter(now, next)),
      retry,
      onStored: (row, isNew) => latest.current.onStored(row, isNew),
      onLeft: () => latest.current.onLeft(),
      onConflict: (theirs) => latest.current.onConflict(theirs),
      onLost: () => latest.current.onLost(),
    }),
  );
  const { at, mayBegin } = props;
  useLayoutEffect(() => {
    latest.current = props;
    const begin = mayBegin ? kind.autosave?.begin : undefined;
    saver.props.begin = begin
      ? async () => {
          const typed = at.current().values;
          const values = await begin(api, typed);
          return { ...(await kind.create(api, { values, file: null }, at.createKey)), left: differing(values, typed) };
        }
      : null;
  });
  const { work, base } = at;
  const touch = () => {
    if (kind.autosave) saver.touch();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: with everything typed, and when it may store again
  useEffect(touch, [saver, work, base, props.mayStore, mayBegin]);
  useEffect(() => () => saver.stop(), [saver]);
  return { state, flush: saver.flush, settled: saver.settled, touch };
}
