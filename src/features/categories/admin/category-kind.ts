import { takenError } from "#features/addresses/kinds.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { pageUrl } from "#shared/urls.ts";
import { rowIn } from "#ui/admin/edit-form/versions.ts";
import type { FormValues } from "#ui/admin/records/form-values.ts";
import { type RecordForm, recordForm } from "#ui/admin/records/record-form.ts";
import type { Category, CategoryEndpoints } from "../endpoints.ts";
import { CATEGORY_FIELDS, type CategoryFields } from "../fields.ts";
import { categorySlug } from "../rules.ts";

export type CategoryValues = FormValues<CategoryFields>;

const NO_NAME = "Please enter a category name";

export const slugOrNone = (typed: string): string => (typed.trim() === "" ? "" : categorySlug(typed));

export const slugOf = ({ name, slug }: CategoryValues): string => slugOrNone(slug ?? "") || slugOrNone(name);

const CATEGORY_FORM = recordForm<CategoryFields, Category>({
  one: "category",
  path: "categories",
  fields: CATEGORY_FIELDS,
  slugOf: categorySlug,
  pathOf: pageUrl.category,
  taken: takenError("category"),
});
const { fields, words } = CATEGORY_FORM;

/** Values without texts that stay as they are: the specified request has none. */
function changedTexts(values: CategoryValues, before?: Category): CategoryValues {
  const { description, editor, image_url, accent, ...named } = values;
  return {
    ...named,
    ...(description !== (before?.description ?? "") && { description }),
    ...(editor !== (before?.editor ?? "") && { editor }),
    ...(image_url !== (before?.image_url ?? "") && { image_url }),
    ...(accent !== (before?.accent ?? "") && { accent }),
  } as CategoryValues;
}

/** The specification's form of categories; a slug must be unique in `all`. It sends the slug that it shows. */
export const categoryKind = (all: readonly Category[]): RecordForm<Category, CategoryValues> => ({
  ...CATEGORY_FORM,
  fields: { ...fields, slug: { ...fields.slug, show: slugOf } },
  missingIn: (values, before) => {
    if (values.name === "") return { name: NO_NAME };
    const isTaken = all.some(({ id, slug }) => id !== before?.id && slug === slugOf(values));
    return isTaken ? { slug: takenError("category") } : {};
  },
  // A backend with the specified fields alone returns no texts, and a kept draft may have none.
  valuesOf: ({ description = "", editor = "", image_url = "", accent = "", ...row }) =>
    CATEGORY_FORM.valuesOf({ ...row, description, editor, image_url, accent }),
  tidy: ({ name, slug, description, editor, image_url, accent }) => ({
    name: name.trim(),
    slug: slug === null ? null : slugOrNone(slug) || null,
    description: (description ?? "").trim(),
    editor: (editor ?? "").trim(),
    image_url: (image_url ?? "").trim(),
    accent: (accent ?? "").trim().toLowerCase(),
  }),
  read: async (api, id, signal) => CATEGORY_FORM.versioned(rowIn(await readCategories(api, signal), id)),
  create: (api, values, key) => {
    const sent = { ...changedTexts(values), slug: slugOf(values), count: 0 };
    return CATEGORY_FORM.create(api, sent, key);
  },
  update: (api, before, values) =>
    CATEGORY_FORM.update(api, before, { ...changedTexts(values, before.row), slug: slugOf(values) }),
  words: {
    ...words,
    adding: { title: "Error adding category", fallback: "Could not add category" },
    updating: { title: "Error updating category", fallback: "Could not update category" },
    refused: (errors) =>
      errors.name === NO_NAME ? { title: "Missing required fields", description: NO_NAME } : words.refused?.(errors),
  },
});

export const readCategories = async (api: EditorApi, signal?: AbortSignal): Promise<Category[]> =>
  (await editorClientOf<CategoryEndpoints>().send(api, "GET /categories", signal ? { signal } : {})).body;
