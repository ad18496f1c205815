import { useApi } from "#shared/use-api.ts";
import { newsroomSettings } from "../calls.ts";

/**
 * The newsroom's time zone, by its IANA name; null until it is known. Where it cannot be fetched, that of the browser:
 * whoever shows a time says in which zone.
 */
export function useNewsroomZone(): string | null {
  const { data, isError } = useApi(newsroomSettings());
  if (data) return data.time_zone;
  return isError ? Intl.DateTimeFormat().resolvedOptions().timeZone : null;
}
