import type { z } from "zod";
import { InvalidError } from "#shared/errors.ts";

/** The longest cursor that is read. */
export const MAX_CURSOR = 500;
const NO_CURSOR = "The cursor is not one of this list.";

/** The position of a client in a list, as text that says nothing to it. */
export const cursorOf = (position: unknown): string => Buffer.from(JSON.stringify(position)).toString("base64url");

/** The position that a client sends back. Throws InvalidError for any other text. */
export function positionIn<Position>(cursor: string, schema: z.ZodType<Position>): Position {
  const { data, success } = schema.safeParse(parsed(cursor));
  if (!success) throw new InvalidError("invalid_input", NO_CURSOR, { cursor: NO_CURSOR });
  return data;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor.slice(0, MAX_CURSOR), "base64url").toString());
  } catch {
    return undefined;
  }
}
