import { cardDate, longDate, relativeDate } from "#shared/dates.ts";
import { useNow } from "#shared/site-context.tsx";

type Props = { date: string | null; className?: string };

/** 'January 05, 2025', or 'Unknown date'. */
export function CardDate(props: Props) {
  return (
    <time dateTime={props.date ?? undefined} className={props.className}>
      {cardDate(props.date)}
    </time>
  );
}

/** 'January 5, 2025', or 'Unknown date'. */
export function LongDate(props: Props) {
  return (
    <time dateTime={props.date ?? undefined} className={props.className}>
      {longDate(props.date)}
    </time>
  );
}

/** '3 days ago', updated while the page is open. */
export function RelativeDate(props: Props) {
  const now = useNow();
  return (
    <time dateTime={props.date ?? undefined} className={props.className}>
      {relativeDate(props.date, now)}
    </time>
  );
}
