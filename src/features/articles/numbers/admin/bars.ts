import { DAY, HOUR, wallIn } from "#shared/time.ts";
import type { Bar } from "#ui/admin/bar-chart.tsx";

type Hours = readonly { at: string; views: number; finished?: number }[];

/** Readers of an hour or a day, with those who reached the end if they are counted. */
const barOf = (label: string, hours: Hours): Bar => ({
  label,
  value: hours.reduce((sum, { views }) => sum + views, 0),
  more: [hours.reduce((sum, { finished = 0 }) => sum + finished, 0)],
});

const HOURS_SHOWN = 48;
const DAYS_SHOWN = 30;

export const labelOf = (instant: number, zone: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, day: "numeric", month: "short", ...parts }).format(instant);

/** The last two days by hour, in the newsroom's zone; hours without readers included. `now` in epoch milliseconds. */
export function hourBars(hours: Hours, now: number, zone: string): Bar[] {
  const known = Map.groupBy(hours, ({ at }) => Date.parse(at));
  const last = Math.floor(now / HOUR) * HOUR;
  return Array.from({ length: HOURS_SHOWN }, (_, at) => {
    const instant = last - (HOURS_SHOWN - 1 - at) * HOUR;
    const label = labelOf(instant, zone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    return barOf(label, known.get(instant) ?? []);
  });
}

/** The last 30 days, in the newsroom's zone. An hour across midnight belongs to the day that it begins in. */
export function dayBars(hours: Hours, now: number, zone: string): Bar[] {
  const dayOf = (instant: number) => {
    const { year, month, day } = wallIn(zone, instant);
    return Date.UTC(year, month - 1, day);
  };
  const today = dayOf(now);
  const known = Map.groupBy(hours, ({ at }) => dayOf(Date.parse(at)));
  return Array.from({ length: DAYS_SHOWN }, (_, at) => {
    const day = today - (DAYS_SHOWN - 1 - at) * DAY;
    return barOf(labelOf(day, "UTC", {}), known.get(day) ?? []);
  });
}
