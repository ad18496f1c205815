import { longDate } from "#shared/dates.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import type { Holding, HoldingEndpoints } from "../endpoints.ts";

type DialogProps = { person: { id: number; name: string }; onClose: () => void };

export function HoldingsDialog({ person, onClose }: DialogProps) {
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
          empty="No holdings registered."
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

export const HOLDING_COLUMNS: Column<Holding>[] = [
  {
    label: "Symbol",
    card: "title",
    cell: ({ symbol, is_current }) => (
      <span className="wrap-anywhere">
        <span className="font-semibold">{symbol}</span>
        {is_current && <span className="ml-2 whitespace-nowrap text-sm text-up">Held now</span>}
      </span>
    ),
  },
  {
    label: "From",
    className: "tabular-nums as-rows:w-44",
    cell: ({ from }) => <time dateTime={from}>{longDate(from)}</time>,
  },
  {
    label: "Until",
    className: "tabular-nums as-rows:w-44",
    cell: ({ to }) => (to === null ? "Still held" : <time dateTime={to}>{longDate(to)}</time>),
  },
];

const holdings = editorClientOf<HoldingEndpoints>();

export const ownHoldings = () => holdings.query("GET /accounts/holdings");

export const holdingsOf = (id: number) => holdings.query("GET /accounts/users/:id/holdings", { params: { id } });

export type HoldingValues = Pick<Holding, "symbol" | "from"> & { to: string };

const bodyOf = ({ to, ...values }: HoldingValues) => ({ ...values, to: to === "" ? null : to });

/**
 * Registers a holding, or changes the one with this id. Throws `ApiError` or `NetworkError`, as do all functions here.
 */
export async function saveHolding(api: EditorApi, id: number | undefined, values: HoldingValues): Promise<Holding> {
  const body = bodyOf(values);
  if (id === undefined) return (await holdings.send(api, "POST /accounts/holdings", { body })).body;
  return (await holdings.send(api, "PATCH /accounts/holdings/:id", { params: { id }, body })).body;
}

export async function endHolding(api: EditorApi, id: number, to: string): Promise<void> {
  await holdings.send(api, "PATCH /accounts/holdings/:id", { params: { id }, body: { to } });
}

export async function removeHolding(api: EditorApi, id: number): Promise<void> {
  await holdings.send(api, "DELETE /accounts/holdings/:id", { params: { id } });
}
