import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { ConfirmDialog } from "./dialog.tsx";
import { useToast } from "./toasts.tsx";
import { useCall } from "./use-call.ts";

type Deletion<Row> = {
  words: {
    /** The question, for example 'Delete this article?', and the button that says yes, also while it is at work. */
    title: string;
    confirm: string;
    busy?: string;
    /** The toasts: of success, and of failure with a description for when the server gives none. */
    deleted: string;
    failed: string;
    fallback: string;
  };
  /** What the editor should know before. */
  consequence: (row: Row) => ReactNode;
  /** The call itself. Throws `ApiError` or `NetworkError`. */
  call: (row: Row) => Promise<void>;
  /** The row is gone: here the focus finds a new place, then the lists forget the row. */
  onDeleted: (row: Row) => void;
  /** A failure that the toast tells of already. The question stays, to try again, unless this answers 'close'. */
  onFailed?: (error: unknown, row: Row) => "close" | "stay";
};

/**
 * Deletes a row once the editor has confirmed it: `ask` opens the question, which stands where `question` is rendered.
 * What somebody else has deleted meanwhile (404) is gone, as was asked for. The question shuts before anybody is told:
 * while a dialog is open nothing outside of it takes the focus, and it gives the focus back to a button that is about
 * to go.
 */
export function useDeletion<Row>({ words, consequence, call, onDeleted, onFailed }: Deletion<Row>): {
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
        show({ title: words.deleted });
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
