import type { z } from "zod";
import type { PictureRow } from "#db/tables.ts";
import { addressOf } from "./rules.ts";
import type { storedPicture } from "./schema.ts";

/** A stored picture as editors see it. */
export function presentPicture(row: PictureRow): z.infer<typeof storedPicture> {
  const { id, width, height } = row;
  return { id, url: addressOf(row), width, height, created_at: new Date(row.created_at).toISOString() };
}
