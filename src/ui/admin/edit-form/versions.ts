import { ApiError } from "#shared/api-client.ts";

/** Something stored, with the version that `If-Match` names. */
export type Versioned<Row> = { row: Row; etag: string };

/**
 * The version in a tag, counted or a fingerprint of what is stored: what stands behind it is a digest of what is no edit,
 * the author's name for example.
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

/** Whether `next` may be the version that one edit of `before` has made: fingerprints do not say in how many edits. */
export function isNextVersion(before: string, next: string): boolean {
  const number = numberOf(before);
  if (number === undefined) return versionOf(before) !== undefined && !isSameVersion(before, next);
  return numberOf(next) === number + 1;
}

/** Whether it is known that nobody has changed it since it was created. */
export const isFirstVersion = (etag: string): boolean => numberOf(etag) === 1;

/** Whether `left`, which was read later, is a later version than `right`. */
export function isLaterVersion(left: string, right: string): boolean {
  const number = numberOf(left);
  return number === undefined ? !isSameVersion(left, right) : number > (numberOf(right) ?? 0);
}

/** The row of this id. Throws `ApiError` 404 where there is none. */
export function rowIn<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new ApiError(404, {});
  return row;
}
