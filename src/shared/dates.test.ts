import { describe, expect, it } from "vitest";
import {
  cardDate,
  collectDates,
  fullDateOf,
  listOfNames,
  longDate,
  longDateOf,
  longTime,
  recentTime,
  relativeDate,
  startDates,
} from "./dates.ts";

const NOW = Date.parse("2025-03-10T12:00:00Z");
const ago = (seconds: number) => relativeDate(new Date(NOW - seconds * 1000).toISOString(), NOW);

describe("dates", () => {
  it("writes a card's date with two digits for the day", () => {
    expect(cardDate("2025-01-05T10:00:00Z")).toBe("January 05, 2025");
  });
  it("writes the long date without the leading zero", () => {
    expect(longDate("2025-01-05T10:00:00Z")).toBe("January 5, 2025");
    expect(longDateOf(NOW)).toBe("March 10, 2025");
    expect(fullDateOf(NOW)).toBe("Monday, March 10, 2025");
  });
  it("uses the UTC day at both ends of it", () => {
    expect(cardDate("2025-01-05T00:00:00Z")).toBe("January 05, 2025");
    expect(cardDate("2025-01-05T23:59:59Z")).toBe("January 05, 2025");
  });
  it("uses the newsroom's day and time where a zone is given", () => {
    const night = "2025-01-04T23:20:00Z";
    expect([cardDate(night, "Africa/Nairobi"), longDate(night, "Africa/Nairobi")]).toEqual([
      "January 05, 2025",
      "January 5, 2025",
    ]);
    expect(longTime(night, "Africa/Nairobi")).toBe("January 5, 2025, 02:20 GMT+3");
    expect(longDate(night, "Mars/Olympus"), "a zone that this platform does not know").toBe("January 4, 2025");
  });
  it("gives the time of day of the last 48 hours alone", () => {
    const at = (hours: number) => recentTime(new Date(NOW - hours * 3_600_000).toISOString(), NOW, "America/New_York");
    expect([at(0), at(47), at(49), at(-1)]).toEqual(["08:00 EDT", "08:00 EST", null, null]);
    expect(recentTime("2025-03-10T06:14:00Z", NOW)).toBe("06:14 UTC");
  });
  it.each([null, undefined, "", "yesterday", "2025-13-45"])("says 'Unknown date' for %s", (unreadable) => {
    expect(cardDate(unreadable)).toBe("Unknown date");
    expect(longDate(unreadable)).toBe("Unknown date");
    expect(relativeDate(unreadable, NOW)).toBe("Unknown date");
  });
});

describe("relativeDate", () => {
  it.each([
    [0, "just now"],
    [59, "just now"],
    [60, "1 minute ago"],
    [3_599, "59 minutes ago"],
    [3_600, "1 hour ago"],
    [86_399, "23 hours ago"],
    [86_400, "1 day ago"],
    [5.5 * 86_400, "5 days ago"],
    [30 * 86_400, "30 days ago"],
    [31 * 86_400, "1 month ago"],
    [400 * 86_400, "1 year ago"],
  ])("shows %d seconds as %s", (seconds, words) => {
    expect(ago(seconds)).toBe(words);
  });
  it("does not date an article in the future when a clock is ahead", () => {
    expect(ago(-120)).toBe("just now");
  });
});

describe("dates that came with a page", () => {
  /** Dates that no other test formats. */
  const shown = (zone?: string, language?: string) => [
    cardDate("1999-05-04T10:00:00Z", zone, language),
    longTime("1999-05-04T10:00:00Z", zone, language),
    fullDateOf(Date.UTC(1999, 4, 4), zone, language),
    relativeDate("1999-05-04T10:00:00Z", Date.UTC(2099, 4, 5), language),
  ];
  it("are shown as they are, in their zone and language alone", () => {
    const { result, dates } = collectDates(() => shown("Africa/Nairobi", "sw"));
    expect(result.join(" ")).toContain("1999");
    startDates(Object.fromEntries(Object.keys(dates).map((key) => [key, "as sent"])));
    expect(shown("Africa/Nairobi", "sw")).toEqual(["as sent", "as sent, as sent", "as sent", "as sent"]);
    expect(shown("Asia/Tokyo").join(" ")).not.toContain("as sent");
  });
  it("are those of the function alone", () => {
    const { dates } = collectDates(() => longDate("1998-05-04T10:00:00Z"));
    longDate("1997-05-04T10:00:00Z");
    expect(Object.values(dates)).toEqual(["May 4, 1998"]);
  });
  it("names the day that begins at a quarter of an hour", () => {
    const day = Date.UTC(2025, 2, 10, 18, 15);
    expect(fullDateOf(day, "Asia/Kathmandu")).toBe("Tuesday, March 11, 2025");
    expect(fullDateOf(day - 1, "Asia/Kathmandu")).toBe("Monday, March 10, 2025");
  });
});

describe("lists of names", () => {
  it("writes them as a sentence of the language does", () => {
    expect(listOfNames(["Amina"])).toBe("Amina");
    expect(listOfNames(["Amina", "Zoë", "Lucy"])).toBe("Amina, Zoë, and Lucy");
    expect(listOfNames(["Amina", "Zoë"], "sw")).toBe("Amina na Zoë");
    expect(listOfNames(["آمنة", "زوي"], "ar")).toBe("آمنة وزوي");
  });
  it("sends once what all lists of a length have between the names", () => {
    const { dates } = collectDates(() => [listOfNames(["Amina", "Zoë"]), listOfNames(["Lucy", "Omar"])]);
    expect(Object.keys(dates)).toEqual(["names 2 en"]);
  });
});
