import { ApiError } from "#shared/api-client.ts";

/**
 * Who saved the other version: the user, in another tab or on another device, or another user with this name, null if
 * the account was removed. Null if it is unknown who did.
 */
export type Saver = "me" | { name: string | null } | null;

/** A stored row, with the version for `If-Match`. */
export type Versioned<Row> = { row: Row; etag: string };

/** A row as a response to its save. `hasOthers`: it may contain changes of others, see `ApiResponse`. */
export type Saved<Row> = Versioned<Row> & { hasOthers: boolean };

/**
 * The version in an ETag, a number or a fingerprint of what is stored. The rest of the tag is a digest of data that
 * edits do not change, such as the author's name.
 */
const versionOf = (etag: string | null): string | undefined => /"([a-z0-9]+)/.exec(etag ?? "")?.[1];

/** Whether two tags name the same version. */
export function isSameVersion(left: string | null, right: string | null): boolean {
  return versionOf(left) !== undefined && versionOf(left) === versionOf(right);
}

/** The row with this id. Throws `ApiError` 404 if there is none. */
export function rowIn<Row extends { id: number }>(rows: readonly Row[], id: number): Row {
  const row = rows.find((one) => one.id === id);
  if (!row) throw new ApiError(404, {});
  return row;
}
