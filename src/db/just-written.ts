/** Returns what the same transaction has just written. If it is missing, the program is wrong. */
export function justWritten<T>(row: T | undefined): T {
  if (row === undefined) throw new Error("A row that was just written is missing.");
  return row;
}
