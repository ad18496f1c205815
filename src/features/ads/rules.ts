import { fingerprint } from "#shared/fingerprint.ts";
import type { AdSpace, AdType } from "./schema.ts";

/** Where the site has slots: the value an ad space's location must have to stand there, and how it is called. */
export const AD_LOCATIONS = [
  { location: "homepage", label: "Home page" },
  { location: "category", label: "Category pages" },
  { location: "article", label: "Article pages" },
] as const;
export type AdLocation = (typeof AD_LOCATIONS)[number]["location"];

/** The place of the site that a location names, in any case; undefined where no page has slots at it. */
export function placeAt(location: string): (typeof AD_LOCATIONS)[number] | undefined {
  const wanted = location.trim().toLowerCase();
  return AD_LOCATIONS.find((known) => known.location === wanted);
}

/** What an editor decides of an ad space. */
export type AdDraft = Omit<AdSpace, "id" | "has_slots" | "views" | "clicks">;

/** The version that an edit began from: counts are no edit. */
export const adVersion = ({ name, type, location, active, image_url, alt, target_url }: AdDraft): string =>
  fingerprint([name, type, location, active, image_url, alt, target_url]);

/** What is said of an ad space that does not exist, or is not active. */
export const NO_AD_SPACE = "There is no such ad space.";

/** How long a creative stays in its place, in milliseconds, where several share one. */
const TURN = 60_000;

/** Which turn it is at a time (epoch milliseconds). */
export const turnAt = (time: number): number => Math.floor(time / TURN);

/**
 * The creative for one of a page's slots of a type, `index` counted from 0; undefined where there is none. Slots beside
 * each other show different ones as far as there are any: a single creative stands in all of them, several take turns.
 */
export function creativeFor(spaces: AdSpace[], type: AdType, index: number, turn: number): AdSpace | undefined {
  const creatives = spaces.filter((space) => space.active && space.type === type && space.image_url !== "");
  return creatives[(turn + index) % creatives.length];
}
