import { useApi } from "#shared/use-api.ts";
import { newsroomSettings } from "../calls.ts";

/**
 * The newsroom's time zone by its IANA name; null until it is known. If it cannot be fetched, the browser's: whatever
 * shows a time names the zone.
 */
export function useNewsroomZone(): string | null {
  const { data, isError } = useApi(newsroomSettings());
  if (data) return data.time_zone;
  return isError ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
}
