import { describe, expect, test, vi } from "vitest";
import { settingVersion } from "#shared/fingerprint.ts";
import { editorApi } from "#test/support/admin-markup.tsx";
import { NO_SUCH_ZONE, ofEachPeriod } from "../rules.ts";
import { saveAuditSettings, saveRetention } from "./retention.tsx";
import { NEWSROOM_KIND, readNewsroom, saveNewsroom } from "./settings-screen.tsx";

const VALUES = { time_zone: "Africa/Nairobi", postal_address: "P.O. Box 12\nNairobi" };
const errorsOf = (time_zone: string) => NEWSROOM_KIND.missingIn({ ...VALUES, time_zone }, VALUES);

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
    expect(NEWSROOM_KIND.tidy?.(typed)).toEqual({ time_zone: "UTC", postal_address: "The Jarida\n  2nd floor" });
  });
});

describe("a change of settings names the version it began from", () => {
  /** The API, which answers `body` to all. */
  function answering(body: unknown) {
    const send = vi.fn(async () => ({ body, etag: null, hasOthers: false }));
    return { api: editorApi({ send }), ifMatch: () => (send.mock.calls as unknown[][]).map(([, , , how]) => how) };
  }

  test("of the newsroom, as a next save begins from what was stored, not from what was typed", async () => {
    const stored = { ...VALUES, postal_address: "Stored" };
    const { api, ifMatch } = answering(stored);
    const saved = await saveNewsroom(api, '"began"', VALUES);
    expect(saved).toEqual({ row: stored, etag: `"${settingVersion(stored)}"` });
    expect(await readNewsroom(api)).toEqual(saved);
    expect(ifMatch()[0]).toMatchObject({ ifMatch: '"began"' });
  });

  test("of how long data is kept, and not of what it is to be", async () => {
    const before = ofEachPeriod(({ initial }) => initial);
    const { api, ifMatch } = answering(before);
    await saveRetention(api, before, { ...before, mails: 30 });
    expect(ifMatch()).toMatchObject([{ ifMatch: `"${settingVersion(before)}"` }]);
    expect(settingVersion({ ...before, mails: 30 })).not.toBe(settingVersion(before));
  });

  test("of how long the audit log is kept, and not of what it is to be", async () => {
    const { api, ifMatch } = answering({ retention_days: 30 });
    await saveAuditSettings(api, { retention_days: 90 }, { retention_days: 30 });
    expect(ifMatch()).toMatchObject([{ ifMatch: `"${settingVersion({ retention_days: 90 })}"` }]);
  });
});
