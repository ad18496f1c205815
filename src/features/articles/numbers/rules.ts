import { HOUR } from "#shared/time.ts";

/** How long readers are stored by hour: a month, and days that time zones add. In hours. */
export const HOURS_KEPT = 35 * 24;

/** Sources stored for an article; views from further ones are stored as `OTHER_HOSTS`. */
export const MAX_HOSTS = 100;
export const OTHER_HOSTS = "other";

export const hourOf = (time: number): number => Math.floor(time / HOUR);

/** A host as it is stored, without `www.`; undefined for anything else, which a client may send as well. */
export function sourceHost(given: string | undefined): string | undefined {
  const host = given?.toLowerCase().replace(/^www\./, "") ?? "";
  return /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8}$/.test(host) ? host : undefined;
}
