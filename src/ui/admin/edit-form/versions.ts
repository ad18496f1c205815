/** Something stored, with the version that `If-Match` names. */
export type Versioned<Row> = { row: Row; etag: string };

/** The number in a tag: what stands behind it is a digest of what is no edit, the author's name for example. */
function numberOf(etag: string | null): number | undefined {
  const digits = /"(\d+)/.exec(etag ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Whether two tags name the same version. */
export function isSameVersion(left: string | null, right: string | null): boolean {
  return numberOf(left) !== undefined && numberOf(left) === numberOf(right);
}

/** Whether `next` is the version that one edit of `before` has made. */
export function isNextVersion(before: string, next: string): boolean {
  const number = numberOf(before);
  return number !== undefined && numberOf(next) === number + 1;
}

/** Whether nobody has changed it since it was created. */
export const isFirstVersion = (etag: string): boolean => numberOf(etag) === 1;

/** Whether `left` is a later version than `right`. */
export function isLaterVersion(left: string, right: string): boolean {
  return (numberOf(left) ?? 0) > (numberOf(right) ?? 0);
}
