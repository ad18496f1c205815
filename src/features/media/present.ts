import type { z } from "zod";
import type { MediaRow } from "#db/tables.ts";
import { addressOf } from "./rules.ts";
import type { mediaItem } from "./schema.ts";

/** A stored picture as editors see it. */
export function presentPicture(row: MediaRow): z.infer<typeof mediaItem> {
  const { id, width, height } = row;
  return { id, url: addressOf(row), width, height, created_at: new Date(row.created_at).toISOString() };
}
