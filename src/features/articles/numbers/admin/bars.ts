import { DAY, HOUR, wallIn } from "#shared/time.ts";
import type { Bar } from "#ui/admin/bar-chart.tsx";

type Hours = readonly { at: string; views: number }[];

const HOURS_SHOWN = 48;
const DAYS_SHOWN = 30;

const labelOf = (instant: number, zone: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, day: "numeric", month: "short", ...parts }).format(instant);

/** The last two days by hour, in the newsroom's zone; hours without readers included. `now` in epoch milliseconds. */
export function hourBars(hours: Hours, now: number, zone: string): Bar[] {
  const views = new Map(hours.map((hour) => [Date.parse(hour.at), hour.views]));
  const last = Math.floor(now / HOUR) * HOUR;
  return Array.from({ length: HOURS_SHOWN }, (_, at) => {
    const instant = last - (HOURS_SHOWN - 1 - at) * HOUR;
    const label = labelOf(instant, zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    return { label, value: views.get(instant) ?? 0 };
  });
}

/** The last 30 days, in the newsroom's zone. An hour across midnight belongs to the day that it begins in. */
export function dayBars(hours: Hours, now: number, zone: string): Bar[] {
  const dayOf = (instant: number) => {
    const { year, month, day } = wallIn(zone, instant);
    return Date.UTC(year, month - 1, day);
  };
  const today = dayOf(now);
  const bars = Array.from({ length: DAYS_SHOWN }, (_, at) => {
    const day = today - (DAYS_SHOWN - 1 - at) * DAY;
    return { day, label: labelOf(day, "UTC", {}), value: 0 };
  });
  const byDay = new Map(bars.map((bar) => [bar.day, bar]));
  for (const { at, views } of hours) {
    const bar = byDay.get(dayOf(Date.parse(at)));
    if (bar) bar.value += views;
  }
  return bars.map(({ label, value }) => ({ label, value }));
}
