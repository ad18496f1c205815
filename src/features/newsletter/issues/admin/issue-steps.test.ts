import { describe, expect, test } from "vitest";
import type { Issue } from "../endpoints.ts";
import { isMoving, whenOf } from "./issue-steps.tsx";

describe("an issue in a list", () => {
  const [saved, begun, planned, sent] = [20, 21, 22, 23].map((day) => `2026-11-${day}T12:00:00.000Z`);
  const issue = (change: Partial<Issue>) =>
    ({
      state: "draft",
      updated_at: saved,
      scheduled_at: null,
      started_at: null,
      finished_at: null,
      ...change,
    }) as Issue;

  test.each([
    ["was saved", {}, "Saved November 20, 2026 at 15:00 (Nairobi)"],
    ["is planned", { state: "scheduled", scheduled_at: planned }, "For November 22, 2026 at 15:00 (Nairobi)"],
    [
      "was planned, and taken back",
      { state: "draft", scheduled_at: planned },
      "Saved November 20, 2026 at 15:00 (Nairobi)",
    ],
    [
      "is being sent",
      { state: "sending", scheduled_at: planned, started_at: begun },
      "Started November 21, 2026 at 15:00 (Nairobi)",
    ],
    ["has stopped half way", { state: "paused", started_at: begun }, "Started November 21, 2026 at 15:00 (Nairobi)"],
    ["was sent", { state: "sent", started_at: begun, finished_at: sent }, "Sent November 23, 2026 at 15:00 (Nairobi)"],
  ] as [string, Partial<Issue>, string][])("%s", (_what, change, words) => {
    expect(whenOf(issue(change), "Africa/Nairobi").replaceAll("\u202f", " ")).toBe(words);
  });

  test("says how long ago something happened today, and never so of a plan", () => {
    const now = Date.parse(sent ?? "") + 5 * 60_000;
    expect(whenOf(issue({ state: "sent", finished_at: sent ?? "" }), "Africa/Nairobi", now)).toBe("Sent 5 minutes ago");
    expect(whenOf(issue({ state: "scheduled", scheduled_at: sent ?? "" }), "Africa/Nairobi", now)).toMatch(/^For Nov/);
  });

  test("is polled only while it changes by itself", () => {
    const moving = (["draft", "scheduled", "sending", "paused", "sent"] as const).filter((state) =>
      isMoving(issue({ state })),
    );
    expect(moving).toEqual(["scheduled", "sending"]);
  });
});
