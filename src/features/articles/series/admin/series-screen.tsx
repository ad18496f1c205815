import { useQueryClient } from "@tanstack/react-query";
import { ListOrdered, Pencil, Trash2 } from "lucide";
import { useRef, useState } from "react";
import { useEditorApi } from "#shared/editor-api.tsx";
import { documentUrl } from "#shared/urls.ts";
import { searchedFor, useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { DraftOffers } from "#ui/admin/edit-form/draft-offers.tsx";
import { OpenedForm } from "#ui/admin/edit-form/opened-form.tsx";
import { useOpenForm } from "#ui/admin/edit-form/use-open-form.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { ClearFilters, SearchBox } from "#ui/admin/search-box.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { Series } from "../endpoints.ts";
import { SeriesForm } from "./series-form.tsx";
import { deleteSeries, SERIES_FORM, type SeriesValues, series, seriesById, versioned } from "./series-kind.ts";
import { SeriesParts } from "./series-parts.tsx";

const MAX_QUERY = 100;

const editButtonId = (id: number) => `edit-series-${id}`;
const orderButtonId = (id: number) => `order-series-${id}`;

/** All series, with their articles in order. */
export function SeriesScreen() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [search, change] = useAddressQuery();
  const query = searchedFor(search.get("query"), MAX_QUERY);
  const list = usePagedList(series.list("GET /series", { query: { ...(query && { query }) } }));
  const [ordering, setOrdering] = useState<Series | null>(null);
  useFailureToast(list.error, "Error fetching series", "Could not fetch the series");
  const form = useOpenForm<SeriesValues>(SERIES_FORM, (subject) => {
    const opener = subject === null ? addButton.current : document.getElementById(editButtonId(subject));
    (opener ?? heading.current)?.focus();
  });
  const { opened } = form;
  const changed = () => void client.invalidateQueries();
  const deletion = useDeleteSeries(({ id }) => {
    if (opened?.subject === id) form.close();
    if (ordering?.id === id) setOrdering(null);
    heading.current?.focus();
    changed();
  });
  const actions = actionsOf({ onEdit: ({ id }) => form.open(id), onOrder: setOrdering, onDelete: deletion.ask });
  const isAdding = opened !== null && opened.subject === null;
  return (
    <div className="pt-8">
      <PanelHeading ref={heading} title="Series">
        <AdminButton
          ref={addButton}
          variant={isAdding ? "plain" : "primary"}
          onClick={isAdding ? form.cancel : () => form.open(null)}
        >
          {isAdding ? "Cancel" : "New series"}
        </AdminButton>
      </PanelHeading>
      <DraftOffers {...form.offers} />
      {opened && (
        <OpenedForm
          key={opened.serial}
          form={{ ...form, opened }}
          FormOf={SeriesForm}
          byId={seriesById}
          versioned={versioned}
          noun="series"
          onStored={changed}
        />
      )}
      {ordering && (
        <SeriesParts
          key={ordering.id}
          series={ordering}
          onClose={() => {
            setOrdering(null);
            document.getElementById(orderButtonId(ordering.id))?.focus();
          }}
        />
      )}
      <search aria-label="Series" className="mb-4 grid gap-2 md:flex md:flex-wrap md:items-center">
        <SearchBox
          label="Search series"
          placeholder="Search names"
          maxLength={MAX_QUERY}
          query={query ?? ""}
          onSearch={(typed) => change({ query: typed }, { replace: true })}
        />
        {query && <ClearFilters onClear={() => change({ query: "" })} />}
      </search>
      <PagedTable
        noun={{ one: "series", many: "series" }}
        list={list}
        columns={[...COLUMNS, actions]}
        rowKey={({ id }) => id}
        empty={
          query
            ? "No series matches."
            : "No series yet. A series is a number of articles in an order, such as the parts of an investigation."
        }
      />
      {deletion.question}
    </div>
  );
}

type Actions = Record<"onEdit" | "onOrder" | "onDelete", (one: Series) => void>;

const actionsOf = ({ onEdit, onOrder, onDelete }: Actions): Column<Series> => ({
  label: "Actions",
  card: "actions",
  className: "as-rows:w-36",
  cell: (one) => (
    <RowActions>
      <AdminIconButton label={`Arrange ${one.name}`} id={orderButtonId(one.id)} onClick={() => onOrder(one)}>
        <Icon icon={ListOrdered} size={17} />
      </AdminIconButton>
      <AdminIconButton label={`Edit ${one.name}`} id={editButtonId(one.id)} onClick={() => onEdit(one)}>
        <Icon icon={Pencil} size={17} />
      </AdminIconButton>
      <AdminIconButton label={`Delete ${one.name}`} onClick={() => onDelete(one)}>
        <Icon icon={Trash2} size={17} />
      </AdminIconButton>
    </RowActions>
  ),
});

const COLUMNS: Column<Series>[] = [
  {
    label: "Name",
    card: "title",
    cell: ({ name, slug, description, is_hidden }) => (
      <span className="min-w-0 wrap-anywhere">
        {is_hidden ? (
          <span className="font-semibold">{name}</span>
        ) : (
          <a href={documentUrl.series(slug)} className="link-quiet font-semibold">
            {name}
          </a>
        )}
        {description && <span className="meta line-clamp-2">{description}</span>}
      </span>
    ),
  },
  {
    label: "Published",
    className: "as-rows:w-44",
    cell: ({ count, is_hidden }) => (
      <span className="tabular-nums">
        {count.toLocaleString("en")}
        {is_hidden && <span className="meta block">Hidden from readers</span>}
      </span>
    ),
  },
];

/** Deletes a series after confirmation; its articles stay. */
function useDeleteSeries(onDeleted: (one: Series) => void) {
  const api = useEditorApi();
  return useDeletion<Series>({
    words: {
      title: "Delete this series?",
      confirm: "Delete",
      deleted: "Series deleted",
      failed: "Error deleting series",
      fallback: "Could not delete the series",
    },
    consequence: ({ name }) => `“${name}” and its page are removed. Its articles stay.`,
    call: (one) => deleteSeries(api, one),
    onDeleted,
  });
}
