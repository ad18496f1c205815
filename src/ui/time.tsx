import { cardDate, longDate, recentTime, relativeDate } from "#shared/dates.ts";
import { useLanguage, useNow, useTimeZone } from "#shared/site-context.tsx";

type Props = { date: string | null; className?: string };

/** 'January 05, 2025', or 'Unknown date'. */
export function CardDate(props: Props) {
  return (
    <time dateTime={props.date ?? undefined} className={props.className}>
      {cardDate(props.date, useTimeZone(), useLanguage())}
    </time>
  );
}

/** 'January 5, 2025', or 'Unknown date'. */
export function LongDate(props: Props) {
  return (
    <time dateTime={props.date ?? undefined} className={props.className}>
      {longDate(props.date, useTimeZone(), useLanguage())}
    </time>
  );
}

/** A space and the time of day, next to a date: '09:14 GMT+3' for news of the last 48 hours, else nothing. */
export function RecentTime(props: Props) {
  const time = recentTime(props.date, useNow(), useTimeZone());
  if (time === null) return null;
  return (
    <>
      {" "}
      <time dateTime={props.date ?? undefined} className={props.className}>
        {time}
      </time>
    </>
  );
}

/** '3 days ago', updated while the page is open. */
export function RelativeDate(props: Props) {
  const now = useNow();
  return (
    <time dateTime={props.date ?? undefined} className={props.className}>
      {relativeDate(props.date, now, useLanguage())}
    </time>
  );
}
