import { useQueryClient } from "@tanstack/react-query";
import type { WholeRevision } from "#features/articles/desk/schema.ts";
import { type Versions, VersionsDialog } from "#features/documents/history/admin/versions-dialog.tsx";
import { useRestoreVersion } from "#features/documents/room/admin/use-restore-version.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
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
import { RevisionChanges } from "./revision-changes.tsx";

/** The versions of the article that is written. */
export function ArticleVersions({ id, form, onClose }: { id: number; form: ArticleForm; onClose: () => void }) {
  return <VersionsDialog of={useArticleVersions(id, form, onClose)} onClose={onClose} />;
}

/** The versions of an article; restoring one closes their dialog. */
function useArticleVersions(id: number, form: ArticleForm, onClose: () => void): Versions<WholeRevision> {
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
    restoring: useRestoreVersion(
      form,
      async (before, n) => {
        await restoreRevision(api, before, n);
        return readNewest(api, id);
      },
      () => {
        onClose();
        void client.invalidateQueries(revisionCalls(id));
      },
    ),
    // An autosaved version belongs to the working copy; without one, it was discarded.
    isDiscarded: ({ is_autosave }) => is_autosave && form.base?.saved === undefined,
  };
}
