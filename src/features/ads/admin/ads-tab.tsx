import { Pencil, Trash2 } from "lucide";
import { useEditorApi } from "#shared/editor-api.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { useRowForm } from "#ui/admin/edit-form/use-row-form.ts";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useHasNewsroom } from "#ui/admin/permissions.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import { placeAt } from "../rules.ts";
import type { AdSpace } from "../schema.ts";
import { AdForm, NO_SLOTS } from "./ad-form.tsx";
import { AD_KIND, AD_TYPES, ads, allAdSpaces, versioned } from "./ad-kind.ts";
import { EmptySlots } from "./empty-slots.tsx";

function useDeleteAd(onDeleted: (space: AdSpace) => void) {
  const api = useEditorApi();
  return useDeletion<AdSpace>({
    words: {
      title: "Delete this ad space?",
      confirm: "Delete",
      deleted: "Ad space deleted",
      failed: "Error deleting ad space",
      fallback: "Could not delete the ad space",
    },
    consequence: ({ name }) => (
      <>
        <strong className="text-ink">{name}</strong> and its counts are gone then. To take it off the site only for a
        while, make it inactive.
      </>
    ),
    call: ({ id }) => ads.send(api, "DELETE /ads/:id", { params: { id } }),
    onDeleted,
  });
}

const COUNT = "tabular-nums as-rows:w-20";
const inFigures = (count = 0) => count.toLocaleString("en");

const COLUMNS: Column<AdSpace>[] = [
  { label: "Name", card: "title", cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span> },
  { label: "Type", cell: ({ type }) => AD_TYPES.find(({ value }) => value === type)?.label },
  {
    label: "Location",
    className: "as-rows:w-28",
    cell: ({ location }) => (
      <span className="min-w-0 wrap-anywhere">
        {location}
        {!placeAt(location) && <span className="block text-[0.8125rem] font-medium text-accent">{NO_SLOTS}</span>}
      </span>
    ),
  },
  {
    label: "Status",
    cell: ({ active }) => <span className={active ? "text-up" : "text-muted"}>{active ? "Active" : "Inactive"}</span>,
  },
];

const COUNTS: Column<AdSpace>[] = [
  { label: "Views", className: COUNT, cell: ({ views }) => inFigures(views) },
  { label: "Clicks", className: COUNT, cell: ({ clicks }) => inFigures(clicks) },
];

export function AdsTab() {
  const { rows: spaces, error, refetch, ...form } = useRowForm({ kind: AD_KIND, list: allAdSpaces(), versioned });
  const { opened, addButton } = form;
  useFailureToast(error, "Error fetching ad spaces", "Could not fetch ad spaces");
  const deleting = useDeleteAd(form.forget);
  const hasNewsroom = useHasNewsroom();

  const actions: Column<AdSpace> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-28",
    cell: (space) => (
      <RowActions>
        <AdminIconButton label={`Edit ${space.name}`} {...form.editButton(space)}>
          <Icon icon={Pencil} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Delete ${space.name}`} onClick={() => deleting.ask(space)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </RowActions>
    ),
  };

  return (
    <>
      <PanelHeading ref={form.heading} title="Manage Ad Spaces">
        <AdminButton ref={addButton.ref} variant={addButton.isAdding ? "plain" : "primary"} onClick={addButton.onClick}>
          {addButton.isAdding ? "Cancel" : "Add New Ad Space"}
        </AdminButton>
      </PanelHeading>
      <DraftOffers {...form.offers} />
      {opened && <AdForm key={opened.key} {...opened.props} />}
      {error && !spaces ? (
        <FailedNote isAnnounced onRetry={refetch}>
          Could not fetch ad spaces
        </FailedNote>
      ) : (
        <DataTable
          caption="Ad spaces"
          columns={[...COLUMNS, ...(hasNewsroom ? COUNTS : []), actions]}
          rows={spaces}
          rowKey={({ id }) => id}
          skeletonRows={4}
          loading="Loading ad spaces..."
          empty="No ad spaces found. Add your first ad space to get started."
        />
      )}
      <EmptySlots />
      {deleting.question}
    </>
  );
}
