/** The header with the full count of a list. */
export const TOTAL_HEADER = "x-total-count";

const PAGE_NUMBER = /^[1-9]\d{0,4}$/;

/** The page number of a `?page=`: from 1 up; anything invalid is the first page. */
export function pageNumberOf(param: string | null): number {
  return param !== null && PAGE_NUMBER.test(param) ? Number(param) : 1;
}

/** The items of a page, counted from 1, if a backend has returned the full list instead. */
export const pageOf = <Item>(items: Item[], page: number, size: number): Item[] =>
  items.length > size ? items.slice((page - 1) * size, page * size) : items;

/** How many pages `total` items fill; at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
