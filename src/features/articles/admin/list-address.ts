import type { ArticleListFilter } from "#features/articles/list/schema.ts";
import { knownOf, searchedFor } from "#ui/admin/address.tsx";

const STATUSES = ["published", "scheduled", "ready", "draft"] as const;
const SORTS = ["date", "title", "category", "author", "status", "updated"] as const;
const ORDERS = ["asc", "desc"] as const;

export const MAX_QUERY_LENGTH = 300;
const MAX_CATEGORY_LENGTH = 100;

export function filterOf(search: URLSearchParams): ArticleListFilter {
  const flag = (name: string) => {
    const value = knownOf(["true", "false"], search.get(name));
    return value && value === "true";
  };
  const given: { [Name in keyof ArticleListFilter]: ArticleListFilter[Name] | undefined } = {
    query: searchedFor(search.get("query"), MAX_QUERY_LENGTH),
    status: knownOf(STATUSES, search.get("status")),
    category: searchedFor(search.get("category"), MAX_CATEGORY_LENGTH),
    featured: flag("featured"),
    editors_pick: flag("editors_pick"),
    auto_update: flag("auto_update"),
    mine: flag("mine"),
    asked: flag("asked"),
    waiting: flag("waiting"),
    sort: knownOf(SORTS, search.get("sort")),
    order: knownOf(ORDERS, search.get("order")),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Removes search and filters from the address; the sort order is kept. */
export const NO_FILTERS = {
  query: "",
  status: "",
  category: "",
  featured: "",
  editors_pick: "",
  auto_update: "",
  mine: "",
  asked: "",
  waiting: "",
};

/** The tabs of the list: what each sets of the filters, which leaves search, category and flags as they are. */
const ALL = { status: "", mine: "", asked: "", waiting: "" };
export const TABS = {
  all: ALL,
  mine: { ...ALL, mine: "true" },
  ready: { ...ALL, status: "ready" },
  waiting: { ...ALL, waiting: "true" },
  scheduled: { ...ALL, status: "scheduled" },
  asked: { ...ALL, asked: "true" },
};

/** The tab that shows a list; a status without a tab narrows that of all articles. */
export function tabOf({ status, mine, asked, waiting }: ArticleListFilter): keyof typeof TABS {
  if (mine) return "mine";
  if (asked) return "asked";
  if (waiting) return "waiting";
  return status === "ready" || status === "scheduled" ? status : "all";
}

/** Whether there are more filters than those of the tab. */
export function isNarrowedInTab(filter: ArticleListFilter): boolean {
  return (
    queryOf({ ...filter, sort: undefined, order: undefined }) !==
    queryOf(filterOf(new URLSearchParams(TABS[tabOf(filter)])))
  );
}

export function isNarrowed({ sort: _sort, order: _order, ...rest }: ArticleListFilter): boolean {
  return Object.keys(rest).length > 0;
}

export function sortOf(filter: ArticleListFilter): { by: string; order: "asc" | "desc" } {
  const by = filter.sort ?? "date";
  const isDate = by === "date" || by === "updated";
  return { by, order: filter.order ?? (isDate ? "desc" : "asc") };
}

export type SavedFilter = { name: string; query: string };

/** Maximum number of saved filters; older ones in the browser are dropped. */
const MAX_SAVED = 20;

export function parseSavedFilters(stored: unknown): SavedFilter[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const isFilter = (one: unknown): one is SavedFilter => {
    const { name, query } = (one ?? {}) as Partial<SavedFilter>;
    return typeof name === "string" && typeof query === "string";
  };
  return stored.filter(isFilter).slice(-MAX_SAVED);
}

/** The list's filters and sort order, sorted by name, as a query string, without what else the address has. */
export function queryOf(filter: ArticleListFilter): string {
  const given = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(given.sort(([left], [right]) => (left < right ? -1 : 1))).toString();
}

/** The changes of the address that open a saved filter: all that it does not set is removed. */
export function openingOf(query: string): Record<string, string> {
  return { ...NO_FILTERS, sort: "", order: "", ...Object.fromEntries(new URLSearchParams(query)) };
}
