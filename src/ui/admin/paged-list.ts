import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { PAGE_SIZE } from "#shared/api-query.ts";
import type { PageOfList } from "#shared/editor-client.ts";
import { pageCount, pageNumberOf } from "#shared/paging.ts";
import { useApi } from "#shared/use-api.ts";
import { useAddressQuery } from "./address-query.ts";
import { useIsOpenPlace } from "./kept-place.tsx";

export type PagedList<Row> = {
  /** Undefined until the first response. */
  rows: Row[] | undefined;
  total: number;
  page: number;
  pages: number;
  error: Error | null;
  isFailed: boolean;
  /** The rows are still those of the previous page or filter. */
  isPrevious: boolean;
  refresh: () => void;
  open: (page: number) => void;
};

/** The open page, and how to open another; `replace` adds no history entry. */
export type PageSwitch = { page: number; open: (page: number, how?: { replace: boolean }) => void };

type Options<Row> = {
  /** Rows per page. */
  size?: number;
  /** Where the page number is kept; in the address (`?page=`) by default. */
  at?: PageSwitch | undefined;
  /** The interval at which rows like these are refetched, in milliseconds; undefined or false for never. */
  refetchInterval?: (rows: Row[] | undefined) => number | false | undefined;
};

/** A paged list of the API. The previous page stays visible until the next one has loaded. */
export function usePagedList<Row>(pageOf: PageOfList<Row>, options: Options<Row> = {}): PagedList<Row> {
  const { size = PAGE_SIZE, refetchInterval } = options;
  const inAddress = usePageInAddress();
  const { page, open } = options.at ?? inAddress;
  const isOpenPlace = useIsOpenPlace();
  const { data, error, isPlaceholderData, refetch } = useApi(pageOf(page, size), {
    placeholderData: keepPreviousData,
    ...(refetchInterval && { refetchInterval: ({ state }) => refetchInterval(state.data?.items) || false }),
  });
  const pages = pageCount(data?.total ?? 0, size);
  const isPast = isOpenPlace && data !== undefined && !isPlaceholderData && page > pages;
  // The last row of the last page is gone, or the address names a page that does not exist.
  useEffect(() => {
    if (isPast) open(pages, { replace: true });
  }, [isPast, pages, open]);
  return {
    rows: data?.items,
    total: data?.total ?? 0,
    page,
    pages,
    error,
    isFailed: error !== null && data === undefined,
    isPrevious: isPlaceholderData,
    refresh: () => void refetch(),
    open,
  };
}

function usePageInAddress(): PageSwitch {
  const [search, change] = useAddressQuery();
  return { page: pageNumberOf(search.get("page")), open: (page, how) => change({ page: String(page) }, how) };
}
