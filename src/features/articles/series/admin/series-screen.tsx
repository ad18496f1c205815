import { ListOrdered } from "lucide";
import { useState } from "react";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { documentUrl } from "#shared/urls.ts";
import type { Column } from "#ui/admin/data-table.tsx";
import type { RowFormProps } from "#ui/admin/edit-form/use-row-form.ts";
import type { FormValues } from "#ui/admin/records/form-values.ts";
import { RecordFields } from "#ui/admin/records/record-fields.tsx";
import {
  RecordCount,
  RecordName,
  RecordScreen,
  type RowActionsOf,
  type RowTools,
  useRecordDeletion,
} from "#ui/admin/records/record-screen.tsx";
import type { Series } from "../endpoints.ts";
import type { SeriesFields } from "../rules.ts";
import { SERIES_FORM, series } from "./series-form.ts";
import { SeriesParts } from "./series-parts.tsx";

/** All series, with their articles in order. */
export const SeriesScreen = () => (
  <RecordScreen
    kind={SERIES_FORM}
    title="Series"
    many="series"
    listOf={(query) => series.list("GET /series", { query })}
    filters={[]}
    placeholder="Search names"
    columns={COLUMNS}
    empty="No series yet. A series is a number of articles in an order, such as the parts of an investigation."
    FormOf={SeriesForm}
    useActions={useSeriesActions}
  />
);

const COLUMNS: Column<Series>[] = [
  {
    label: "Name",
    card: "title",
    cell: (one) => (
      <RecordName row={one} href={documentUrl.series(one.slug)}>
        {one.description && <span className="meta line-clamp-2">{one.description}</span>}
      </RecordName>
    ),
  },
  { label: "Published", className: "as-rows:w-44", cell: RecordCount },
];

const SeriesForm = (props: RowFormProps<Series, FormValues<SeriesFields>>) => (
  <RecordFields
    {...props}
    kind={SERIES_FORM}
    order={["name", "slug", "description", "image_url"]}
    PictureField={PictureField}
  />
);

const consequence = ({ name }: Series) => `“${name}” and its page are removed. Its articles stay.`;

function useSeriesActions({ edit, leave, focusOn }: RowTools<Series>): RowActionsOf<Series> {
  const [ordering, setOrdering] = useState<Series | null>(null);
  const { remove, question } = useRecordDeletion(SERIES_FORM, consequence, (one) => {
    if (ordering?.id === one.id) setOrdering(null);
    leave(one);
  });
  function close(one: Series) {
    setOrdering(null);
    focusOn("Arrange", one);
  }
  const opened = (
    <>
      {ordering && <SeriesParts key={ordering.id} series={ordering} onClose={() => close(ordering)} />}
      {question}
    </>
  );
  return { actions: [{ verb: "Arrange", icon: ListOrdered, act: setOrdering }, edit, remove], opened };
}
