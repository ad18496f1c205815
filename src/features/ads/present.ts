import { ownUrl } from "#shared/pictures.ts";
import { placeAt } from "./rules.ts";
import type { AdSpace } from "./schema.ts";
import type { AdSpaceRow } from "./tables.ts";

/** An ad space for readers: without the creative while it is still on another host. */
export const presentForPage = (row: AdSpaceRow): AdSpace => ({
  ...presentAdSpace(row),
  image_url: ownUrl(row.image_url),
});

export function presentAdSpace(row: AdSpaceRow): AdSpace {
  const { id, name, type, location, image_url, alt, target_url } = row;
  return { id, name, type, location, active: row.active === 1, image_url, alt, target_url };
}

/** Adds the fields for editors: the counts, and whether any page shows the space. */
export function presentForEditor(row: AdSpaceRow): AdSpace {
  return {
    ...presentAdSpace(row),
    has_slots: placeAt(row.location) !== undefined,
    views: row.views,
    clicks: row.clicks,
  };
}
