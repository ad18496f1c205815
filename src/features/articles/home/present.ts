import { presentSummary } from "#features/articles/present.ts";
import { isoDate } from "#shared/time.ts";
import type { HomeOrderRows } from "./queries.ts";
import { HOME_LISTS } from "./rules.ts";
import type { HomeEntry, HomeOrder } from "./schema.ts";

/** The lists as editors see them: arranged, by date, ended. */
export function presentOrder({ placements, following, articles, hidesRepeats }: HomeOrderRows, now: number): HomeOrder {
  const entry = (id: number, place: HomeEntry["place"], endsAt: number | null): HomeEntry[] => {
    const row = articles.get(id);
    if (!row) return [];
    const { title, category, image_url, status, published_date } = presentSummary(row);
    const ends_at = isoDate(endsAt);
    return [{ id, title, category, image_url, status, published_date, place, ends_at }];
  };
  const listed = HOME_LISTS.map((list) => {
    const placed = placements.filter((one) => one.list === list);
    const hasEnded = ({ ends_at }: { ends_at: number | null }) => ends_at !== null && ends_at <= now;
    return [
      ...placed.filter((one) => !hasEnded(one)).flatMap((one) => entry(one.article_id, "arranged", one.ends_at)),
      ...(following.get(list) ?? []).flatMap((id) => entry(id, "by_date", null)),
      ...placed.filter(hasEnded).flatMap((one) => entry(one.article_id, "ended", one.ends_at)),
    ];
  });
  const [lead = [], picks = []] = listed;
  return { lead, picks, hides_repeats: hidesRepeats };
}
