import { presentSummary } from "#features/articles/present.ts";
import type { TrashRow } from "./queries.ts";
import { TRASH_TTL_MS } from "./rules.ts";
import type { TrashedArticle } from "./schema.ts";

const iso = (time: number) => new Date(time).toISOString();

export const presentTrashed = ({ kept, trashed_at, trashed_by }: TrashRow): TrashedArticle => ({
  ...presentSummary({ ...kept, focal_x: null, focal_y: null }),
  trashed: iso(trashed_at),
  trashed_by,
  purge: iso(trashed_at + TRASH_TTL_MS),
});
