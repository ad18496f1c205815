import type { listSessions } from "#features/accounts/queries.ts";
import type { OwnSession } from "./schema.ts";

type Row = Awaited<ReturnType<typeof listSessions>>[number];

/** A session as its owner sees it; `current` is the id of the one that asks. */
export const presentSession = (row: Row, current: string): OwnSession => ({
  id: row.id,
  device: row.device || "An unknown device",
  origin: row.origin,
  started: new Date(row.started_at).toISOString(),
  last_used: new Date(row.used_at).toISOString(),
  is_current: row.id === current,
});
