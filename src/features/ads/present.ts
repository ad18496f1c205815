import type { Selectable } from "kysely";
import type { AdSpaceTable } from "#db/tables.ts";
import type { AdSpace } from "./schema.ts";

/** An ad space as readers get it. */
export function presentAdSpace(row: Selectable<AdSpaceTable>): AdSpace {
  const { id, name, type, location, image_url, alt, target_url } = row;
  return { id, name, type, location, active: row.active === 1, image_url, alt, target_url };
}

/** With the counts, which are not the readers' business. */
export function presentForEditor(row: Selectable<AdSpaceTable>): AdSpace {
  return { ...presentAdSpace(row), views: row.views, clicks: row.clicks };
}
