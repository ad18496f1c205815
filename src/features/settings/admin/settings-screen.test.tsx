import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { emptyValues } from "#shared/fields/fields.ts";
import { DAY } from "#shared/time.ts";
import { adminMarkup, hookResult } from "#test/support/admin-markup.tsx";
import type { Answered } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { newsroomSettings, useNewsroomZone } from "../calls.ts";
import { RETENTION_FIELDS } from "../rules.ts";
import { AuditRetention } from "./retention.tsx";
import { AUDIT, RETENTION_PERIODS } from "./settings.ts";
import { lastBackup, SettingsScreen } from "./settings-screen.tsx";

const NEWSROOM = { time_zone: "Africa/Nairobi", postal_address: "P.O. Box 12\nNairobi" };
const PERIODS = emptyValues(RETENTION_FIELDS);
const KNOWN: readonly Answered[] = [
  [newsroomSettings(), NEWSROOM],
  [RETENTION_PERIODS.query, PERIODS],
  [lastBackup(), []],
];
const screen = (answered: readonly Answered[]) => adminMarkup(<SettingsScreen />, { answers: answered });

describe("the settings", () => {
  test("a zone that this browser does not know is shown, with a way to another", () => {
    const html = screen([[newsroomSettings(), { ...NEWSROOM, time_zone: "Mars/Olympus" }], ...KNOWN.slice(1)]);
    expect(parseHtml(html).values("input[name=time_zone]", "value")).toEqual(["Mars/Olympus"]);
    expect(wordsOf(html)).toContain("Type a city or region, then choose from the list.");
  });
});

describe("the last backup", () => {
  const shown = (at: string | undefined) => {
    const entries = at === undefined ? [] : [{ at, changes: { place: { to: "/backups/2026-11-21" } } }];
    return wordsOf(screen([...KNOWN.slice(0, 2), [lastBackup(), entries]]));
  };
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

  test("is named with its time in the newsroom's zone and its place", () => {
    expect(shown(ago(1))).toMatch(/Last backup: .+ \(Nairobi\) , in \/backups\/2026-11-21/);
    expect(shown(ago(1))).not.toContain("more than a week old");
  });

  test("is warned of where it is old, or missing", () => {
    expect(shown(ago(8))).toContain("The last backup is more than a week old.");
    expect(shown(undefined)).toContain("No backup yet.");
  });
});

describe("the audit log's period", () => {
  const shown = (answered: readonly Answered[]) => adminMarkup(<AuditRetention />, { answers: answered });

  test("is not shown until it is known, nor where it cannot be", () => {
    expect([shown([]), shown([[AUDIT.query, apiError("permission_required")]])].map(wordsOf)).toEqual(["", ""]);
  });
});

describe("the zone of the newsroom", () => {
  const zone = (answered: readonly Answered[]) => hookResult(useNewsroomZone, { answers: answered });

  test("is not guessed as long as it may still come", () => {
    expect(zone([])).toBeNull();
    expect(zone([[newsroomSettings(), NEWSROOM]])).toBe("Africa/Nairobi");
  });

  test("is that of the browser where it cannot be fetched", () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(zone([[newsroomSettings(), new NetworkError()]])).toBe(own);
  });
});
