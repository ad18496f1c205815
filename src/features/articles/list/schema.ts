import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, messageText, noContent, text, wholeNumber } from "#shared/schema.ts";
import { MAX_COUNTED, MAX_VIEW_NAME } from "./rules.ts";

/** The status filter of an editor's list: `scheduled` is published with a future date. */
export const listStatus = z.enum(["published", "scheduled", "ready", "draft"]);
export const listSort = z.enum(["date", "title", "category", "author", "status", "updated"]);
export const listOrder = z.enum(["asc", "desc"]);

const oneOf = <const Values extends readonly string[]>(name: string, values: Values) =>
  z.enum(values, { error: `${name} must be one of ${values.join(", ")}.` });
const flag = (name: string) =>
  z
    .enum(["true", "false"], { error: `${name} must be true or false.` })
    .transform((value) => value === "true")
    .pipe(z.boolean());

/**
 * The search, filters and sort order of an editor's list. `query`: words, each of which must begin a word of title,
 * author, category or tags, ignoring case and accents. Default `order`: dates newest first, names ascending.
 */
export const articleListFilter = z
  .object({
    query: text({ name: "Query", max: 300 }),
    status: oneOf("Status", listStatus.options),
    category: text({ name: "Category", min: 1, max: 100 }),
    featured: flag("Featured"),
    editors_pick: flag("Editor's pick"),
    auto_update: flag("Automatic update"),
    mine: flag("Mine"),
    asked: flag("Asked"),
    waiting: flag("Waiting"),
    sort: oneOf("Sort", listSort.options),
    order: oneOf("Order", listOrder.options),
  })
  .partial();
export type ArticleListFilter = z.infer<typeof articleListFilter>;

const forEditors = (
  description: string,
  values: { type: "string" | "boolean"; enum?: string[] } = { type: "string" },
) =>
  z
    .unknown()
    .optional()
    .meta({ ...values, description: `${description} For editors only.` });
const flagForEditors = (description: string) => forEditors(description, { type: "boolean" });
const oneForEditors = (description: string, values: string[]) =>
  forEditors(description, { type: "string", enum: values });

/** The same for an endpoint that readers also use: they get no errors for editors' parameters. */
export const articleListParameters = {
  query: forEditors("Words of title, author, category or tags."),
  status: oneForEditors("Only of this status; scheduled is published with a future date.", listStatus.options),
  category: z.unknown().optional().meta({ type: "string", description: "Only of this category: its slug or name." }),
  featured: flagForEditors("Only featured articles (true) or only others (false)."),
  editors_pick: flagForEditors("Only editor's picks (true) or only others (false)."),
  auto_update: flagForEditors("Only auto-updating articles (true) or only others (false)."),
  mine: flagForEditors("Only the caller's own articles (true) or all visible to the caller (false)."),
  asked: flagForEditors(
    "Only articles with a review request for the caller (true) or all visible to the caller (false).",
  ),
  waiting: flagForEditors("Only published articles with unpublished changes (true) or all (false)."),
  sort: oneForEditors("The sort field; the date by default.", listSort.options),
  order: oneForEditors("By default, newest first for dates and A to Z for names.", listOrder.options),
};

/** `GET tags/`. */
export const tagQuery = z.object({
  query: text({ name: "Query", max: 100 }).default(""),
  limit: wholeNumber("Limit", 1, 50, 8),
});
export type TagQuery = z.infer<typeof tagQuery>;

const usedTag = z
  .object({
    name: z.string(),
    count: z.int().nonnegative(),
    alias: z.string().optional().describe("The alias that starts with the query, if the name does not"),
  })
  .meta({ id: "UsedTag" });
export const usedTags = z.array(usedTag);
export type UsedTag = z.infer<typeof usedTag>;

const count = z.int().nonnegative().max(MAX_COUNTED);

/** How many articles each tab has; `MAX_COUNTED` means that many or more. */
export const listCounts = z
  .object({ all: count, mine: count, ready: count, waiting: count, scheduled: count, asked: count })
  .meta({ id: "ArticleListCounts" });
export type ListCounts = z.infer<typeof listCounts>;

const viewBody = z.object({
  name: messageText({ name: "Name", min: 1, max: MAX_VIEW_NAME }),
  filters: text({ name: "Filters", max: 1_000 }).describe(
    "The parameters of `GET /articles` that narrow and sort the list, as a query string: `status=ready&sort=title`",
  ),
});

const savedView = viewBody
  .extend({
    id: z.int().positive(),
    is_shared: z.boolean().describe("Whether everyone on the desk sees it"),
    owner: z.string().nullable().describe("Who shared it; null for the caller's own"),
  })
  .meta({ id: "SavedView" });
export type SavedView = z.infer<typeof savedView>;

const tags = ["Articles"];

export const listDeskEndpoints = endpoints({
  "GET /articles/counts": {
    access: "article.write",
    summary: "How many articles each tab of the caller's list has; 1,000 means 1,000 or more",
    tags,
    response: { 200: listCounts },
  },
  "GET /articles/saved-views": {
    access: "article.write",
    summary: "The caller's saved views of the list, then those that others share",
    tags,
    response: { 200: z.array(savedView) },
  },
  "POST /articles/saved-views": {
    access: "article.write",
    summary: "Save a view of the list, replacing a view with the same name",
    tags,
    body: viewBody.extend({
      is_shared: z.boolean().default(false).describe("Show it to everyone on the desk; needs `article.publish`"),
    }),
    errors: ["too_many_saved_views"],
    response: { 201: savedView },
  },
  "DELETE /articles/saved-views/:id": {
    access: "article.write",
    summary: "Remove a saved view: the caller's own, or as chief editor a shared one",
    tags,
    params: z.object({ id: idText }),
    response: { 204: noContent },
  },
});
export type ListDeskEndpoints = typeof listDeskEndpoints;
