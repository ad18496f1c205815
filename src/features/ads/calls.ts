import type { ApiQuery } from "#shared/api-query.ts";
import { apiQuery } from "#shared/api-query.ts";
import { apiUrl } from "#shared/urls.ts";
import type { AdLocation } from "./rules.ts";
import type { AdSpace } from "./schema.ts";

/** The active ad spaces of one location. */
export const adSpacesAt = (location: AdLocation): ApiQuery<AdSpace[]> => apiQuery(apiUrl.ads(location));
