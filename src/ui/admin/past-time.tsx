import type { ReactNode } from "react";
import { relativeDate } from "#shared/dates.ts";
import { useNow } from "#shared/site-context.tsx";
import { DAY, MINUTE } from "#shared/time.ts";
import { clockTime, exactTime, plannedTime, shortTime, tableDate, tableTime } from "./local-time.ts";

type Props = { at: string; zone?: string; children?: ReactNode };

/**
 * A past time in a table, in two lines: '5 minutes ago' within a day, else its date above its time of day. The exact
 * time is shown on hover, and while the focus is in its row. `children` complete the second line.
 */
export function PastTime({ at, zone, children }: Props) {
  const now = useNow();
  const instant = Date.parse(at);
  const isFresh = isRecent(instant, now);
  return (
    <>
      <time
        dateTime={at}
        title={zone ? plannedTime(at, zone) : exactTime(at)}
        data-exact={isFresh ? shortTime(instant, now, zone) : undefined}
        className="past-time"
      >
        <span>{isFresh ? relativeDate(at, now) : tableDate(at, zone)}</span>
      </time>
      {(!isFresh || children) && (
        <span className="meta block">
          {!isFresh && <span className="tabular-nums">{clockTime(instant, zone)}</span>} {children}
        </span>
      )}
    </>
  );
}

/** A past time within a line: '5 minutes ago' within a day, else 'Jan 05, 2026 09:14'. */
export const pastWords = (at: string, now: number, zone?: string): string =>
  isRecent(Date.parse(at), now) ? relativeDate(at, now) : tableTime(at, zone);

/** The same without the time of day: '5 minutes ago' within a day, else 'Jan 05, 2026'. */
export const pastDate = (at: string, now: number): string =>
  isRecent(Date.parse(at), now) ? relativeDate(at, now) : tableDate(at);

/** Whether to show a time as relative. Clocks differ: a slightly future time counts as now. */
export function isRecent(instant: number, now: number): boolean {
  const age = now - instant;
  return age > -5 * MINUTE && age < DAY;
}
