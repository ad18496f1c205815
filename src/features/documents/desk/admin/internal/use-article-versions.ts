import { useQueryClient } from "@tanstack/react-query";
import { useEditorApi } from "#shared/editor-api.tsx";
import { afterStoring } from "#ui/admin/edit-form/store-typed.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { WholeRevision } from "../../schema.ts";
import type { ArticleForm } from "../article-type.ts";
import {
  namedRevisionsOf,
  nameRevision,
  oneRevision,
  readNewest,
  restoreRevision,
  revisionCalls,
  revisionsOf,
} from "../calls.ts";
import type { Versions } from "../versions-dialog.tsx";
import { RevisionChanges } from "./revision-changes.tsx";

/** The versions of an article; restoring one closes their dialog. */
export function useArticleVersions(id: number, form: ArticleForm, onClose: () => void): Versions<WholeRevision> {
  const api = useEditorApi();
  const client = useQueryClient();
  return {
    list: revisionsOf(id),
    named: namedRevisionsOf(id),
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

/** Restores a version as a new one, and shows it in the room. What was there before is a version too. */
function useRestore(form: ArticleForm, id: number, onRestored: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const restore = (n: number) =>
    run(
      async () => {
        await form.act(async (before) => {
          await restoreRevision(api, before, n);
          return readNewest(api, id);
        });
        onRestored();
        show({ title: "Version restored" });
        void client.invalidateQueries(revisionCalls(id));
      },
      { title: "Error restoring the version", fallback: afterStoring("Could not restore the version") },
    );
  return { isBusy, restore: (n: number) => void restore(n) };
}
