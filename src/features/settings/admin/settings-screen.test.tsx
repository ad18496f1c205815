import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { DAY } from "#shared/time.ts";
import { adminUrl } from "#shared/urls.ts";
import { adminMarkup, hookResult } from "#test/support/admin-markup.tsx";
import type { Answered } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { auditSettings, newsroomSettings, retentionPeriods, useNewsroomZone } from "../calls.ts";
import { ofEachPeriod, RETENTION, RETENTION_NAMES } from "../rules.ts";
import { AuditRetention } from "./retention.tsx";
import { lastBackup, SettingsScreen } from "./settings-screen.tsx";

const NEWSROOM = { time_zone: "Africa/Nairobi", postal_address: "P.O. Box 12\nNairobi" };
const PERIODS = ofEachPeriod(({ initial }) => initial);
const KNOWN: readonly Answered[] = [
  [newsroomSettings(), NEWSROOM],
  [retentionPeriods(), PERIODS],
  [lastBackup(), []],
];
const screen = (answered: readonly Answered[]) => adminMarkup(<SettingsScreen />, { answers: answered });
/** The alerts of a screen, as they are read; of the form's own, only those with words. */
const alerts = (html: string) =>
  parseHtml(html)
    .all("[role=alert]")
    .map(({ innerHTML }) => wordsOf(innerHTML))
    .filter(Boolean);

describe("the settings", () => {
  test("are shown as they are stored", () => {
    const html = screen(KNOWN);
    const page = parseHtml(html);
    expect(page.values("input[name=time_zone]", "value")).toEqual(["Africa/Nairobi"]);
    expect(page.all("textarea[name=postal_address]").map(({ textContent }) => textContent)).toEqual([
      "P.O. Box 12\nNairobi",
    ]);
    const words = wordsOf(html);
    for (const name of RETENTION_NAMES) expect(words).toContain(RETENTION[name].label);
    expect(words).toContain("Former subscribers 1,095 days");
    expect(page.all(`a[href="${adminUrl.audit()}"]`)).toHaveLength(1);
  });

  test("an address is text, whatever it is made of", () => {
    const postal_address = `</textarea><script>alert(1)</script>"'&`;
    const html = screen([[newsroomSettings(), { ...NEWSROOM, postal_address }], ...KNOWN.slice(1)]);
    const page = parseHtml(html);
    expect([page.all("script"), page.texts("textarea[name=postal_address]")]).toEqual([[], [postal_address]]);
  });

  test("a zone that this browser does not know is shown, with a way to another", () => {
    const html = screen([[newsroomSettings(), { ...NEWSROOM, time_zone: "Mars/Olympus" }], ...KNOWN.slice(1)]);
    expect(parseHtml(html).values("input[name=time_zone]", "value")).toEqual(["Mars/Olympus"]);
    expect(wordsOf(html)).toContain("Type a city or region, then choose from the list.");
  });

  test("a period of one day is not one days", () => {
    const html = screen([...KNOWN.slice(0, 1), [retentionPeriods(), { ...PERIODS, unconfirmed: 1 }]]);
    expect(wordsOf(html)).toMatch(/Unconfirmed subscriptions 1 day (?!s)/);
  });

  test("say that they are loading, and offer nothing to change meanwhile", () => {
    const html = screen([]);
    const page = parseHtml(html);
    expect(page.role("status").filter(Boolean)).toEqual(["Loading the settings..."]);
    expect(page.all("input, textarea, button")).toEqual([]);
  });

  test("each part that cannot be fetched says so alone and offers another try, and the rest can be used", () => {
    const gone = new NetworkError();
    const [newsroom, periods] = KNOWN;
    const failing = (failed: Answered[0]) =>
      KNOWN.map(([query, answer]) => [query, query.queryKey === failed.queryKey ? gone : answer] as const);
    expect(newsroom && alerts(screen(failing(newsroom[0])))).toEqual(["Could not load the settings. Try again"]);
    const html = screen(periods ? failing(periods[0]) : []);
    expect(alerts(html)).toEqual(["Could not load the retention periods. Try again"]);
    expect(html).toMatch(/name="time_zone"/);
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

  test("is a button that says what is set and that it opens a dialog", () => {
    const html = shown([[auditSettings(), { retention_days: 1_460 }]]);
    expect(wordsOf(html)).toBe("Kept for 1,460 days");
    expect(parseHtml(html).all("button[aria-haspopup=dialog]")).toHaveLength(1);
  });

  test("is not shown until it is known, nor where it cannot be", () => {
    expect([shown([]), shown([[auditSettings(), apiError("permission_required")]])].map(wordsOf)).toEqual(["", ""]);
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
