import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { Paged } from "#shared/api-client.ts";
import { type ApiQuery, pagedApiQuery } from "#shared/api-query.ts";
import { pageCount, pageNumberOf } from "#shared/paging.ts";
import { useApi } from "#shared/use-api.ts";

/** Rows on one page of a list. */
const PAGE_SIZE = 50;

type Filter = Record<string, string | undefined>;

export type PagedList<Row> = {
  /** Undefined until the first answer. */
  rows: Row[] | undefined;
  total: number;
  page: number;
  pages: number;
  error: Error | null;
  isFailed: boolean;
  /** The rows are still those of the page or filter before. */
  isPrevious: boolean;
  refresh: () => void;
  open: (page: number) => void;
};

/** One page of a paged list; `page` counts from 1. What is undefined does not narrow it. */
function pageOf<Row>(url: string, filter: Filter, page: number): ApiQuery<Paged<Row>> {
  const asked = Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const search = new URLSearchParams(asked);
  search.set("limit", String(PAGE_SIZE));
  search.set("offset", String((page - 1) * PAGE_SIZE));
  return pagedApiQuery(`${url}?${search}`);
}

/** A list of the API by pages. The page stands in the address (`?page=`); that of before stays in sight meanwhile. */
export function usePagedList<Row>(url: string, filter: Filter): PagedList<Row> {
  const [search, setSearch] = useSearchParams();
  const page = pageNumberOf(search.get("page"));
  const { data, error, isPlaceholderData, refetch } = useApi(pageOf<Row>(url, filter, page), {
    placeholderData: keepPreviousData,
  });
  const pages = pageCount(data?.total ?? 0, PAGE_SIZE);
  const isPast = data !== undefined && !isPlaceholderData && page > pages;
  // The last row of the last page is gone, or the address names a page that never was.
  useEffect(() => {
    if (isPast) setSearch((before) => withChange(before, { page: String(pages) }), { replace: true });
  }, [isPast, pages, setSearch]);
  return {
    rows: data?.items,
    total: data?.total ?? 0,
    page,
    pages,
    error,
    isFailed: error !== null && data === undefined,
    isPrevious: isPlaceholderData,
    refresh: () => void refetch(),
    open: (to) => setSearch((before) => withChange(before, { page: String(to) })),
  };
}

/** The address with a changed filter; another filter begins at its first page. */
export function withChange(search: URLSearchParams, change: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search);
  if (!("page" in change)) next.delete("page");
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  if (next.get("page") === "1") next.delete("page");
  return next;
}
