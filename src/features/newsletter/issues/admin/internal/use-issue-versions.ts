import { useQueryClient } from "@tanstack/react-query";
import type { Versions } from "#features/documents/desk/admin/versions-dialog.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { afterStoring, storeTyped } from "#ui/admin/edit-form/store-typed.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { WholeIssueRevision } from "../../schema.ts";
import { issueChanged, nameRevision, oneRevision, restoreRevision, revisionCalls, revisionsOf } from "../calls.ts";
import type { IssueEditForm } from "../issue-kind.ts";
import { IssueChanges } from "./issue-changes.tsx";

/** The versions of an issue. Restoring one closes their dialog; what was there before is a version too. */
export function useIssueVersions(id: number, form: IssueEditForm, onClose: () => void): Versions<WholeIssueRevision> {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const restore = (n: number) =>
    run(
      async () => {
        // What is not stored would be lost to the version.
        await storeTyped(form);
        const { version } = form.latest();
        if (!version) return;
        const restored = await restoreRevision(api, version, n);
        form.adopt(restored);
        issueChanged(client, restored.row);
        onClose();
        show({ title: "Version restored" });
      },
      { title: "Error restoring the version", fallback: afterStoring("Could not restore the version") },
    );
  return {
    list: revisionsOf(id),
    one: (n) => oneRevision(id, n),
    name: async (n, note) => {
      await nameRevision(api, id, n, note);
      await client.invalidateQueries(revisionCalls(id));
    },
    Changes: IssueChanges,
    restoring: { isBusy, restore: (n) => void restore(n) },
  };
}
