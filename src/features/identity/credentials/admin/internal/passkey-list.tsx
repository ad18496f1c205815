import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { RelativeDate } from "#ui/time.tsx";
import type { OwnPasskey } from "../../schema.ts";
import { ownPasskeys } from "../calls.ts";

type Props = { onRemove: (passkey: OwnPasskey) => void };

/** One's own passkeys; nothing where there are none. */
export function PasskeyList({ onRemove }: Props) {
  const { data, isError, refetch } = useApi(ownPasskeys(), { refetchOnMount: "always" });
  if (isError && !data) return <FailedNote onRetry={refetch}>Could not load the passkeys.</FailedNote>;
  if (data?.length === 0) return null;
  return (
    <DataTable
      caption="Passkeys"
      columns={columnsWith(onRemove)}
      rows={data}
      rowKey={({ id }) => id}
      skeletonRows={1}
      loading="Loading the passkeys..."
    />
  );
}

const columnsWith = (onRemove: (passkey: OwnPasskey) => void): Column<OwnPasskey>[] => [
  { label: "Name", card: "title", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { label: "Added", cell: ({ created }) => <RelativeDate date={created} /> },
  { label: "Last used", cell: ({ last_used }) => (last_used ? <RelativeDate date={last_used} /> : "Never") },
  {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-28",
    cell: (passkey) => (
      <AdminButton
        className="as-rows:-my-1.5"
        aria-label={`Remove the passkey ${passkey.name}`}
        onClick={() => onRemove(passkey)}
      >
        Remove
      </AdminButton>
    ),
  },
];
