import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY } from "#shared/time.ts";
import { auditFilter } from "./endpoints.ts";
import { MAX_AUDIT_QUERY } from "./rules.ts";

/** What is wrong with a filter, by parameter. */
const faultsOf = (given: object) =>
  Object.fromEntries(auditFilter.safeParse(given).error?.issues.map(({ path, message }) => [path[0], message]) ?? []);

describe("the dates that the audit log is narrowed by", () => {
  test("include all of a day, from its first moment to its last", () => {
    const { from, to } = auditFilter.parse({ from: "2026-11-24", to: "2026-11-24" });
    expect([from, to]).toEqual([Date.UTC(2026, 10, 24), Date.UTC(2026, 10, 25)]);
  });

  test("end at a given time exactly, in whatever zone it is given", () => {
    expect(auditFilter.parse({ to: "2026-11-24T12:00:00Z" }).to).toBe(Date.UTC(2026, 10, 24, 12));
    expect(auditFilter.parse({ to: "2026-11-24T12:00:00+05:45" }).to).toBe(Date.UTC(2026, 10, 24, 6, 15));
  });

  test("include the leap day, where there is one", () => {
    expect(auditFilter.parse({ to: "2028-02-29" }).to).toBe(Date.UTC(2028, 2, 1));
    expect(faultsOf({ to: "2026-02-29" })).toHaveProperty("to");
  });

  test.each([
    ["a day that there is not", "2026-11-31"],
    ["a time without a zone", "2026-11-24T12:00:00"],
    ["an hour that there is not", "2026-11-24T24:00:00Z"],
    ["what Date.parse alone would take", "24 Nov 2026"],
    ["nothing", ""],
    ["digits of another script", "٢٠٢٦-١١-٢٤"],
    ["a date with a line after it", "2026-11-24\n"],
    ["a very long text", "2026-11-24T12:00:00.".padEnd(50_000, "1")],
  ])("are refused for %s", (_what, from) => {
    expect(faultsOf({ from })).toEqual({ from: "From must be an ISO 8601 date, or a date and time." });
  });

  test("are moments that can be compared, and a day is a whole one, whatever is accepted", () => {
    const day = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") });
    const given = day.map((date) => date.toISOString());
    fc.assert(
      fc.property(given, (iso) => {
        const moment = auditFilter.parse({ from: iso, to: iso });
        expect([moment.from, moment.to]).toEqual([Date.parse(iso), Date.parse(iso)]);
        const whole = auditFilter.parse({ from: iso.slice(0, 10), to: iso.slice(0, 10) });
        expect((whole.to ?? 0) - (whole.from ?? 0)).toBe(DAY);
      }),
    );
  });
});

describe("what the audit log is narrowed to", () => {
  test("is everything where a parameter is given and empty", () => {
    const filter = auditFilter.parse({ actor: "  ", action: "" });
    expect([filter.actor, filter.action]).toEqual([undefined, undefined]);
  });

  test("is one action or all of a kind", () => {
    expect(auditFilter.parse({ action: "article.publish" }).action).toBe("article.publish");
    expect(auditFilter.parse({ action: "article" }).action).toBe("article");
  });

  test.each(["article.", ".publish", "article.publish.now", "Article", "article%", "a/b", "x".repeat(41), "article\n"])(
    "is refused for %j, which no action is named",
    (action) => expect(faultsOf({ action })).toEqual({ action: "Action must be a name such as article.publish." }),
  );

  test("is searched for by as many characters as a person counts, an emoji as one", () => {
    expect(faultsOf({ query: "🗞️".repeat(MAX_AUDIT_QUERY / 2) })).toEqual({});
    expect(faultsOf({ query: "x".repeat(MAX_AUDIT_QUERY + 1) })).toHaveProperty("query");
  });

  test("is refused where a database could not store what is asked for", () => {
    expect(Object.keys(faultsOf({ query: "a\u0000b", actor: "\ud800" })).sort()).toEqual(["actor", "query"]);
  });
});
