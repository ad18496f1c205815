import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import type { WholeRevision } from "../../schema.ts";
import { nameRevision, oneRevision, revisionCalls, revisionsOf } from "../calls.ts";
import type { Versions } from "../versions-dialog.tsx";
import type { ArticleForm } from "./article-form.ts";
import { RevisionChanges } from "./revision-changes.tsx";
import { useRestore } from "./use-restore.ts";

/** The versions of an article; restoring one closes their dialog. */
export function useArticleVersions(id: number, form: ArticleForm, onClose: () => void): Versions<WholeRevision> {
  const api = useEditorApi();
  const client = useQueryClient();
  return {
    list: revisionsOf(id),
    one: (n) => oneRevision(id, n),
    name: async (n, note) => {
      await nameRevision(api, id, n, note);
      await client.invalidateQueries(revisionCalls(id));
    },
    Changes: RevisionChanges,
    restoring: useRestore(form, id, onClose),
    // An autosaved version belongs to the working copy; without one, it was discarded.
    isDiscarded: ({ is_autosave }) => is_autosave && form.base?.saved === undefined,
  };
}
