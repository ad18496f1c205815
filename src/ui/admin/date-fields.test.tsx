import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WallTime } from "#shared/time.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { CalendarGrid } from "./calendar-field.tsx";
import { ClockSteps, DateField, DateTimeField } from "./date-fields.tsx";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) }));
afterEach(() => vi.useRealTimers());

/** The words that a field's control is described with. */
function describedBy(html: string): string[] {
  const page = parseHtml(html);
  const [ids] = page.values("input", "aria-describedby");
  return (ids ?? "").split(" ").flatMap((id) => page.texts(`[id="${id}"]`));
}
const valueIn = (html: string) => parseHtml(html).values("input", "value")[0];

describe("a field of a date", () => {
  const field = (value: string, props: object = {}) =>
    adminMarkup(<DateField label="Bought on" value={value} today="2026-11-20" onChange={() => {}} {...props} />);

  test("shows its day as people write it, and none as nothing", () => {
    expect([valueIn(field("2026-02-03")), valueIn(field(""))]).toEqual(["Feb 3, 2026", ""]);
    expect(parseHtml(field("2026-02-03")).all("[aria-invalid]")).toEqual([]);
  });

  test("shows what cannot be read as it was typed, as text, and reads the reason out", () => {
    const html = field(`"><b>soon`);
    expect(valueIn(html)).toBe(`"><b>soon`);
    expect(parseHtml(html).all("input[aria-invalid=true]")).toHaveLength(1);
    expect(describedBy(html)).toEqual(["This is not a date. Type it like Nov 20, 2026."]);
  });

  test("has today as its example, not a date that goes out of date", () => {
    expect(parseHtml(field("")).values("input", "placeholder")).toEqual(["Nov 20, 2026"]);
  });

  test("has the server's objection before its own, and the hint before both", () => {
    expect(describedBy(field("soon", { error: "Too early.", hint: "The day of the trade." }))).toEqual([
      "The day of the trade.",
      "Too early.",
    ]);
  });

  test("opens its calendar with a button that is described by the field's label", () => {
    const page = parseHtml(field(""));
    const button = "button[aria-label='Choose a day'][aria-haspopup=dialog][aria-expanded=false]";
    expect(page.values(button, "aria-describedby")).toEqual(page.values("label", "id"));
  });
});

describe("a field of a date and a time", () => {
  const field = (value: string | null, zone: string | null, props: object = {}) =>
    adminMarkup(<DateTimeField label="Publication" value={value} zone={zone} onChange={() => {}} {...props} />);

  test("shows its time in the newsroom's zone, and says which that is", () => {
    const html = field("2026-11-24T06:00:00.000Z", "Africa/Nairobi");
    expect(valueIn(html)).toBe("Nov 24, 2026, 09:00");
    expect(describedBy(html).join()).toContain("Nairobi");
  });

  test("names the offset of the day that is shown, not of today", () => {
    const words = (iso: string) => describedBy(field(iso, "Europe/Berlin")).join();
    expect([words("2026-07-01T10:00:00.000Z"), words("2026-12-01T10:00:00.000Z")]).toEqual([
      expect.stringContaining("UTC+2"),
      expect.stringContaining("UTC+1"),
    ]);
  });

  test("can be neither typed nor chosen while the zone is not known: it would be another time", () => {
    const page = parseHtml(field("2026-11-24T06:00:00.000Z", null));
    expect(page.all("input:disabled, button:disabled")).toHaveLength(2);
  });

  test.each([
    ["2026-11-01T05:30:00.000Z", "first", "second"],
    ["2026-11-01T06:30:00.000Z", "second", "first"],
  ])("says which of two alike %s is, and offers the other", (value, meant, other) => {
    const words = wordsOf(field(value, "America/New_York"));
    expect(words).toContain(`The clocks go back, so this time occurs twice. This is the ${meant}. Take the ${other}`);
  });

  test("has nothing to say of a time like any other", () => {
    expect(wordsOf(field("2026-11-02T06:30:00.000Z", "America/New_York"))).not.toContain("clocks");
  });
});

describe("a month to choose from", () => {
  const DAY = { year: 2026, month: 11, day: 24 };
  const month = (chosen: typeof DAY | null, today = { ...DAY, day: 20 }) =>
    adminMarkup(<CalendarGrid chosen={chosen} today={today} onChoose={() => {}} />);
  const chosenIn = (html: string) => parseHtml(html).texts("td[aria-selected=true]");
  const marked = (html: string, mark: string) => parseHtml(html).texts(`td button[${mark}]`);

  test("is that of the chosen day, which alone can be tabbed to and is selected", () => {
    const html = month(DAY);
    expect(wordsOf(html)).toMatch(/^November 2026 Mo Tu We Th Fr Sa Su 26 27/);
    expect([chosenIn(html), marked(html, "tabindex='0'")]).toEqual([["24"], ["24"]]);
    const names = parseHtml(html).values("td button", "aria-label");
    expect(names.filter((name) => /^Today|selected$/.test(name ?? ""))).toEqual([
      "Today, Friday, November 20, 2026",
      "Tuesday, November 24, 2026, selected",
    ]);
  });

  test("is today's where nothing is chosen, and nothing is selected", () => {
    const html = month(null);
    expect([chosenIn(html), marked(html, "tabindex='0'")]).toEqual([[], ["20"]]);
  });
});

describe("the steps of a clock", () => {
  type Part = { label?: string; onStep: (steps: number) => void; onType: (value: number) => void };
  /** What a step of an hour or a minute, or a typed one, leads to. */
  function leadsTo(clock: string, label: "Hour" | "Minute", use: (part: Part) => void): string {
    const [hour = 0, minute = 0] = clock.split(":").map(Number);
    const changes: WallTime[] = [];
    const wall = { year: 2026, month: 12, day: 31, hour, minute };
    const { children } = ClockSteps({ wall, onChange: (next) => changes.push(next) }).props as {
      children: { props: Part }[];
    };
    const part = children.find(({ props }) => props.label === label);
    if (part) use(part.props);
    const [to] = changes;
    return to ? `${to.year}-${to.month}-${to.day} ${to.hour}:${to.minute}` : "nothing";
  }

  test.each([
    ["9:00", 1, "9:5"],
    ["9:00", -1, "8:55"],
    ["9:02", 1, "9:5"],
    ["9:02", -1, "9:0"],
    ["9:58", 1, "10:0"],
  ])("lead from %s by minutes (%i) to the next that is a multiple of five", (clock, steps, to) => {
    expect(leadsTo(clock, "Minute", ({ onStep }) => onStep(steps))).toBe(`2026-12-31 ${to}`);
  });

  test("go on over midnight to the next day and year", () => {
    expect(leadsTo("23:58", "Minute", ({ onStep }) => onStep(1))).toBe("2027-1-1 0:0");
    expect(leadsTo("23:30", "Hour", ({ onStep }) => onStep(1))).toBe("2027-1-1 0:30");
    expect(leadsTo("0:30", "Hour", ({ onStep }) => onStep(-1))).toBe("2026-12-30 23:30");
  });

  test("leave the rest as it is where a part is typed", () => {
    expect(leadsTo("9:02", "Hour", ({ onType }) => onType(14))).toBe("2026-12-31 14:2");
    expect(leadsTo("9:02", "Minute", ({ onType }) => onType(59))).toBe("2026-12-31 9:59");
  });

  test("are spin buttons with their bounds, in two figures", () => {
    const html = adminMarkup(
      <ClockSteps wall={{ year: 2026, month: 1, day: 1, hour: 9, minute: 5 }} onChange={() => {}} />,
    );
    expect(html).toMatch(/role="spinbutton" aria-label="Hour" aria-valuenow="9" aria-valuemin="0" aria-valuemax="23"/);
    expect([...html.matchAll(/<input[^>]*value="([^"]*)"/g)].map(([, shown]) => shown)).toEqual(["09", "05"]);
  });
});
