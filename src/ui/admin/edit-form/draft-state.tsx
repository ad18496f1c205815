import { exactTime } from "../local-time.ts";
import type { KeptDraft } from "./use-draft.ts";

type Props = {
  draft: Pick<KeptDraft<object>, "keptAt" | "isRefused">;
  isUnsaved: boolean;
  /** Saving has failed for want of a connection, and is tried again. */
  isWaiting: boolean;
};

/** What is said of work that could not be sent. It is safe only where the browser keeps it. */
export function waitingSentence(isRefused: boolean): string {
  return isRefused
    ? "There is no connection, and this browser keeps no unsaved text: leave this page open, your work is saved when the connection is back."
    : "There is no connection. Your work is safe in this browser, and is saved when the connection is back.";
}

/** Whether what is typed is safe: saved, kept in this browser, or neither. */
export function DraftState({ draft: { keptAt, isRefused }, isUnsaved, isWaiting }: Props) {
  return (
    <>
      <p role="alert" className="text-sm font-medium text-down empty:hidden">
        {isRefused &&
          !isWaiting &&
          "This browser keeps no unsaved text: its storage is full or shut off. Save your work often."}
      </p>
      <p role="status" className="text-sm font-medium text-down empty:hidden">
        {isWaiting && waitingSentence(isRefused)}
      </p>
      {isUnsaved && !isRefused && (
        <p className="meta">
          {keptAt === null ? "Unsaved changes" : `Unsaved, kept in this browser: ${exactTime(keptAt)}`}
        </p>
      )}
    </>
  );
}
