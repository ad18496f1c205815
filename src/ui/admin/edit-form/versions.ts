import { ApiError } from "#shared/api-client.ts";

/** A stored row, with the version for `If-Match`. */
export type Versioned<Row> = { row: Row; etag: string };

/**
 * The version in an ETag, a number or a fingerprint of what is stored. The rest of the tag is a digest of data that
 * edits do not change, such as the author's name.
 */
const versionOf = (etag: string | null): string | undefined => /"([a-z0-9]+)/.exec(etag ?? "")?.[1];

function numberOf(etag: string | null): number | undefined {
  const version = versionOf(etag) ?? "";
  return /^\d+$/.test(version) ? Number(version) : undefined;
}

/** Whether two tags name the same version. */
export function isSameVersion(left: string | null, right: string | null): boolean {
  return versionOf(left) !== undefined && versionOf(left) === versionOf(right);
}

/** Whether `next` may be the result of one edit of `before`: with fingerprints, the number of edits is unknown. */
export function isNextVersion(before: string, next: string): boolean {
  const number = numberOf(before);
  if (number === undefined) return versionOf(before) !== undefined && !isSameVersion(before, next);
  return numberOf(next) === number + 1;
}

/** Whether the row is known to be unchanged since its creation. */
export const isFirstVersion = (etag: string): boolean => numberOf(etag) === 1;

/** Whether `left`, which was fetched later, is a later version than `right`. */
export function isLaterVersion(left: string, right: string): boolean {
  const number = numberOf(left);
  return number === undefined ? !isSameVersion(left, right) : number > (numberOf(right) ?? 0);
}

/** The row with this id. Throws `ApiError` 404 if there is none. */
export function rowIn<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new ApiError(404, {});
  return row;
}

/**
 * The values of a form, and a chosen file that is sent with it. Values are texts, numbers, switches, null, and lists of
 * these.
 */
export type Work<Values extends object> = { values: Values; file: File | null };

type Listed = string | number | boolean | null;

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((item: Listed, at) => item === right[at]);
}

/** The names of the fields that differ. */
export function differing<Values extends object>(left: Values, right: Values): (keyof Values & string)[] {
  return (Object.keys(left) as (keyof Values & string)[]).filter((name) => !isSame(left[name], right[name]));
}

/** Whether both are equal, including the file. */
export function isSameWork<Values extends object>(left: Work<Values>, right: Work<Values>): boolean {
  return left.file === right.file && differing(left.values, right.values).length === 0;
}
