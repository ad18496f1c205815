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
    /** The toasts of success and failure; `description` is the fallback if the server sends none. */
    deleted: string;
    failed: string;
    fallback: string;
  };
  /** Explains the consequences before the editor confirms. */
  consequence: (row: Row) => ReactNode;
  call: (row: Row) => Promise<unknown>;
  /** Called after deletion: move the focus first, then remove the row from the lists. */
  onDeleted: (row: Row) => void;
  /** Restores the row; the toast offers it. */
  undo?: (row: Row) => void;
  /** Called after the toast of a failure. The dialog stays open for a retry unless this returns 'close'. */
  onFailed?: (error: unknown, row: Row) => "close" | "stay";
};

/**
 * Deletes a row after confirmation: `ask` opens the dialog, which is rendered as `question`. If another user has
 * already deleted the row (404), that counts as success. The dialog closes before any callback runs: while it is open
 * nothing outside can take the focus, and closing it returns the focus to a button that is about to disappear.
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
