import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { hashOfToken } from "#platform/keys.ts";
import { approximateNetwork } from "#platform/networks.ts";
import type { Actor } from "#shared/actor.ts";
import { ForbiddenError } from "#shared/errors.ts";
import { authorize, type Permission } from "#shared/permissions.ts";
import { SECOND } from "#shared/time.ts";
import { findSession } from "../accounts/queries.ts";
import type { SessionStore } from "../accounts/session-store.ts";
import { confirmPassword, type Owner } from "./password.ts";

/** Long enough to follow the link that was just created. */
const TICKET_TTL_MS = 60 * SECOND;
const TOKEN_BYTES = 32;
const EXPIRED = "The download has expired or was used. Start it again.";

/** A kind of file that leaves the site, and the permission it needs. */
type DownloadKind = { kind: string; needs: Permission };

/**
 * Downloads of files that hold more than one screen shows, such as backups. A browser fetches them without a session's
 * token, by a ticket: random, stored as a hash, for one file and one use, and void once its session or the permission
 * is.
 */
export type Downloads = {
  /** Returns a token for one download. Throws InvalidError if the password is missing or wrong. */
  allow: (owner: Owner, file: { kind: string; name: string }) => Promise<string>;
  /** The same without the password, for what the session's own token opens as well. */
  issue: (owner: Pick<Owner, "sessionId">, file: { kind: string; name: string }) => Promise<string>;
  /**
   * Redeems a token; returns the file's name. `onOpen` runs in the same transaction, to record who opened it. Throws
   * ForbiddenError.
   */
  redeem: (
    ticket: { token: string; address: string } & DownloadKind,
    onOpen: (trx: Transaction<Tables>, by: Actor, name: string) => Promise<void>,
  ) => Promise<string>;
};

export function sessionDownloads(store: SessionStore): Downloads {
  const { database, clock } = store;
  const issue: Downloads["issue"] = async ({ sessionId }, { kind, name }) => {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const now = clock.now();
    const ticket = { session_id: sessionId, kind, name, expires_at: now + TICKET_TTL_MS };
    await database.db.transaction().execute(async (trx) => {
      await trx.deleteFrom("download_ticket").where("expires_at", "<=", now).execute();
      await trx
        .insertInto("download_ticket")
        .values({ hash: hashOfToken(token), ...ticket })
        .execute();
    });
    return token;
  };
  return {
    issue,
    async allow(owner, file) {
      await confirmPassword(store, owner);
      return issue(owner, file);
    },

    redeem: ({ token, address, kind, needs }, onOpen) =>
      database.db.transaction().execute(async (trx) => {
        const ticket = await trx
          .deleteFrom("download_ticket")
          .where("hash", "=", hashOfToken(token))
          .where("kind", "=", kind)
          .where("expires_at", ">", clock.now())
          .returning(["session_id", "name"])
          .executeTakeFirst();
        const by = ticket && (await actorOfSession(trx, ticket.session_id, { now: clock.now(), address }));
        if (!ticket || !by) throw new ForbiddenError("download_expired", EXPIRED);
        authorize(by, needs);
        await onOpen(trx, by, ticket.name);
        return ticket.name;
      }),
  };
}

/** The actor of a valid session, with the role that its account has now. */
async function actorOfSession(
  trx: Transaction<Tables>,
  id: string,
  { now, address }: { now: number; address: string },
): Promise<Actor | undefined> {
  const row = await trx.selectFrom("session").select("account_id").where("id", "=", id).executeTakeFirst();
  const session = row && (await findSession(trx, { sub: row.account_id, sid: id }, now));
  if (!row || !session) return undefined;
  const network = approximateNetwork(address);
  return { accountId: row.account_id, sessionId: id, role: session.role, network } as Actor;
}
