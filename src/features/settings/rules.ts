import { fingerprint } from "#shared/fingerprint.ts";

/** Length of the postal address, in code points, and of a time zone's name. */
export const MAX_ADDRESS_LENGTH = 500;
export const MAX_ZONE_LENGTH = 64;

export const NO_SUCH_ZONE = "Time zone must be a name of the IANA time zone database, for example Africa/Nairobi.";

/** A name of the time zone database. `Intl` also takes offsets, which know no summer time. */
const ZONE_NAME = /^[a-z][\w+/-]*$/i;

/** Whether this is a time zone that times can be reckoned in, by its IANA name. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_ZONE_LENGTH || !ZONE_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The version that an edit of the newsroom's settings is based on. */
export const newsroomVersion = (newsroom: { time_zone: string; postal_address: string }): string =>
  fingerprint([newsroom.time_zone, newsroom.postal_address]);
