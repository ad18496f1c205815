import type { FormValues } from "#features/articles/admin/form-values.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { UnsavedDraft } from "#ui/admin/edit-form/draft-store.ts";
import { useCall } from "#ui/admin/use-call.ts";
import { type DeskArticle, discardWorkingCopy } from "../calls.ts";
import type { ArticleForm } from "./article-form.ts";

/** Discards what was typed, and the working copy on the server; it can be undone, and stays among the versions. */
export function useDiscard(form: ArticleForm, onDiscarded: (draft: UnsavedDraft<FormValues>) => void) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const discard = () =>
    run(
      async () => {
        // One that is on its way would make another working copy.
        await form.settled();
        const { version } = form.latest();
        if (version && hasCopy(version.row)) await discardWorkingCopy(api, version.row.id).catch(forgetMissing);
        onDiscarded(form.discard());
      },
      { title: "Error discarding the changes", fallback: "Could not discard the changes" },
    );
  return { isBusy, discard: () => void discard() };
}

/** Whether the article has a working copy: its own time of saving says so, or the list. */
const hasCopy = ({ saved, has_draft }: DeskArticle): boolean => saved !== undefined || has_draft === true;

/** Somebody else has discarded or published it meanwhile. */
function forgetMissing(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
