import { TAKEN } from "#features/addresses/rules.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { rowIn, type Versioned } from "#ui/admin/edit-form/versions.ts";
import type { Category, CategoryEndpoints } from "../endpoints.ts";
import { categorySlug, categoryVersion } from "../rules.ts";

export type CategoryValues = { name: string; slug: string | null };

const NO_NAME = "Please enter a category name";

export const slugOrNone = (typed: string): string => (typed.trim() === "" ? "" : categorySlug(typed));

export const slugOf = ({ name, slug }: CategoryValues): string => slugOrNone(slug ?? "") || slugOrNone(name);

const draftOf = (values: CategoryValues) => ({ name: values.name, slug: slugOf(values) });

/** Categories, as the form adds and edits them; a slug must be unique in `all`. */
export const categoryKind = (all: readonly Category[]): FormKind<Category, CategoryValues> => ({
  name: "category",
  what: "category",
  titleOf: ({ name }) => name,
  fields: {
    name: { label: "Name", show: ({ name }) => name },
    slug: { label: "Slug", show: slugOf },
  },
  empty: { name: "", slug: null },
  idOf: ({ id }) => id,
  valuesOf: ({ name, slug }) => ({ name, slug }),
  missingIn: (values, before) => {
    if (values.name === "") return { name: NO_NAME };
    const isTaken = all.some(({ id, slug }) => id !== before?.id && slug === slugOf(values));
    return isTaken ? { slug: TAKEN.category } : {};
  },
  tidy: ({ name, slug }) => ({ name: name.trim(), slug: slug === null ? null : slugOrNone(slug) || null }),
  takenOver: ["slug"],
  closesWhenSaved: true,
  read: readCategory,
  create: (api, values, key) => addCategory(api, draftOf(values), key),
  update: (api, before, values) => changeCategory(api, before, draftOf(values)),
  words: {
    added: "Category added",
    updated: "Category updated",
    adding: { title: "Error adding category", fallback: "Could not add category" },
    updating: { title: "Error updating category", fallback: "Could not update category" },
    deleted: "Another user deleted this category. Your text is still here: saving it creates a new category.",
    refused: ({ name, slug }) => {
      if (slug === TAKEN.category) return { title: "Duplicate slug", description: slug };
      return name === NO_NAME ? { title: "Missing required fields", description: name } : undefined;
    },
  },
});

/** A name and slug; the server derives an empty slug from the name. */
type CategoryDraft = { name: string; slug: string };

const categories = editorClientOf<CategoryEndpoints>();

export const versioned = (row: Category): Versioned<Category> => ({ row, etag: `"${categoryVersion(row)}"` });

export async function readCategories(api: EditorApi, signal?: AbortSignal): Promise<Category[]> {
  return (await categories.send(api, "GET /categories", signal ? { signal } : {})).body;
}

export async function readCategory(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<Category>> {
  return versioned(rowIn(await readCategories(api, signal), id));
}

export async function addCategory(api: EditorApi, { name, slug }: CategoryDraft, idempotencyKey: string) {
  const sent = { body: { name, slug, count: 0 }, idempotencyKey };
  const { body, hasOthers } = await categories.send(api, "POST /categories", sent);
  return { ...versioned(body), hasOthers };
}

export async function changeCategory(api: EditorApi, { row, etag }: Versioned<Category>, draft: CategoryDraft) {
  const sent = { params: { slug: row.id }, body: draft, ifMatch: etag };
  return versioned((await categories.send(api, "PUT /categories/:slug", sent)).body);
}

export async function deleteCategory(api: EditorApi, id: number): Promise<void> {
  await categories.send(api, "DELETE /categories/:slug", { params: { slug: id } });
}
