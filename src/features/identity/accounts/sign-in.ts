import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import {
  checkPasskey,
  consumeCode,
  consumeTicket,
  recordPasskeyUse,
  startChallenge,
} from "#features/identity/second-factor/commands.ts";
import { findTicket } from "#features/identity/second-factor/queries.ts";
import {
  isAuthenticatorCode,
  plainCode,
  TICKET_ENDED,
  WRONG_CODE,
  WRONG_PASSKEY,
} from "#features/identity/second-factor/rules.ts";
import type { PasskeyResponse, SecondStep } from "#features/identity/second-factor/schema.ts";
import { keyedHash } from "#platform/keys.ts";
import { UnauthenticatedError } from "#shared/errors.ts";
import { removeExpiredSessions } from "./commands.ts";
import type { LoginBody, SecondStepBody } from "./endpoints.ts";
import {
  type Client,
  checkPassword,
  countCode,
  deviceKey,
  findClient,
  networkKey,
  recordFailure,
  recordIfBlocked,
  recordUse,
  rejectIfKnown,
} from "./guessing.ts";
import { findLogin, findLoginById, isKnownNetwork, type Login } from "./queries.ts";
import { endOfSession, KNOWN_NETWORK_TTL_MS, SESSION_ENDED, WRONG_LOGIN } from "./rules.ts";
import {
  type AccountEvent,
  clientOf,
  keepRefreshToken,
  type LoginClient,
  type SessionClient,
  type SessionStore,
  type Started,
  signDevice,
  signPair,
} from "./session-store.ts";

/** Runs `work` after all earlier checks of this account's password from this network. */
export function inTurnFor<T>(
  { turn, key }: SessionStore,
  email: string,
  { network }: SessionClient,
  work: () => Promise<T>,
): Promise<T> {
  return turn(keyedHash(key, "login", email, network), work);
}

/**
 * Returns the second step if the account has one. Throws UnauthenticatedError for a wrong email or password,
 * TooManyRequestsError after too many.
 */
export async function logIn(
  store: SessionStore,
  login: LoginBody,
  sender: LoginClient,
): Promise<Started | { step: SecondStep }> {
  const from = clientOf(sender);
  rejectIfKnown(store, login.email, from);
  return inTurnFor(store, login.email, from, () => checkLogin(store, login, from));
}

async function checkLogin(store: SessionStore, { email, password }: LoginBody, from: SessionClient) {
  const account = await findLogin(store.database.db, email);
  const checked = checkPassword(store, { email, account }, password, from);
  const { isRight, client, forget } = await recordIfBlocked(store, account, from, checked);
  if (!account || !isRight) {
    await recordFailure(store, "session.fail", account, from);
    throw new UnauthenticatedError("wrong_credentials", WRONG_LOGIN);
  }
  const step = await startChallenge(store, account);
  const result = step ? { step } : await start(store, { account, from, client, by: "password" });
  await forget();
  return result;
}

type Proof = { by: "single sign-on" | "invitation" | "setup link"; isStrong?: boolean };

/**
 * Starts a session for the verified owner of an account. `isStrong`: verified by two factors, so the account's own is
 * not needed. Throws UnauthenticatedError.
 */
export async function startVerifiedSession(
  store: SessionStore,
  accountId: number,
  sender: LoginClient,
  proof: Proof,
): Promise<Started> {
  const account = await loginOf(store, accountId);
  const from = clientOf(sender);
  return start(store, { account, from, client: await findClient(store, account, from), ...proof });
}

type Ticket = NonNullable<Awaited<ReturnType<typeof findTicket>>>;

const ended = () => new UnauthenticatedError("login_expired", TICKET_ENDED, { ticket: TICKET_ENDED });

/**
 * Completes a sign-in by a code or a passkey. Throws UnauthenticatedError, and TooManyRequestsError after too many
 * codes.
 */
export async function takeSecondStep(
  store: SessionStore,
  { ticket, code, passkey }: SecondStepBody,
  sender: LoginClient,
): Promise<Started> {
  const from = clientOf(sender);
  const found = await findTicket(store.database.db, ticket, store.clock.now());
  if (!found) throw ended();
  return passkey
    ? signInByPasskey(store, { ...found, ticket }, passkey, from)
    : signInByCode(store, { ...found, ticket }, code ?? "", from);
}

type Held = Ticket & { ticket: string };

/** The account of a ticket, unless its password has changed since. */
async function ownerOf({ database }: SessionStore, { account_id, generation }: Held): Promise<Login> {
  const account = account_id === null ? undefined : await findLoginById(database.db, account_id);
  if (!account || account.token_generation !== generation) throw ended();
  return account;
}

async function signInByCode(store: SessionStore, held: Held, code: string, from: SessionClient): Promise<Started> {
  const account = await ownerOf(store, held);
  const client = await findClient(store, account, from);
  const forget = await recordIfBlocked(store, account, from, countCode(store, account.id, client));
  const isRecovery = !isAuthenticatorCode(plainCode(code));
  const started = await start(store, {
    account,
    from,
    client,
    by: isRecovery ? "password+recovery" : "password+totp",
    async inTransaction(trx) {
      if (!(await consumeTicket(trx, held.ticket))) throw ended();
      const used = await consumeCode(store, trx, account.id, code);
      if (!used) throw new UnauthenticatedError("wrong_second_factor", WRONG_CODE, { code: WRONG_CODE });
      if (used === "recovery")
        await store.listener.factorsChanged(trx, {
          ...eventOf(account, from, store.clock.now()),
          change: "code used",
        });
    },
  }).catch((error: unknown) => recordIfRejected(store, account, from, error));
  await forget();
  return started;
}

/** Records a rejected second step in the audit log, and rethrows the error. */
async function recordIfRejected(
  store: SessionStore,
  account: Login | undefined,
  from: SessionClient,
  error: unknown,
): Promise<never> {
  if (error instanceof UnauthenticatedError) await recordFailure(store, "factor.fail", account, from);
  throw error;
}

async function signInByPasskey(
  store: SessionStore,
  held: Held,
  response: PasskeyResponse,
  from: SessionClient,
): Promise<Started> {
  const rejection = () => new UnauthenticatedError("wrong_second_factor", WRONG_PASSKEY, { passkey: WRONG_PASSKEY });
  if (held.account_id !== null) await ownerOf(store, held);
  const used = await checkPasskey(store, { accountId: held.account_id, challenge: held.challenge }, response);
  const account = used && (await findLoginById(store.database.db, used.accountId));
  if (!account) return recordIfRejected(store, undefined, from, rejection());
  return start(store, {
    account,
    from,
    client: await findClient(store, account, from),
    by: held.account_id === null ? "passkey" : "password+passkey",
    async inTransaction(trx) {
      if (!(await consumeTicket(trx, held.ticket))) throw ended();
      if (!(await recordPasskeyUse(store, trx, used))) throw rejection();
    },
  });
}

/** Returns an account that can log in. Throws UnauthenticatedError. */
export async function loginOf({ database }: SessionStore, accountId: number): Promise<Login> {
  const account = await findLoginById(database.db, accountId);
  if (!account) throw new UnauthenticatedError("session_ended", SESSION_ENDED);
  return account;
}

export const eventOf = ({ id, email }: Login, { words, origin }: SessionClient, at: number): AccountEvent => ({
  accountId: id,
  email,
  origin,
  at,
  device: words,
});

/**
 * Whether the account has signed in lately from this network and on this device, by its token or the same description.
 */
async function isKnownClient(
  { database, clock, key }: SessionStore,
  { id }: Login,
  from: SessionClient,
  client: Client,
) {
  if (!client.isKnownNetwork) return false;
  if (client.deviceId !== null) return true;
  const since = clock.now() - KNOWN_NETWORK_TTL_MS;
  return isKnownNetwork(database.db, {
    accountId: id,
    network: deviceKey(key, id, from.network, from.words),
    since,
  });
}

/** A completed sign-in. */
type SignIn = {
  account: Login;
  from: SessionClient;
  client: Client;
  /** How the owner was verified, for the audit log. */
  by:
    | "password"
    | "password+totp"
    | "password+recovery"
    | "password+passkey"
    | "passkey"
    | "single sign-on"
    | "invitation"
    | "setup link";
  /** Whether the provider verified two factors. */
  isStrong?: boolean;
  /** Runs in the same transaction; throws to prevent the sign-in. */
  inTransaction?: (trx: Transaction<Tables>) => Promise<void>;
};

/** Starts a session, and notifies the owner of a new device or network. */
async function start(
  store: SessionStore,
  { account, from, client, by, isStrong, inTransaction }: SignIn,
): Promise<Started> {
  const { database, clock, listener } = store;
  const isNew = account.signed_in_at !== null && !(await isKnownClient(store, account, from, client));
  const pair = await database.db.transaction().execute(async (trx) => {
    await inTransaction?.(trx);
    if (isNew) await listener.onNewDeviceSignIn(trx, eventOf(account, from, clock.now()));
    await recordUse(store, trx, "session.start", account, from, { with: { to: by } });
    return begin(store, trx, account, from, isStrong);
  });
  return { tokens: pair, device: await signDevice(store, account, client.deviceId ?? undefined) };
}

export async function begin(
  store: SessionStore,
  trx: Transaction<Tables>,
  account: Login,
  client: SessionClient,
  isStrong = false,
) {
  const claims = { sub: account.id, sid: randomUUID() };
  const now = store.clock.now();
  const pair = await signPair(store, claims, randomUUID(), { startedAt: now, at: now });
  await removeExpiredSessions(trx, now);
  await trx
    .insertInto("session")
    .values({
      id: claims.sid,
      account_id: account.id,
      generation: account.token_generation,
      started_at: now,
      used_at: now,
      expires_at: endOfSession({ startedAt: now, at: now }),
      device: client.words,
      origin: client.origin,
      is_strong: isStrong ? 1 : 0,
    })
    .execute();
  await keepRefreshToken(trx, pair.refresh, claims.sid);
  await trx.updateTable("account").set({ signed_in_at: now }).where("id", "=", account.id).execute();
  await remember(store, trx, account.id, client);
  return pair;
}

/** Records, in the transaction of a login or refresh, where and on what kind of device the account is used. */
export async function remember(
  { clock, key }: SessionStore,
  trx: Transaction<Tables>,
  accountId: number,
  { network, words }: Pick<SessionClient, "network"> & { words?: string },
): Promise<void> {
  const keys = [networkKey(key, accountId, network)];
  if (words !== undefined) keys.push(deviceKey(key, accountId, network, words));
  const seen_at = clock.now();
  await trx
    .insertInto("known_client")
    .values(keys.map((stored) => ({ account_id: accountId, network: stored, seen_at })))
    .onConflict((conflict) => conflict.columns(["account_id", "network"]).doUpdateSet({ seen_at }))
    .execute();
}
