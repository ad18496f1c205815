import { clientOf } from "#shared/endpoint-client.ts";
import type { AdEndpoints } from "./endpoints.ts";
import type { AdLocation } from "./rules.ts";

const ads = clientOf<AdEndpoints>();

/** The active ad spaces of one location. */
export const adSpacesAt = (location: AdLocation) => ads.query("GET /ads", { query: { location } });

/** The settings of all slots, for editors: readers' pages contain them. */
export const adSettings = () => ads.query("GET /settings/ads");

/** Receives reports that a reader has seen a creative. */
export const adViewUrl = (id: number) => ads.url("POST /ads/:id/view", { params: { id } });
