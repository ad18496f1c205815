import { expect, test } from "vitest";
import { backoff } from "#shared/retry.ts";
import type { TaskRow } from "./queries.ts";
import { presentTask } from "./queries.ts";
import { MAX_ATTEMPTS, TASK_DELAYS } from "./rules.ts";

const TASK = { id: 1, kind: "count", result: null, due_at: 0, created_at: 0, finished_at: null } as TaskRow;

test("a failed task is retried after a second, then four times as long each time, up to ten minutes", () => {
  const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, failures) => backoff(TASK_DELAYS, failures + 1));
  expect(waits).toEqual([1_000, 4_000, 16_000, 64_000, 256_000, 600_000, 600_000]);
});

test.each([
  ["queued", null, "queued"],
  ["queued", 1_001, "running"],
  // Its process has died: another one may acquire it from now on.
  ["queued", 1_000, "queued"],
  ["done", 1_001, "done"],
  ["failed", 1_001, "failed"],
] as const)("a task that is stored as %s with a lease until %s is %s at 1000", (state, lease_until, shown) => {
  expect(presentTask({ ...TASK, state, lease_until }, 1_000).state).toBe(shown);
});

test("a result is shown as it was stored, even if it is null", () => {
  const shown = (result: string | null) => presentTask({ ...TASK, state: "done", result, lease_until: null }, 0).result;
  expect([shown('{"added":2}'), shown("null"), shown(null)]).toEqual([{ added: 2 }, null, null]);
});
