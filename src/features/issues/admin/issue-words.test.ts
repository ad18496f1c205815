import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastSlot, WEEK } from "../rules.ts";
import type { Issue } from "../schema.ts";
import { isMoving, nextDigest, whenOf } from "./issue-words.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

test(`the form shows the time at which the server sends the digest (seed ${SEED})`, () => {
  const setting = fc.record({ weekday: fc.integer({ min: 0, max: 6 }), hour: fc.integer({ min: 0, max: 23 }) });
  const quarter = fc.integer({ min: Date.UTC(2020, 0) / 900_000, max: Date.UTC(2040, 0) / 900_000 });
  fc.assert(
    fc.property(setting, quarter, (digest, quarters) => {
      // At its very hour as well, when this week's digest is being sent and the next is a week away.
      for (const now of [quarters * 900_000, lastSlot(digest, quarters * 900_000)]) {
        const next = nextDigest(digest, now);
        expect(next).toBe(lastSlot(digest, now) + WEEK);
        expect([new Date(next).getUTCDay(), new Date(next).getUTCHours()]).toEqual([digest.weekday, digest.hour]);
      }
    }),
    { seed: SEED },
  );
});

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
    ["was saved", {}, "Saved November 20, 2026 at 3:00 PM (Nairobi)"],
    ["is planned", { state: "scheduled", scheduled_at: planned }, "For November 22, 2026 at 3:00 PM (Nairobi)"],
    [
      "was planned, and taken back",
      { state: "draft", scheduled_at: planned },
      "Saved November 20, 2026 at 3:00 PM (Nairobi)",
    ],
    [
      "is being sent",
      { state: "sending", scheduled_at: planned, started_at: begun },
      "Begun November 21, 2026 at 3:00 PM (Nairobi)",
    ],
    ["has stopped half way", { state: "paused", started_at: begun }, "Begun November 21, 2026 at 3:00 PM (Nairobi)"],
    [
      "was sent",
      { state: "sent", started_at: begun, finished_at: sent },
      "Sent November 23, 2026 at 3:00 PM (Nairobi)",
    ],
  ] as [string, Partial<Issue>, string][])("%s", (_what, change, words) => {
    expect(whenOf(issue(change), "Africa/Nairobi").replaceAll("\u202f", " ")).toBe(words);
  });

  test("is polled only while it changes by itself", () => {
    const moving = (["draft", "scheduled", "sending", "paused", "sent"] as const).filter((state) =>
      isMoving(issue({ state })),
    );
    expect(moving).toEqual(["scheduled", "sending"]);
  });
});
