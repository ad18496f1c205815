import type { FormKind } from "#ui/admin/edit-form/form-kind.ts";
import { categorySlug, DUPLICATE_SLUG } from "../rules.ts";
import type { Category } from "../schema.ts";
import { addCategory, changeCategory, readCategory } from "./calls.ts";

/** The values of the form. A null slug is derived from the name until it is edited by hand. */
export type CategoryValues = { name: string; slug: string | null };

const NO_NAME = "Please enter a category name";

/** The slug of a typed text; empty if there is none. */
export const slugOrNone = (typed: string): string => (typed.trim() === "" ? "" : categorySlug(typed));

/** The slug to send: always a valid one, whatever was typed. */
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
    return isTaken ? { slug: DUPLICATE_SLUG } : {};
  },
  tidy: ({ name, slug }) => ({ name: name.trim(), slug: slug === null ? null : slugOrNone(slug) || null }),
  takenOver: ["slug"],
  closesWhenSaved: true,
  read: readCategory,
  create: (api, { values }, key) => addCategory(api, draftOf(values), key),
  update: (api, before, { values }) => changeCategory(api, before, draftOf(values)),
  words: {
    added: "Category added",
    updated: "Category updated",
    adding: { title: "Error adding category", fallback: "Could not add category" },
    updating: { title: "Error updating category", fallback: "Could not update category" },
    deleted: "This category was deleted meanwhile. Your text is still here: saving it makes a new category.",
    refused: ({ name, slug }) => {
      if (slug === DUPLICATE_SLUG) return { title: "Duplicate slug", description: slug };
      return name === NO_NAME ? { title: "Missing required fields", description: name } : undefined;
    },
  },
});
