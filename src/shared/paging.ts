/** The header with the full count of a list. */
export const TOTAL_HEADER = "x-total-count";

const PAGE_NUMBER = /^[1-9]\d{0,4}$/;

/** The page number of a `?page=`: from 1 up; anything invalid is the first page. */
export function pageNumberOf(param: string | null): number {
  return param !== null && PAGE_NUMBER.test(param) ? Number(param) : 1;
}

/** How many pages `total` items fill; at least one. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
