import { clientOf } from "#shared/endpoint-client.ts";
import { useApi } from "#shared/use-api.ts";
import type { SettingsEndpoints } from "./endpoints.ts";
import { DEFAULT_STYLE, type HouseStyle } from "./house/rules.ts";

export const newsroomSettings = () => clientOf<SettingsEndpoints>().query("GET /settings/newsroom");

/**
 * The newsroom's time zone by its IANA name; null until it is known. If it cannot be fetched, the browser's: whatever
 * shows a time names the zone.
 */
export function useNewsroomZone(): string | null {
  const { data, isError } = useApi(newsroomSettings());
  if (data) return data.time_zone;
  return isError ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
}

/** The house style; the default until it is known, and for a backend without one. */
export function useHouseStyle(): HouseStyle {
  return useApi(clientOf<SettingsEndpoints>().query("GET /settings/house-style")).data ?? DEFAULT_STYLE;
}
