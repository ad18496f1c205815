import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { DataTable } from "#ui/admin/data-table.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { holdingsOf } from "./calls.ts";
import { HOLDING_COLUMNS } from "./holding-columns.tsx";

type Props = { person: { id: number; name: string }; onClose: () => void };

/** What somebody has registered, for those who manage people. Only the person changes it. */
export function HoldingsDialog({ person, onClose }: Props) {
  const { data, isError, refetch } = useApi(holdingsOf(person.id), { refetchOnMount: "always" });
  return (
    <Dialog title={`Holdings of ${person.name}`} onClose={onClose} wide>
      <p className="mt-2 mb-4 text-[0.9375rem] text-muted">Only {person.name} can change this register.</p>
      {isError && !data ? (
        <FailedNote onRetry={refetch}>Could not load the holdings.</FailedNote>
      ) : (
        <DataTable
          caption={`Holdings of ${person.name}`}
          columns={HOLDING_COLUMNS}
          rows={data}
          rowKey={({ id }) => id}
          skeletonRows={1}
          loading="Loading the holdings..."
          empty="Nothing is registered."
        />
      )}
      <div className="mt-5 flex justify-end">
        <AdminButton autoFocus onClick={onClose}>
          Close
        </AdminButton>
      </div>
    </Dialog>
  );
}
