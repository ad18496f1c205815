import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ApiQuery } from "#shared/api-query.ts";
import { useApi } from "#shared/use-api.ts";
import type { Discarded } from "../session/kept-sessions.ts";
import type { FormKind } from "./form-kind.ts";
import type { FormProps } from "./use-edit-form.ts";
import { useOpenForm } from "./use-open-form.ts";
import type { Versioned } from "./versions.ts";

type Options<Row, Values extends object> = {
  kind: FormKind<Row, Values>;
  /** The complete list. */
  list: ApiQuery<Row[]>;
  versioned: (row: Row) => Versioned<Row>;
  /** What a change invalidates besides the list: nothing, or all cached data. */
  touches?: "everything";
};

/** The props of `useEditForm` for a row, and the callbacks that leave the form. */
export type RowFormProps<Row, Values extends object> = FormProps<Row, Values> & {
  onCancel: () => void;
  onDiscarded: (discarded: Discarded) => void;
};

/**
 * A list without pages, and the one form that adds and changes its rows. The form starts from the row in the list; a
 * stored row appears in the list immediately, before the list is refetched.
 */
export function useRowForm<Row extends { id: number }, Values extends object>(options: Options<Row, Values>) {
  const { kind, list, versioned, touches } = options;
  const { data: rows, error, refetch } = useApi(list);
  const heading = useRef<HTMLHeadingElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { opened, open, close, cancel, guard, account, offers, ...form } = useOpenForm<Values>(kind, (subject) => {
    const opener = subject === null ? addButton.current : document.getElementById(`edit-${kind.name}-${subject}`);
    (opener ?? heading.current)?.focus();
  });
  const isAdding = opened !== null && opened.subject === null;
  const know = useKnownRows(list, touches);
  const row = rows?.find(({ id }) => id === opened?.subject);

  return {
    rows,
    error,
    refetch,
    heading,
    offers,
    addButton: { ref: addButton, isAdding, onClick: isAdding ? cancel : () => open(null) },
    edit: ({ id }: Row) => open(id),
    /** The open form, and the `key` of this opening; null if there is none, or no list to start from yet. */
    opened: opened &&
      (opened.subject === null || rows) && {
        key: opened.serial,
        props: {
          account,
          guard,
          row: row ? versioned(row) : null,
          restored: opened.restored,
          onStored: (stored: Row) => know((known) => withRow(known, stored)),
          onDone: close,
          onCreated: ({ id }: Row) => form.onCreated(id),
          onCancel: cancel,
          onDiscarded: form.onDiscarded,
        } satisfies RowFormProps<Row, Values>,
      },
    /** The row was deleted: closes its form, and offers the unsaved work as a new row. */
    forget(gone: Row) {
      if (opened?.subject === gone.id) close();
      heading.current?.focus();
      know((known) => known.filter(({ id }) => id !== gone.id));
    },
  };
}

/** Updates the cached list until it is refetched. */
function useKnownRows<Row>({ queryKey }: ApiQuery<Row[]>, touches: "everything" | undefined) {
  const client = useQueryClient();
  return (change: (known: Row[]) => Row[]) => {
    client.setQueryData<Row[]>(queryKey, (known) => known && change(known));
    void client.invalidateQueries(touches === "everything" ? {} : { queryKey });
  };
}

function withRow<Row extends { id: number }>(known: Row[], row: Row): Row[] {
  const isKnown = known.some(({ id }) => id === row.id);
  return isKnown ? known.map((one) => (one.id === row.id ? row : one)) : [...known, row];
}
