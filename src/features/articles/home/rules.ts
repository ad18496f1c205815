import { fingerprint } from "#shared/fingerprint.ts";

export const HOME_LISTS = ["lead", "picks"] as const;
export type HomeList = (typeof HOME_LISTS)[number];

export const FLAG_OF = { lead: "is_featured", picks: "is_editors_pick" } as const satisfies Record<HomeList, string>;

/** The sections of the home page from top to bottom, with their maximum of articles. */
const SECTION_SIZES = { lead: 6, choice: 5, picks: 6, latest: 10 } as const;
export type HomeSection = keyof typeof SECTION_SIZES;

const { lead: LEAD, choice: CHOICE, picks: PICKS, latest: LATEST } = SECTION_SIZES;

/** How many articles of each list the page shows; both sections of picks start with the same one. */
export const SHOWN = { lead: LEAD, picks: Math.max(CHOICE, PICKS), latest: LATEST } as const;

/** How many articles of each list can fill the sections, even if earlier sections show the first of them. */
export const CANDIDATES = {
  lead: LEAD,
  picks: LEAD + CHOICE + PICKS,
  latest: LEAD + CHOICE + PICKS + LATEST,
} as const;
export type Candidates = { readonly [List in keyof typeof CANDIDATES]: readonly number[] };

/**
 * Distributes articles, by id, over the sections of the home page: each is in the first section that it belongs to.
 * Sections keep the order of their lists; with too few articles, later ones are shorter or empty.
 */
export function partSections({ lead, picks, latest }: Candidates): Record<HomeSection, number[]> {
  const shown = new Set<number>();
  const take = (section: HomeSection, list: readonly number[]) => {
    const taken = list.filter((id) => !shown.has(id)).slice(0, SECTION_SIZES[section]);
    for (const id of taken) shown.add(id);
    return taken;
  };
  // In this order, as an object's values are evaluated in order.
  return {
    lead: take("lead", lead),
    choice: take("choice", picks),
    picks: take("picks", picks),
    latest: take("latest", latest),
  };
}

/** The sections at the end of the page: how many at most, and how many articles each has at least and at most. */
export const CATEGORY_SECTIONS = { most: 6, least: 3, size: 4 } as const;

export const MAX_ARRANGED = 30;

export const STALE_ORDER = "The home page has changed since you opened it.";

/** An article's place in a list; `ends_at` in epoch milliseconds. */
export type Placement = { list: string; article_id: number; ends_at: number | null };

export const orderVersion = (placements: readonly Placement[], hidesRepeats: boolean): string =>
  fingerprint([
    ...placements.map(({ list, article_id, ends_at }) => `${list} ${article_id} ${ends_at ?? ""}`),
    ...(hidesRepeats ? ["hides repeats"] : []),
  ]);
