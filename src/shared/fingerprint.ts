/**
 * A short hash of the edited fields of a small object: the version that an edit is based on, computed by the server and
 * by the browser, which has the values too. It starts with a letter, unlike a counted version. 53 bits, by Bryc's
 * cyrb53: nobody gains by a collision.
 */
export function fingerprint(values: readonly (string | boolean)[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const char of JSON.stringify(values)) {
    const code = char.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `c${(4294967296 * (2097151 & low) + (high >>> 0)).toString(36)}`;
}

/** The version of a setting: that of all its fields, in any order. */
export const settingVersion = (setting: object): string =>
  fingerprint(
    Object.entries(setting)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`),
  );
