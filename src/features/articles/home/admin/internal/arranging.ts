import { type HomeList, partSections, SHOWN } from "../../rules.ts";
import type { HomeEntry, HomeOrder } from "../../schema.ts";

/** The entries of a list that are arranged, and the others. */
export function partsOf(entries: readonly HomeEntry[]) {
  const of = (place: HomeEntry["place"]) => entries.filter((entry) => entry.place === place);
  return { arranged: of("arranged"), byDate: of("by_date"), ended: of("ended") };
}

/** A list with an entry at a place among the arranged ones, counted from 0; one from the other parts joins them. */
export function placedAt(entries: readonly HomeEntry[], id: number, at: number): HomeEntry[] {
  const entry = entries.find((one) => one.id === id);
  if (!entry) return [...entries];
  const { arranged, byDate, ended } = partsOf(entries.filter((one) => one.id !== id));
  const hasEnded = entry.place === "ended";
  const placed = { ...entry, place: "arranged" as const, ends_at: hasEnded ? null : entry.ends_at };
  return [...arranged.toSpliced(Math.max(0, Math.min(at, arranged.length)), 0, placed), ...byDate, ...ended];
}

/** A list in which an arranged entry stands by its date again. */
export function byDateAgain(entries: readonly HomeEntry[], id: number): HomeEntry[] {
  const entry = entries.find((one) => one.id === id);
  if (!entry) return [...entries];
  const { arranged, byDate, ended } = partsOf(entries.filter((one) => one.id !== id));
  const rest = [...byDate, { ...entry, place: "by_date" as const, ends_at: null }];
  const dateOf = ({ published_date: date }: HomeEntry) => Date.parse(date ?? "") || 0;
  return [...arranged, ...rest.sort((a, b) => dateOf(b) - dateOf(a) || b.id - a.id), ...ended];
}

/** A list in which an entry ends at a time (ISO 8601), or does not. */
export const endingAt = (entries: readonly HomeEntry[], id: number, endsAt: string | null): HomeEntry[] =>
  entries.map((entry) => (entry.id === id ? { ...entry, ends_at: endsAt } : entry));

/** The ids that the home page shows of each list; without repeats, a lead story is not among the picks. */
export function shownOf({ lead, picks, hides_repeats }: HomeOrder): Record<HomeList, Set<number>> {
  const visible = { lead: publicIds(lead), picks: publicIds(picks) };
  if (!hides_repeats)
    return { lead: new Set(visible.lead.slice(0, SHOWN.lead)), picks: new Set(visible.picks.slice(0, SHOWN.picks)) };
  const sections = partSections({ ...visible, latest: [] });
  return { lead: new Set(sections.lead), picks: new Set([...sections.choice, ...sections.picks]) };
}

const publicIds = (entries: readonly HomeEntry[]) =>
  entries
    .filter(
      ({ status, published_date: date, place }) =>
        status === "published" && place !== "ended" && date !== null && Date.parse(date) <= Date.now(),
    )
    .map(({ id }) => id);
