import { describe, expect, test } from "vitest";
import { noteCalls } from "#test/support/admin-markup.tsx";
import { NO_SUCH_ZONE } from "../rules.ts";
import { NEWSROOM } from "./settings.ts";
import { NEWSROOM_FORM } from "./settings-screen.tsx";

const VALUES = { time_zone: "Africa/Nairobi", postal_address: "P.O. Box 12\nNairobi" };
const errorsOf = (time_zone: string) => NEWSROOM_FORM.kind.missingIn({ ...VALUES, time_zone }, VALUES);

describe("the form of the newsroom's settings", () => {
  test.each(["Africa/Nairobi", "  UTC ", "america/new_york", "Etc/GMT+3"])("takes the zone %j", (zone) => {
    expect(errorsOf(zone)).toEqual({});
  });

  test.each([
    ["nothing", ""],
    ["blanks", "   "],
    ["a city alone", "Nairobi"],
    ["an offset, which knows no summer time", "+03:00"],
    ["what only begins like a zone", "Africa/Nairobi\u0000"],
    ["right-to-left marks", "\u202eUTC"],
    ["an emoji", "🌍"],
    ["a long text", `Etc/${"x".repeat(100_000)}`],
  ])("does not send %s as a zone", (_what, zone) => {
    expect(errorsOf(zone)).toEqual({ time_zone: NO_SUCH_ZONE });
  });

  test("sends an address without blanks around it, with its own lines", () => {
    const typed = { time_zone: " UTC ", postal_address: "\n The Jarida\n  2nd floor \n" };
    expect(NEWSROOM_FORM.kind.tidy?.(typed)).toEqual({ time_zone: "UTC", postal_address: "The Jarida\n  2nd floor" });
  });
});

test("a change of a setting names the version it began from; the next one begins from what was stored", async () => {
  const stored = { ...VALUES, postal_address: "Stored" };
  const { api, calls } = noteCalls(() => ({ body: stored }));
  const before = NEWSROOM.versioned(VALUES);
  expect(await NEWSROOM_FORM.kind.update(api, before, stored)).toEqual(NEWSROOM.versioned(stored));
  expect(calls).toMatchObject([{ body: stored, ifMatch: before.etag }]);
  expect(NEWSROOM.versioned(stored).etag).not.toBe(before.etag);
});
