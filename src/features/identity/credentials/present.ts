import type { Selectable } from "kysely";
import type { listSessions } from "#features/identity/accounts/queries.ts";
import type { Factors } from "#features/identity/second-factor/queries.ts";
import type { PasskeyTable } from "#features/identity/tables.ts";
import type { EmailChangeRow } from "./commands.ts";
import type { OwnEmail, OwnFactors, OwnPasskey, OwnSession } from "./endpoints.ts";

type Row = Awaited<ReturnType<typeof listSessions>>[number];

export const presentFactors = ({ totp, passkeys, recovery }: Factors, is_required: boolean): OwnFactors => ({
  totp,
  passkeys,
  is_required,
  recovery_codes: recovery,
});

export const presentEmail = (email: string, waiting: EmailChangeRow | undefined): OwnEmail => ({
  email,
  pending: waiting
    ? {
        email: waiting.email,
        asked: new Date(waiting.asked_at).toISOString(),
        expires: new Date(waiting.expires_at).toISOString(),
        confirmed: [
          ...(waiting.old_hash === null ? (["old"] as const) : []),
          ...(waiting.new_hash === null ? (["new"] as const) : []),
        ],
      }
    : null,
});

export const presentPasskey = (row: Selectable<PasskeyTable>): OwnPasskey => ({
  id: row.id,
  name: row.name,
  created: new Date(row.created_at).toISOString(),
  last_used: row.used_at === null ? null : new Date(row.used_at).toISOString(),
});

/** `current` is the id of the session that makes the request. */
export const presentSession = (row: Row, current: string): OwnSession => ({
  id: row.id,
  device: row.device || "An unknown device",
  origin: row.origin,
  started: new Date(row.started_at).toISOString(),
  last_used: new Date(row.used_at).toISOString(),
  is_current: row.id === current,
});
