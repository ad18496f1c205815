import { fingerprint } from "#shared/fingerprint.ts";

/** The lists of the home page that editors arrange. */
export const HOME_LISTS = ["lead", "picks"] as const;
export type HomeList = (typeof HOME_LISTS)[number];

/** The switch of an article that makes it a member of a list. */
export const FLAG_OF = { lead: "is_featured", picks: "is_editors_pick" } as const satisfies Record<HomeList, string>;

/** Articles that can be arranged in one list. */
export const MAX_ARRANGED = 30;

export const STALE_ORDER = "Somebody else has changed the home page since you opened it.";

/** An article's place in a list; `ends_at` in epoch milliseconds. */
export type Placement = { list: string; article_id: number; ends_at: number | null };

/** The version that a change of the order is based on. */
export const orderVersion = (placements: readonly Placement[]): string =>
  fingerprint(placements.map(({ list, article_id, ends_at }) => `${list} ${article_id} ${ends_at ?? ""}`));
