import type { Selectable } from "kysely";
import type { AdSpaceTable } from "#db/tables.ts";
import type { AdSpace } from "./schema.ts";

/** An ad space as the API gives it. */
export function presentAdSpace(row: Selectable<AdSpaceTable>): AdSpace {
  const { id, name, type, location, image_url, alt, target_url } = row;
  return { id, name, type, location, active: row.active === 1, image_url, alt, target_url };
}
