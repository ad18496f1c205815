import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { ConfirmDialog } from "./dialog.tsx";
import { useToast } from "./toasts.tsx";
import { useCall } from "./use-call.ts";

type Deletion<Row> = {
  words: {
    /** The question, for example 'Delete this article?', and the label of the confirming button, also while busy. */
    title: string;
    confirm: string;
    busy?: string;
    /** The toasts: of success, and of failure with a description in case the server sends none. */
    deleted: string;
    failed: string;
    fallback: string;
  };
  /** What the editor should know before confirming. */
  consequence: (row: Row) => ReactNode;
  call: (row: Row) => Promise<unknown>;
  /** The row is gone: move the focus first, then drop the row from the lists. */
  onDeleted: (row: Row) => void;
  /** Brings the row back: offered by the toast. */
  undo?: (row: Row) => void;
  /** Called after a failure, which the toast has shown. The dialog stays for another try unless this returns 'close'. */
  onFailed?: (error: unknown, row: Row) => "close" | "stay";
};

/**
 * Deletes a row after confirmation: `ask` opens the dialog, which is rendered as `question`. If somebody else has
 * already deleted the row (404), that counts as success. The dialog closes before any callback runs: while it is open
 * nothing outside of it can take the focus, and closing it returns the focus to a button that is about to go.
 */
export function useDeletion<Row>({ words, consequence, call, onDeleted, undo, onFailed }: Deletion<Row>): {
  ask: (row: Row) => void;
  question: ReactNode;
} {
  const show = useToast();
  const [asked, setAsked] = useState<{ row: Row } | null>(null);
  const { isBusy, run } = useCall();

  const confirm = (row: Row) =>
    run(
      async () => {
        await call(row).catch((error: unknown) => {
          if (!(error instanceof ApiError && error.status === 404)) throw error;
        });
        flushSync(() => setAsked(null));
        onDeleted(row);
        show({ title: words.deleted, ...(undo && { action: { label: "Undo", run: () => undo(row) } }) });
      },
      {
        title: words.failed,
        fallback: words.fallback,
        onFailed: (error) => {
          if (onFailed?.(error, row) === "close") setAsked(null);
        },
      },
    );

  const question = asked && (
    <ConfirmDialog
      title={words.title}
      confirm={(isBusy && words.busy) || words.confirm}
      isBusy={isBusy}
      onConfirm={() => confirm(asked.row)}
      onCancel={() => setAsked(null)}
    >
      <p className="wrap-anywhere">{consequence(asked.row)}</p>
    </ConfirmDialog>
  );
  return { ask: (row) => setAsked({ row }), question };
}
