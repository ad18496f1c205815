import { type RefObject, useState } from "react";
import type { Call } from "../use-call.ts";
import type { FormKind, FormState } from "./form-kind.ts";
import { keepForm, newFormKey } from "./kept-forms.ts";
import type { Chosen } from "./use-choices.ts";
import { useIsOwn } from "./use-is-own.ts";
import type { Versioned } from "./versions.ts";
import { differing } from "./versions.ts";

type Props<Row, Values extends object> = {
  account: string;
  /** Restored work and the newer version that it is compared with first. */
  start: { theirs: Versioned<Row>; began: Values | null } | null;
  now: RefObject<FormState<Row, Values>>;
  run: Call["run"];
  /** Called with the chosen `values`, as a change of `theirs`; `isSaved`: an interrupted save continues. */
  onChosen: (theirs: Versioned<Row>, values: Values, isSaved: boolean) => Promise<void>;
};

/** Two versions of one row: what is typed, and what is stored. The one that is not chosen is kept in this browser. */
export function useConflict<Row, Values extends object>(kind: FormKind<Row, Values>, props: Props<Row, Values>) {
  const { account, start, now, run, onChosen } = props;
  const [theirs, setTheirs] = useState(start?.theirs ?? null);
  /** A version that is compared later. */
  const [waiting, setWaiting] = useState<Versioned<Row> | null>(null);
  const [began, setBegan] = useState(start?.began ?? null);
  const [wasRefused, setWasRefused] = useState(false);
  const isOwn = useIsOwn(kind, theirs ?? waiting);
  const settle = () => {
    setTheirs(null);
    setWaiting(null);
  };
  const open = (version: Versioned<Row>, from: Values | null = now.current.began) => {
    setBegan(from);
    setWasRefused(true);
    setWaiting(null);
    setTheirs(version);
  };
  /** Keeps a version that was not chosen, without one that it changes: restoring it opens the comparison. */
  const keep = (version: Versioned<Row>, values: Values, mark: { isReplaced?: boolean; isLeftOut?: boolean }) =>
    keepForm<Values>(
      { account, form: kind.name },
      {
        ...mark,
        key: newFormKey(),
        subject: kind.idOf(version.row),
        etag: null,
        began: null,
        values,
        createKey: newFormKey(),
        savedAt: Date.now(),
      },
    );
  const choose = (
    version: Versioned<Row>,
    { values, hasAllOfMine, hasAllOfTheirs }: Chosen<Values>,
    isSaved: boolean,
  ) =>
    run(async () => {
      if (!hasAllOfMine) keep(version, now.current.values, { isLeftOut: true });
      if (!hasAllOfTheirs) keep(version, kind.valuesOf(version.row), { isReplaced: true });
      settle();
      await onChosen(version, values, isSaved);
    });
  const take = async (chosen: Chosen<Values>) => theirs && choose(theirs, chosen, wasRefused);
  const takeTheirs = async () =>
    theirs && choose(theirs, { values: kind.valuesOf(theirs.row), hasAllOfMine: false, hasAllOfTheirs: true }, false);
  return {
    theirs,
    waiting,
    isOwn,
    /** What both began from; null if nobody knows. */
    began,
    wasRefused,
    open,
    /** Leaves the choice for later, unless there is none. */
    close() {
      if (theirs && differing(now.current.values, kind.valuesOf(theirs.row)).length > 0) setWaiting(theirs);
      setTheirs(null);
    },
    compare: (version: Versioned<Row>) => open(version, start?.theirs === version ? start.began : undefined),
    take,
    takeTheirs,
    keepMine: () => take({ values: now.current.values, hasAllOfMine: true, hasAllOfTheirs: false }),
  };
}
