import { afterEach, expect, test, vi } from "vitest";
import { runHistory } from "#test/support/editing-history.ts";
import { EDITED, type EditedType } from "#test/support/editing-window.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startStaff } from "#test/support/staff.ts";

/** Histories of each type, and their steps. The long form runs 20,000 histories in all. */
const COUNT = Number(process.env.HISTORIES ?? (process.env.FAULTS === "long" ? 6_700 : 12));
const SEED = Number(process.env.SEED ?? 1);
const STEPS = 24;

/** Nothing happens by itself: a history decides when a window saves. */
function stubWindow() {
  const silent = { setTimeout: () => 0, clearTimeout: () => undefined };
  vi.stubGlobal("window", Object.assign(new EventTarget(), silent));
}
afterEach(() => void vi.unstubAllGlobals());

describeOnSqlite("random histories of several windows", (open) => {
  test.each(Object.keys(EDITED) as EditedType[])(
    "lose no word, double none and publish none too early: %s",
    async (kind) => {
      const staff = await startStaff(open);
      const alarms: string[] = [];
      for (let seed = SEED; seed < SEED + COUNT; seed++) {
        stubWindow();
        await runHistory(staff, seed, kind, STEPS).catch((error: Error) => alarms.push(error.stack ?? error.message));
      }
      expect(alarms.slice(0, 3).join("\n\n"), `${alarms.length} alarms`).toBe("");
    },
    24 * 3_600_000,
  );
});
