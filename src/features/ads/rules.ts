import { clientOf } from "#shared/endpoint-client.ts";
import type { AdEndpoints } from "./endpoints.ts";
import type { AdSpace, AdType } from "./schema.ts";

const ads = clientOf<AdEndpoints>();

export const adSpacesAt = (location: AdLocation) => ads.query("GET /ads", { query: { location } });

/** The settings of all slots, for editors: readers' pages contain them. */
export const adSettings = () => ads.query("GET /settings/ads");

/** Receives reports that a reader has seen a creative. */
export const adViewUrl = (id: number) => ads.url("POST /ads/:id/view", { params: { id } });

/** The site's slots: location value and label. */
export const AD_LOCATIONS = [
  { location: "homepage", label: "Home page" },
  { location: "category", label: "Category pages" },
  { location: "article", label: "Article pages" },
] as const;
export type AdLocation = (typeof AD_LOCATIONS)[number]["location"];

/** The site's slot for a location, ignoring case; undefined if no page has one. */
export function placeAt(location: string): (typeof AD_LOCATIONS)[number] | undefined {
  const wanted = location.trim().toLowerCase();
  return AD_LOCATIONS.find((known) => known.location === wanted);
}

export const NO_AD_SPACE = "Ad space not found.";

/** Display time of a creative in a shared slot, in milliseconds. */
const TURN = 60_000;

export const turnAt = (time: number): number => Math.floor(time / TURN);

/**
 * The creative for slot number `index` (from 0) of a type on a page; undefined if there is none. Neighbouring
 * slots show different creatives as far as possible: a single one fills all slots, several rotate.
 */
export function creativeFor(spaces: AdSpace[], type: AdType, index: number, turn: number): AdSpace | undefined {
  const creatives = spaces.filter((space) => space.active && space.type === type && space.image_url !== "");
  return creatives[(turn + index) % creatives.length];
}
