import { presentSummary } from "#features/articles/present.ts";
import { isoDate } from "#shared/time.ts";
import type { TrashRow } from "./queries.ts";
import { TRASH_TTL_MS } from "./rules.ts";
import type { TrashedArticle } from "./schema.ts";

export const presentTrashed = ({ kept, trashed_at, trashed_by }: TrashRow): TrashedArticle => ({
  ...presentSummary({ ...kept, focal_x: null, focal_y: null }),
  trashed: isoDate(trashed_at),
  trashed_by,
  purge: isoDate(trashed_at + TRASH_TTL_MS),
});
