import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide";
import { useState } from "react";
import { flushSync } from "react-dom";
import { detailOf, useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { useCard } from "#ui/admin/card.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, DataTable } from "#ui/admin/data-table.tsx";
import { FailedNote, PanelHeading } from "#ui/admin/panel.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { AdSpace } from "../schema.ts";
import { AdForm } from "./ad-form.tsx";
import { AD_TYPES } from "./ad-types.ts";
import { type AdDraft, addAdSpace, allAdSpaces, changeAdSpace } from "./calls.ts";
import { DeleteAd } from "./delete-ad.tsx";

const COUNT = "tabular-nums md:w-24";
const inFigures = (count = 0) => count.toLocaleString("en");

const COLUMNS: Column<AdSpace>[] = [
  { label: "Name", cell: ({ name }) => <span className="font-semibold wrap-anywhere">{name}</span> },
  { label: "Type", cell: ({ type }) => AD_TYPES.find(({ value }) => value === type)?.label },
  { label: "Location", cell: ({ location }) => <span className="wrap-anywhere">{location}</span> },
  {
    label: "Status",
    cell: ({ active }) => <span className={active ? "text-up" : "text-muted"}>{active ? "Active" : "Inactive"}</span>,
  },
  { label: "Views", className: COUNT, cell: ({ views }) => inFigures(views) },
  { label: "Clicks", className: COUNT, cell: ({ clicks }) => inFigures(clicks) },
];

/** The Ad Management tab (spec section 2, Admin); its spaces are stored (contract section 5). */
export function AdsTab() {
  const { data: spaces, error, refetch } = useApi(allAdSpaces());
  const card = useCard<AdSpace>();
  const [doomed, setDoomed] = useState<AdSpace | null>(null);
  const { save, forget } = useAdChanges();
  useFailureToast(error, "Error fetching ad spaces", "Could not fetch ad spaces");
  const edited = card.subject === "new" ? null : card.subject;

  const actions: Column<AdSpace> = {
    label: "Actions",
    className: "md:w-28",
    cell: (space) => (
      <span className="-my-1.5 flex">
        <AdminIconButton label={`Edit ${space.name}`} onClick={() => card.edit(space)}>
          <Icon icon={Pencil} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Delete ${space.name}`} onClick={() => setDoomed(space)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </span>
    ),
  };

  return (
    <>
      <PanelHeading ref={card.heading} title="Manage Ad Spaces">
        <AdminButton variant={card.subject === "new" ? "plain" : "primary"} onClick={card.toggle}>
          {card.subject === "new" ? "Cancel" : "Add New Ad Space"}
        </AdminButton>
      </PanelHeading>
      {card.subject !== null && (
        <AdForm
          key={edited?.id ?? "new"}
          space={edited}
          onSave={async (draft) => {
            await save(edited, draft);
            card.close();
          }}
          onCancel={card.cancel}
          onUnsaved={card.setUnsaved}
        />
      )}
      {error && !spaces ? (
        <FailedNote onRetry={refetch}>Could not fetch ad spaces</FailedNote>
      ) : (
        <DataTable
          caption="Ad spaces"
          columns={[...COLUMNS, actions]}
          rows={spaces}
          rowKey={({ id }) => id}
          skeletonRows={4}
          loading="Loading ad spaces..."
          empty="No ad spaces found. Add your first ad space to get started."
        />
      )}
      {doomed && (
        <DeleteAd
          space={doomed}
          onClose={() => setDoomed(null)}
          onDeleted={() => {
            if (edited?.id === doomed.id) card.close();
            // Shut first: while the dialog is open, nothing outside of it takes the focus.
            flushSync(() => setDoomed(null));
            card.heading.current?.focus();
            forget(doomed);
          }}
        />
      )}
    </>
  );
}

/** Changes ad spaces, and what this browser knows of them. */
function useAdChanges() {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { queryKey } = allAdSpaces();
  const know = (change: (known: AdSpace[]) => AdSpace[]) => {
    client.setQueryData<AdSpace[]>(queryKey, (known) => known && change(known));
    void client.invalidateQueries({ queryKey });
  };

  /** Tells of the outcome. Throws what the form shows at its fields. */
  async function save(before: AdSpace | null, draft: AdDraft): Promise<void> {
    try {
      if (before) {
        const changed = await changeAdSpace(api, before.id, draft);
        know((known) => known.map((one) => (one.id === changed.id ? changed : one)));
        show({ title: "Ad space updated" });
      } else {
        const added = await addAdSpace(api, draft);
        know((known) => [...known, added]);
        show({ title: "Ad space added" });
      }
    } catch (error) {
      const title = before ? "Error updating ad space" : "Error adding ad space";
      const description = detailOf(error, before ? "Could not update the ad space" : "Could not add the ad space");
      show({ title, description, variant: "destructive" });
      throw error;
    }
  }

  const forget = ({ id }: AdSpace) => know((known) => known.filter((one) => one.id !== id));
  return { save, forget };
}
