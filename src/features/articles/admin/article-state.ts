import { aheadTime } from "#ui/admin/local-time.ts";

type ArticleState = "Published" | "Scheduled" | "Ready" | "Draft";

type Dated = { status: "published" | "ready" | "draft"; published_date: string | null };

export function stateOf({ status, published_date: date }: Dated, now: number): ArticleState {
  if (status !== "published") return status === "ready" ? "Ready" : "Draft";
  return date !== null && Date.parse(date) > now ? "Scheduled" : "Published";
}

/** The state of an article in words, with the time of what is still to come in the newsroom's zone. */
export function stateWords(
  article: Dated & { publish_at?: string | null | undefined },
  now: number,
  zone: string,
): string {
  const state = stateOf(article, now);
  const { published_date: date, publish_at: update } = article;
  if (state === "Scheduled" && date !== null) return `Scheduled, ${aheadTime(Date.parse(date), now, zone)}`;
  if (state === "Published" && update) return `Published, update ${aheadTime(Date.parse(update), now, zone)}`;
  return state;
}
