import { afterAll, beforeAll } from "vitest";

/** Runs the tests of a file or block in a time zone (IANA), and then restores the machine's. The file belongs to `ALONE` (vitest.config.ts). */
export function inTimeZone(zone: string): void {
  const machineZone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (machineZone === undefined) delete process.env.TZ;
    else process.env.TZ = machineZone;
  });
}
