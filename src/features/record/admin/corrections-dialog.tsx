import type { CorrectionsProps } from "#features/articles/desk/admin/room-parts.tsx";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { SkeletonLines } from "#ui/skeleton.tsx";
import type { PublishedChange, RecordEndpoints } from "../endpoints.ts";

const record = editorClientOf<RecordEndpoints>();

const MAX_SHOWN = 100;

export const correctionsOf = (id: number) =>
  record.list("GET /articles/:id/changes", { params: { id }, query: { kind: "correction" } })(1, MAX_SHOWN);

export function useCorrectionCount(id: number, isPublic: boolean): number | undefined {
  const { data } = useApi(correctionsOf(id), { enabled: isPublic });
  return data?.total;
}

export function CorrectionsDialog({ id, onAdd, onClose }: CorrectionsProps) {
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
