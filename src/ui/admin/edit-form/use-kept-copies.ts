import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useToast } from "../toasts.tsx";
import { announceStorer, createCopyStorer, type StoredCopy } from "./copy-storer.ts";
import type { FormKind } from "./form-kind.ts";
import { storedToast } from "./stored-toast.ts";
import { useFreeDrafts } from "./use-drafts.ts";
import { useRetry } from "./use-retry.ts";

type Options<Row> = {
  /** The address of a row's form. */
  urlOf: (row: Row) => string;
  /** Lists and other views are to show what was stored. */
  onStored: (rows: Row[]) => void;
};

/**
 * Stores the work of a kind of form that was left in this browser, without being asked: when the admin area opens, when
 * the connection is back, when a tab that had it open closes. What cannot be stored stays offered.
 */
export function useKeptCopies<Row, Values extends object>(kind: FormKind<Row, Values>, options: Options<Row>): void {
  const api = useEditorApi();
  const show = useToast();
  const [account] = useState(() => api.account() ?? "unknown");
  const retry = useRetry(() => storer.again());
  const tell = (copies: StoredCopy<Row>[]) => {
    options.onStored(copies.map(({ row }) => row));
    show(storedToast(copies, options.urlOf));
  };
  const latest = useRef(tell);
  latest.current = tell;
  const [storer] = useState(() =>
    createCopyStorer({ kind, account, api, retry, onStored: (copies) => latest.current(copies) }),
  );
  // Before the first effects: lists and forms ask for it in theirs.
  useLayoutEffect(() => announceStorer(kind.name, storer), [kind.name, storer]);
  useEffect(() => () => storer.stop(), [storer]);
  const { drafts } = useFreeDrafts<Values>(account, kind.name);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other copies are free
  useEffect(() => void storer.run(), [storer, drafts]);
}
