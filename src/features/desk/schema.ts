import { z } from "zod";
import { text } from "#shared/schema.ts";

/** What an editor's list can be narrowed to: `scheduled` is published with a future date. */
export const deskStatus = z.enum(["published", "scheduled", "draft"]);
export const deskSort = z.enum(["date", "title", "category", "author", "status", "updated"]);
export const deskOrder = z.enum(["asc", "desc"]);

const oneOf = <const Values extends readonly string[]>(name: string, values: Values) =>
  z.enum(values, { error: `${name} must be one of ${values.join(", ")}.` });
const flag = (name: string) =>
  z.enum(["true", "false"], { error: `${name} must be true or false.` }).transform((value) => value === "true");

/**
 * How an editor's list is searched, filtered and sorted. `query`: words that all begin words of title, author,
 * category or tags, case and accents aside. Without `order`, dates come newest first and names from A on.
 */
export const deskFilter = z
  .object({
    query: text({ name: "Query", max: 300 }),
    status: oneOf("Status", deskStatus.options),
    category: text({ name: "Category", min: 1, max: 100 }),
    featured: flag("Featured"),
    editors_pick: flag("Editor's pick"),
    auto_update: flag("Automatic update"),
    sort: oneOf("Sort", deskSort.options),
    order: oneOf("Order", deskOrder.options),
  })
  .partial();
export type DeskFilter = z.infer<typeof deskFilter>;

const forEditors = (description: string, ...values: string[]) =>
  z
    .unknown()
    .optional()
    .meta({
      type: "string",
      description: `${description} For editors only.`,
      ...(values.length > 0 && { enum: values }),
    });

/** The same in the address of a call that readers make too: they are not told of a mistake in what is not theirs. */
export const deskParameters = {
  query: forEditors("Words of title, author, category or tags."),
  status: forEditors("Only of this status; scheduled is published with a future date.", ...deskStatus.options),
  category: forEditors("Only of this category: its slug or name."),
  featured: forEditors("Only featured ones, or only the others.", "true", "false"),
  editors_pick: forEditors("Only editor's picks, or only the others.", "true", "false"),
  auto_update: forEditors("Only those that update themselves, or only the others.", "true", "false"),
  sort: forEditors("What they are ordered by; the date if nothing is said.", ...deskSort.options),
  order: forEditors("Dates come newest first and names from A on if nothing is said.", ...deskOrder.options),
};
