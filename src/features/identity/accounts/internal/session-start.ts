import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { removeExpiredSessions } from "../commands.ts";
import { isKnownNetwork, type Login } from "../queries.ts";
import { endOfSession, KNOWN_NETWORK_TTL_MS } from "../rules.ts";
import { recordUse } from "./audited.ts";
import { type Client, deviceKey, networkKey } from "./guessing.ts";
import { keepRefreshToken } from "./refresh-tokens.ts";
import type { AccountEvent, Context, SessionClient, Started } from "./session-context.ts";

/** What its owner learns of a use of an account. */
export const eventOf = ({ id, email }: Login, { words, origin }: SessionClient, at: number): AccountEvent => ({
  accountId: id,
  email,
  origin,
  at,
  device: words,
});

/** Whether the account has signed in lately from this network and on this device: by its token, or one that says the same. */
async function isKnownClient({ database, clock, key }: Context, { id }: Login, from: SessionClient, client: Client) {
  if (!client.isKnownNetwork) return false;
  if (client.deviceId !== null) return true;
  const since = clock.now() - KNOWN_NETWORK_TTL_MS;
  return isKnownNetwork(database.db, {
    accountId: id,
    network: deviceKey(key, id, from.network, from.words),
    since,
  });
}

/** A sign-in that is complete: whose, and what is known of who signs in. */
type SignIn = {
  account: Login;
  from: SessionClient;
  client: Client;
  /** What it was proved by, for the audit log. */
  by:
    | "password"
    | "password+totp"
    | "password+recovery"
    | "password+passkey"
    | "passkey"
    | "single sign-on"
    | "invitation";
  /** Whether a provider has asked for two factors. */
  isStrong?: boolean;
  /** What else happens in the transaction; throws where the sign-in is not to be. */
  inTransaction?: (trx: Transaction<Tables>) => Promise<void>;
};

/** Starts a session, and tells its owner of a new device or network. */
export async function start(
  context: Context,
  { account, from, client, by, isStrong, inTransaction }: SignIn,
): Promise<Started> {
  const { database, clock, listener, tokens } = context;
  const isNew = account.signed_in_at !== null && !(await isKnownClient(context, account, from, client));
  const pair = await database.db.transaction().execute(async (trx) => {
    await inTransaction?.(trx);
    if (isNew) await listener.signedInAnew(trx, eventOf(account, from, clock.now()));
    await recordUse(context, trx, "session.start", account, from, { with: { to: by } });
    return begin(context, trx, account, from, isStrong);
  });
  return { tokens: pair, device: await tokens.signDevice(account, client.deviceId ?? randomUUID()) };
}

/** Starts a session for an account whose owner is proved. */
export async function begin(
  context: Context,
  trx: Transaction<Tables>,
  account: Login,
  client: SessionClient,
  isStrong = false,
) {
  const claims = { sub: account.id, sid: randomUUID() };
  const now = context.clock.now();
  const pair = await context.tokens.pair(claims, randomUUID(), { startedAt: now, at: now });
  await removeExpiredSessions(trx, now);
  await trx
    .insertInto("session")
    .values({
      ...{ id: claims.sid, account_id: account.id, generation: account.token_generation },
      ...{ expires_at: endOfSession({ startedAt: now, at: now }), started_at: now, used_at: now },
      ...{ device: client.words, origin: client.origin, is_strong: isStrong ? 1 : 0 },
    })
    .execute();
  await keepRefreshToken(trx, pair.refresh, claims.sid);
  await trx.updateTable("account").set({ signed_in_at: now }).where("id", "=", account.id).execute();
  await remember(context, trx, account.id, client);
  return pair;
}

/** Records, in the transaction of a login or refresh, where and on what kind of device the account is used. */
export async function remember(
  { clock, key }: Context,
  trx: Transaction<Tables>,
  accountId: number,
  { network, words }: Pick<SessionClient, "network"> & { words?: string },
): Promise<void> {
  const keys = [networkKey(key, accountId, network)];
  if (words !== undefined) keys.push(deviceKey(key, accountId, network, words));
  await rememberClient(trx, { accountId, keys, now: clock.now() });
}

/** Records what an account signed in from, as keyed hashes. */
async function rememberClient(
  trx: Transaction<Tables>,
  { accountId, keys, now }: { accountId: number; keys: string[]; now: number },
): Promise<void> {
  await trx
    .insertInto("known_client")
    .values(keys.map((network) => ({ account_id: accountId, network, seen_at: now })))
    .onConflict((conflict) => conflict.columns(["account_id", "network"]).doUpdateSet({ seen_at: now }))
    .execute();
}
