const ID = /^[1-9]\d{0,9}$/;
/** The largest id of both engines' columns: PostgreSQL rejects a larger number rather than not finding it. */
export const MAX_ID = 2_147_483_647;

/** Parses an id from a path strictly; null for anything that is not a valid id (`123abc`, `1.5`, `0`, overlong). */
export function parseId(text: string): number | null {
  return ID.test(text) && Number(text) <= MAX_ID ? Number(text) : null;
}
