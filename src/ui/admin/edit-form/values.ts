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
