/** The header of a list's answer that tells the full count. */
export const TOTAL_HEADER = "x-total-count";

const PAGE_NUMBER = /^[1-9]\d{0,4}$/;

/** The page number of a `?page=`: from 1 up; whatever else stands there is the first page. */
export function pageNumberOf(param: string | null): number {
  return param !== null && PAGE_NUMBER.test(param) ? Number(param) : 1;
}

/** How many pages `total` items fill; an empty list still has its first page. */
export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
