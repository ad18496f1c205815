import { type ComponentType, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { useApi } from "#shared/use-api.ts";
import { FailedNote } from "../panel.tsx";
import type { useOpenForm } from "./use-open-form.ts";
import type { RowFormProps } from "./use-row-form.ts";
import type { Versioned } from "./versions.ts";

type Form<Values extends object> = ReturnType<typeof useOpenForm<Values>>;

type Props<Row extends { id: number }, Values extends object> = {
  form: Omit<Form<Values>, "opened"> & { opened: NonNullable<Form<Values>["opened"]> };
  FormOf: ComponentType<RowFormProps<Row, Values>>;
  /** Reads a stored row: the list may not have it. */
  byId: (id: number) => ApiQuery<Row>;
  versioned: (row: Row) => Versioned<Row>;
  /** What the form changes, such as 'topic'. */
  noun: string;
  onStored: () => void;
};

type StoredProps<Row extends { id: number }, Values extends object> = Omit<RowFormProps<Row, Values>, "row"> &
  Pick<Props<Row, Values>, "FormOf" | "byId" | "versioned" | "noun"> & { id: number };

/** The open form of a list with pages; that of a stored row once the row has been read. */
export function OpenedForm<Row extends { id: number }, Values extends object>(all: Props<Row, Values>) {
  const { form, FormOf, onStored, byId, versioned, noun } = all;
  const { opened, account, guard } = form;
  const props: Omit<RowFormProps<Row, Values>, "row"> = {
    account,
    guard,
    restored: opened.restored,
    onStored,
    onDone: form.close,
    onCreated: ({ id }) => form.onCreated(id),
    onCancel: form.cancel,
    onDiscarded: form.onDiscarded,
  };
  // A new row that is stored while it is written stays in its form.
  const [id] = useState(opened.subject);
  if (id === null) return <FormOf row={null} {...props} />;
  return <StoredForm id={id} {...{ FormOf, byId, versioned, noun }} {...props} />;
}

function StoredForm<Row extends { id: number }, Values extends object>(all: StoredProps<Row, Values>) {
  const { id, FormOf, byId, versioned, noun, ...props } = all;
  const { data, error, refetch } = useApi(byId(id));
  const isGone = error instanceof ApiError && error.status === 404;
  if (data || isGone) return <FormOf row={data ? versioned(data) : null} {...props} />;
  if (error) return <FailedNote onRetry={refetch}>Could not load the {noun}.</FailedNote>;
  return (
    <p role="status" className="meta mb-8">
      Loading the {noun}...
    </p>
  );
}
