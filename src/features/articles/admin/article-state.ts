import { tableDate } from "#ui/admin/local-time.ts";

type ArticleState = "Published" | "Scheduled" | "Draft";

type Dated = { status: "published" | "draft"; published_date: string | null };

/** The state of an article at `now` (epoch milliseconds): published with a future date is scheduled. */
export function stateOf({ status, published_date: date }: Dated, now: number): ArticleState {
  if (status === "draft") return "Draft";
  return date !== null && Date.parse(date) > now ? "Scheduled" : "Published";
}

const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "short" });
const TIME = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Further ahead a weekday could be read as an earlier one. */
const MAX_WEEKDAY_MS = 6 * 24 * 60 * 60_000;

/** When a scheduled article will be published, in the editor's time zone: 'Tue 09:00', later 'Jan 05, 2027 09:00'. */
export function scheduledTime(iso: string, now: number): string {
  const date = new Date(iso);
  const day = date.getTime() - now < MAX_WEEKDAY_MS ? WEEKDAY.format(date) : tableDate(iso);
  return `${day} ${TIME.format(date)}`;
}
