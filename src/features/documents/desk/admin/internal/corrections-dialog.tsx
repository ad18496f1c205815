import { useCorrectionRule } from "#features/documents/review/admin/use-correction-rule.ts";
import type { PublishedChange, RecordEndpoints } from "#features/record/endpoints.ts";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import type { Publishing } from "./use-publishing.ts";

const record = editorClientOf<RecordEndpoints>();

/** Corrections that the dialog shows: the newest ones. */
const MAX_SHOWN = 100;

/** The corrections of an article that readers see, and how many they are. */
export const correctionsOf = (id: number) =>
  record.list("GET /articles/:id/changes", { params: { id }, query: { kind: "correction" } })(1, MAX_SHOWN);

type Props = {
  id: number;
  /** Opens the update with a correction to be written; null where the user may add none. */
  onAdd: (() => void) | null;
  onClose: () => void;
};

/** The corrections that readers see in the article, the newest first. */
export function CorrectionsDialog({ id, onAdd, onClose }: Props) {
  const { data, isError, refetch } = useApi(correctionsOf(id), { refetchOnMount: "always" });
  return (
    <Dialog title="Corrections" wide="form" onClose={onClose}>
      <div className="mt-4">
        {isError && !data ? (
          <FailedNote onRetry={() => void refetch()}>Could not load the corrections.</FailedNote>
        ) : data ? (
          <Corrections corrections={data.items} />
        ) : (
          <SkeletonLines lines={3} />
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <AdminButton onClick={onClose}>Close</AdminButton>
        {onAdd && (
          <AdminButton variant="primary" onClick={onAdd}>
            Add a correction
          </AdminButton>
        )}
      </div>
    </Dialog>
  );
}

/** The corrections of the article that is written. */
export function ArticleCorrections({ id, publishing, onClose }: Omit<Props, "onAdd"> & { publishing: Publishing }) {
  const { canCorrect } = useCorrectionRule(id);
  function add() {
    const { said, change } = publishing.note;
    if (!said.correction) change({ ...said, correction: { text: "", position: "top" } });
    onClose();
    publishing.open();
  }
  return <CorrectionsDialog id={id} onAdd={publishing.mayPublish && canCorrect ? add : null} onClose={onClose} />;
}

function Corrections({ corrections }: { corrections: readonly PublishedChange[] }) {
  const zone = useNewsroomZone() ?? "UTC";
  if (corrections.length === 0)
    return (
      <p className="text-[0.9375rem] text-muted">
        No corrections yet. A correction is a dated note that readers see in the article and in the list of corrections.
      </p>
    );
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {corrections.map(({ n, date, reason, position }) => (
        <li key={n} className="py-3">
          <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
          <p className="meta mt-1">
            {plannedTime(date, zone)}, {position === "bottom" ? "at the bottom" : "at the top"}
          </p>
        </li>
      ))}
    </ul>
  );
}
