import { TAKEN } from "#features/addresses/rules.ts";
import type { ApiResponse, EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { slugWords } from "#shared/slug.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { Series, SeriesEndpoints } from "../endpoints.ts";
import { seriesSlug, seriesVersion } from "../rules.ts";

export const series = editorClientOf<SeriesEndpoints>();

/** `slug`: null while it is made of the name. */
export type SeriesValues = { name: string; slug: string | null; description: string; image_url: string };

const NO_NAME = "Please enter a name";

export const slugOrNone = (typed: string): string => (slugWords(typed) === "" ? "" : seriesSlug(typed));

const bodyOf = ({ slug, ...values }: SeriesValues) => ({ ...values, slug: slugOrNone(slug ?? "") });

export const versioned = (row: Series): Versioned<Series> => ({ row, etag: `"${seriesVersion(row)}"` });
const answered = ({ body }: ApiResponse<Series>): Versioned<Series> => versioned(body);

/** The query of one series by its id. */
export const seriesById = (id: number) => series.query("GET /series/:slug", { params: { slug: id } });

/** The form of a series. */
export const SERIES_FORM: FormKind<Series, SeriesValues> = {
  name: "series",
  what: "series",
  titleOf: ({ name }) => name,
  fields: {
    name: { label: "Name", show: ({ name }) => name },
    slug: { label: "Slug", show: ({ slug }) => slug ?? "" },
    description: { label: "Description", show: ({ description }) => description },
    image_url: { label: "Picture", show: ({ image_url }) => image_url },
  },
  empty: { name: "", slug: null, description: "", image_url: "" },
  idOf: ({ id }) => id,
  valuesOf: ({ name, slug, description, image_url }) => ({ name, slug, description, image_url }),
  missingIn: ({ name }) => (name.trim() === "" ? { name: NO_NAME } : {}),
  tidy: (values) => ({ ...values, name: values.name.trim(), description: values.description.trim() }),
  read: async (api, id, signal) =>
    answered(await series.send(api, "GET /series/:slug", { params: { slug: id }, ...(signal && { signal }) })),
  create: async (api, values, idempotencyKey) => {
    const answer = await series.send(api, "POST /series", { body: bodyOf(values), idempotencyKey });
    return { ...answered(answer), hasOthers: answer.hasOthers };
  },
  update: async (api, { row, etag }, values) =>
    answered(
      await series.send(api, "PUT /series/:slug", { params: { slug: row.id }, body: bodyOf(values), ifMatch: etag }),
    ),
  words: {
    added: "Series added",
    updated: "Series updated",
    adding: { title: "Error adding series", fallback: "Could not add the series" },
    updating: { title: "Error updating series", fallback: "Could not update the series" },
    deleted: "Another user deleted this series. Your text is still here: saving it creates a new series.",
    refused: ({ name, slug }) => {
      if (slug === TAKEN.series) return { title: "Duplicate slug", description: slug };
      return name === NO_NAME ? { title: "Missing required fields", description: name } : undefined;
    },
  },
};

export const deleteSeries = (api: EditorApi, { id }: Series) =>
  series.send(api, "DELETE /series/:slug", { params: { slug: id } });
