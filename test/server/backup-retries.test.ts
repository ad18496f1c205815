import { expect, test } from "vitest";
import { testClock } from "#test/support/clock.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describeOnEngines("retries of a nightly backup", (open) => {
  /** A server whose nightly backup is due, and fails. */
  async function start() {
    const clock = testClock();
    const places: string[] = [];
    const runBackup = async (place: string) => {
      places.push(place);
      throw new Error("No space left on the disk.");
    };
    const database = await open();
    const { app, runJob } = await startTestApp(database, { clock, runBackup });
    const call = await startPatientEditor(app, database, clock);
    const readBackup = async () => (await call({ method: "GET", url: "/api/system/" })).body.backup;
    const stateOfBackup = async () => (await readBackup())?.state;
    const backUp = () => call({ method: "POST", url: "/api/system/backups/" });
    // Test clocks start at noon, and the default time zone is UTC.
    await call({ method: "PUT", url: "/api/settings/backups/", payload: { nightly: true, hour: 13 } });
    clock.advance(HOUR);
    return { clock, database, places, runJob, readBackup, stateOfBackup, backUp };
  }

  test("tries a failed nightly backup 4 times within the hour, and reports when the next try is due", async () => {
    const { clock, database, places, runJob, readBackup, stateOfBackup } = await start();
    const other = await startTestApp(database, { clock, runBackup: async (place) => void places.push(place) });
    const look = async () => {
      await runJob("nightly backup");
      await expect.poll(stateOfBackup).toBe("failed");
      return places.length;
    };
    for (const attempt of [1, 2, 3]) {
      expect(await look()).toBe(attempt);
      const retry = new Date(clock.now() + 15 * MINUTE).toISOString();
      expect(await readBackup()).toMatchObject({ attempt, retry, error: "No space left on the disk." });
      clock.advance(15 * MINUTE - 1);
      expect(await look(), "not before the interval has passed").toBe(attempt);
      clock.advance(1);
    }
    await Promise.all([runJob("nightly backup"), runJob("nightly backup")]);
    expect(await look(), "one of several processes").toBe(4);
    expect(await readBackup()).toMatchObject({ attempt: 4, retry: null });
    clock.advance(16 * MINUTE);
    expect(await look(), "no more this night").toBe(4);
    clock.advance(24 * HOUR);
    await other.runJob("nightly backup");
    await expect.poll(stateOfBackup).toBe("done");
    expect(await readBackup()).toMatchObject({ attempt: 1, retry: null });
  });

  test("does not retry a nightly backup after a person has started one", async () => {
    const { clock, places, runJob, readBackup, stateOfBackup, backUp } = await start();
    await runJob("nightly backup");
    await expect.poll(stateOfBackup).toBe("failed");
    clock.advance(MINUTE);
    await backUp();
    await expect.poll(stateOfBackup).toBe("failed");
    expect(await readBackup()).toMatchObject({ attempt: 0, retry: null });
    clock.advance(HOUR / 2);
    await runJob("nightly backup");
    expect(places).toHaveLength(2);
  });
});
