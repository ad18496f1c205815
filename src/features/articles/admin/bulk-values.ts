import { FLAG_NAMES } from "../fields.ts";
import type { BulkChange } from "../schema.ts";
import { splitList } from "./form-values.ts";

/** What is typed and chosen for many articles at once; empty for no change. */
export type BulkValues = Record<
  "category" | "status" | (typeof FLAG_NAMES)[number] | "authors" | "tags_add" | "tags_remove",
  string
>;

export const NO_BULK_VALUES: BulkValues = {
  category: "",
  status: "",
  is_featured: "",
  is_editors_pick: "",
  is_auto_update: "",
  is_breaking: "",
  authors: "",
  tags_add: "",
  tags_remove: "",
};

const STATUSES = ["published", "ready", "draft"] as const;

/** The change that the values stand for; undefined for none. */
export function bulkChangeOf(values: BulkValues): BulkChange | undefined {
  const change: BulkChange = {};
  const category = values.category.trim();
  // Names are separated as tags are.
  const authors = splitList(values.authors);
  const [added, removed] = [splitList(values.tags_add), splitList(values.tags_remove)];
  if (category) change.category = category;
  const status = STATUSES.find((known) => known === values.status);
  if (status) change.status = status;
  for (const flag of FLAG_NAMES) if (values[flag]) change[flag] = values[flag] === "true";
  if (authors.length > 0) change.authors = authors;
  if (added.length > 0) change.tags_add = added;
  if (removed.length > 0) change.tags_remove = removed;
  return Object.keys(change).length > 0 ? change : undefined;
}
