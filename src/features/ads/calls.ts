import type { ApiQuery } from "#shared/api-query.ts";
import { apiQuery } from "#shared/api-query.ts";
import { apiUrl } from "#shared/urls.ts";
import type { AdSpace } from "./schema.ts";

/** The active ad spaces of one location, for example `homepage`. */
export const adSpacesAt = (location: string): ApiQuery<AdSpace[]> => apiQuery(apiUrl.ads(location));
