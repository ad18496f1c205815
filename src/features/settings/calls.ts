import { clientOf } from "#shared/endpoint-client.ts";
import { useApi } from "#shared/use-api.ts";
import type { AppearanceEndpoints } from "./appearance/endpoints.ts";
import type { SettingsEndpoints } from "./endpoints.ts";

const settings = clientOf<SettingsEndpoints>();

export const auditSettings = () => settings.query("GET /settings/audit");

export const newsroomSettings = () => settings.query("GET /settings/newsroom");

export const addressSettings = () => settings.query("GET /settings/addresses");

export const appearanceSettings = () => clientOf<AppearanceEndpoints>().query("GET /settings/appearance");

export const siteSettings = () => settings.query("GET /settings/site");

export const menuSettings = () => settings.query("GET /settings/menus");

export const retentionPeriods = () => settings.query("GET /settings/retention");

/**
 * The newsroom's time zone by its IANA name; null until it is known. If it cannot be fetched, the browser's: whatever
 * shows a time names the zone.
 */
export function useNewsroomZone(): string | null {
  const { data, isError } = useApi(newsroomSettings());
  if (data) return data.time_zone;
  return isError ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
}
