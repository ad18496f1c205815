import { exactTime } from "#ui/admin/local-time.ts";
import type { KeptDraft } from "./use-draft.ts";

type Props = { draft: KeptDraft; isUnsaved: boolean };

/** Whether what is typed is safe: saved, kept in this browser, or neither. */
export function DraftState({ draft, isUnsaved }: Props) {
  return (
    <>
      <p role="alert" className="text-sm font-medium text-down empty:hidden">
        {draft.isRefused &&
          "This browser keeps no unsaved text: its storage is full or shut off. Save your work often."}
      </p>
      {isUnsaved && !draft.isRefused && (
        <p className="meta">
          {draft.keptAt === null ? "Unsaved changes" : `Unsaved, kept in this browser: ${exactTime(draft.keptAt)}`}
        </p>
      )}
    </>
  );
}
