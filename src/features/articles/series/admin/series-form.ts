import { takenError } from "#features/addresses/kinds.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import { documentUrl } from "#shared/urls.ts";
import { recordForm } from "#ui/admin/records/record-form.ts";
import type { Series, SeriesEndpoints } from "../endpoints.ts";
import { SERIES_FIELDS, type SeriesFields, seriesSlug } from "../rules.ts";

export const series = editorClientOf<SeriesEndpoints>();

export const SERIES_FORM = recordForm<SeriesFields, Series>({
  one: "series",
  path: "series",
  fields: SERIES_FIELDS,
  slugOf: seriesSlug,
  pathOf: documentUrl.series,
  taken: takenError("series"),
});
