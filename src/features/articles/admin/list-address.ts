import type { DeskFilter } from "#features/desk/schema.ts";
import { pageNumberOf } from "#shared/paging.ts";
import { withChange } from "#ui/admin/paged-list.ts";

/** What the list shows, as it stands in the address: a reload and the browser's Back keep it. */
export type ListView = { filter: DeskFilter; page: number };

const STATUSES = ["published", "scheduled", "draft"] as const;
const SORTS = ["date", "title", "category", "author", "status", "updated"] as const;
const ORDERS = ["asc", "desc"] as const;
const FLAGS = ["featured", "editors_pick", "auto_update"] as const;
const NAMES = ["query", "status", "category", ...FLAGS, "sort", "order", "page"] as const;

/** The longest search and category name the server takes. */
export const LONGEST_QUERY = 300;
const LONGEST_CATEGORY = 100;

const oneOf = <Value extends string>(known: readonly Value[], given: string | null): Value | undefined =>
  known.find((value) => value === given);

/** Reads the address. What it does not know, it passes over: the server would refuse it. */
export function viewOf(search: URLSearchParams): ListView {
  const flag = (name: string) => {
    const value = oneOf(["true", "false"], search.get(name));
    return value && value === "true";
  };
  const given: { [Name in keyof DeskFilter]: DeskFilter[Name] | undefined } = {
    query: search.get("query")?.trim().slice(0, LONGEST_QUERY).toWellFormed() || undefined,
    status: oneOf(STATUSES, search.get("status")),
    category: search.get("category")?.trim().slice(0, LONGEST_CATEGORY).toWellFormed() || undefined,
    featured: flag("featured"),
    editors_pick: flag("editors_pick"),
    auto_update: flag("auto_update"),
    sort: oneOf(SORTS, search.get("sort")),
    order: oneOf(ORDERS, search.get("order")),
  };
  const filter = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { filter, page: pageNumberOf(search.get("page")) };
}

/** The address with a changed view. What else stands in it stays; another filter or order begins at its first page. */
export const withView = (search: URLSearchParams, change: Partial<Record<(typeof NAMES)[number], string>>) =>
  withChange(search, change);

/** The address without search and filters; the order stays. */
export function withoutFilters(search: URLSearchParams): URLSearchParams {
  return withView(search, { query: "", status: "", category: "", featured: "", editors_pick: "", auto_update: "" });
}

/** Whether something hides articles. */
export function isNarrowed({ filter }: ListView): boolean {
  const { sort: _sort, order: _order, ...rest } = filter;
  return Object.keys(rest).length > 0;
}

/** How the list is sorted where the address says nothing: newest first. */
export function sortOf({ filter }: ListView): { by: string; order: "asc" | "desc" } {
  const by = filter.sort ?? "date";
  const isDate = by === "date" || by === "updated";
  return { by, order: filter.order ?? (isDate ? "desc" : "asc") };
}
