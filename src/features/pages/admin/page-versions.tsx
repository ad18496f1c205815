import { useQueryClient } from "@tanstack/react-query";
import { type Versions, VersionsDialog } from "#features/documents/history/admin/versions-dialog.tsx";
import { RenderedContent, TextChanges } from "#features/documents/room/admin/content-sides.tsx";
import { useRestoreVersion } from "#features/documents/room/admin/document-actions.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { differing } from "#ui/admin/session/session.ts";
import type { WholePageRevision } from "../endpoints.ts";
import { PAGE_TYPE, type PageForm, pages, pagesChanged, VERSION_FIELDS } from "./pages-screen.tsx";

/** The versions of a page. Restoring one changes the working copy: readers see it once the page is updated. */
export function PageVersions({ id, form, onClose }: { id: number; form: PageForm; onClose: () => void }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const restoring = useRestoreVersion(
    form,
    async ({ row, etag }, n) => {
      await pages.send(api, "POST /pages/:id/revisions/:n/restore", { params: { id: row.id, n }, ifMatch: etag });
      return PAGE_TYPE.read(api, row.id);
    },
    () => {
      pagesChanged(client);
      onClose();
    },
  );
  const versions: Versions<WholePageRevision> = {
    list: pages.list("GET /pages/:id/revisions", { params: { id } }),
    named: pages.list("GET /pages/:id/revisions", { params: { id }, query: { named: "true" } }),
    one: (n) => pages.query("GET /pages/:id/revisions/:n", { params: { id, n } }),
    name: async (n, note) => {
      await pages.send(api, "PATCH /pages/:id/revisions/:n", { params: { id, n }, body: { note } });
      pagesChanged(client);
    },
    Changes: PageChanges,
    restoring,
    // An autosaved version belongs to the working copy; without one, it was discarded.
    isDiscarded: ({ is_autosave }) => is_autosave && form.base?.has_draft === false,
  };
  return <VersionsDialog of={versions} onClose={onClose} />;
}

type ChangesProps = {
  /** Null for the first version. */
  before: WholePageRevision | null;
  after: WholePageRevision;
  isMarked: boolean;
};

/** A version of a page as readers see it, with changes since another version marked; changed settings are below. */
export function PageChanges({ before, after, isMarked }: ChangesProps) {
  const right = PAGE_TYPE.valuesOf(after as never);
  const left = before && isMarked ? PAGE_TYPE.valuesOf(before as never) : right;
  const names = differing(left, right);
  return (
    <div className="revision-changes space-y-5">
      {isMarked && before && names.length === 0 && <p>No differences.</p>}
      <article aria-label="The version" className="border border-rule px-4 py-5 sm:px-6">
        <h3 className="headline-lg wrap-anywhere">
          <TextChanges before={left.title} after={right.title} />
        </h3>
        <div className="mt-5">
          <RenderedContent before={left.content} after={right.content} />
        </div>
      </article>
      {names
        .filter((name) => name !== "title" && name !== "content")
        .map((name) => {
          const { label, show } = VERSION_FIELDS[name];
          return (
            <section key={name} aria-label={label} className="border-t border-rule pt-3">
              <h3 className="text-sm font-bold">{label}</h3>
              <p className="mt-1.5 text-[0.9375rem] wrap-anywhere">
                <TextChanges before={String(show(left))} after={String(show(right))} />
              </p>
            </section>
          );
        })}
    </div>
  );
}
