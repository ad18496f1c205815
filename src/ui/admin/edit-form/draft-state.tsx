import { exactTime } from "../local-time.ts";

type Props = {
  draft: { keptAt: number | null; isRefused: boolean };
  isUnsaved: boolean;
  /** Saving failed because there is no connection, and will be retried. */
  isWaiting: boolean;
};

/** The sentence about work that could not be sent. It is safe only if the browser keeps it. */
export function waitingSentence(isRefused: boolean): string {
  return isRefused
    ? "This browser cannot store unsaved text: leave the page open, and your work will be saved as soon as the server can be reached."
    : "Your work is safe in this browser, and will be saved as soon as the server can be reached.";
}

/** Shows whether typed text is safe: saved, kept in this browser, or neither. */
export function DraftState({ draft: { keptAt, isRefused }, isUnsaved, isWaiting }: Props) {
  return (
    <>
      <p role="alert" className="text-sm font-medium text-down empty:hidden">
        {isRefused &&
          !isWaiting &&
          "This browser cannot store unsaved text: its storage is full or turned off. Save your work often."}
      </p>
      {/* Not announced: the toast of the failure has already said so. */}
      {isWaiting && <p className="text-sm font-medium text-down">Not saved yet. {waitingSentence(isRefused)}</p>}
      {isUnsaved && !isRefused && (
        <p className="meta">
          {keptAt === null ? "Unsaved changes" : `Unsaved, kept in this browser: ${exactTime(keptAt)}`}
        </p>
      )}
    </>
  );
}
