import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { hashPassword } from "#platform/password.ts";
import { InvalidError } from "#shared/errors.ts";
import { refuseWeakPassword, replacePassword } from "./commands.ts";
import {
  type Checked,
  checkPassword,
  countCode,
  recordFailure,
  recordIfBlocked,
  recordUse,
} from "./internal/guessing.ts";
import { signDevice } from "./internal/session-tokens.ts";
import { findSession, type Login } from "./queries.ts";
import { RECENT_SIGN_IN_MS, WRONG_PASSWORD } from "./rules.ts";
import {
  type AccountEvent,
  clientOf,
  type LoginClient,
  type SessionClient,
  type SessionStore,
  type Started,
} from "./session-store.ts";
import { begin, eventOf, inTurnFor, loginOf, remember } from "./sign-in.ts";

type Checking = Pick<SessionStore, "database" | "clock" | "attempts" | "key" | "tokens" | "turn">;
type Changing = Checking & Pick<SessionStore, "listener">;

/** Who is logged in, and by which session. */
export type SessionOwner = { accountId: number; sessionId: string };

/** The account whose owner is there, and the use of it of which the owner is informed. */
export type Confirmed = { account: Login; event: AccountEvent };

const PASSWORD_DUE = "Please enter your password: you logged in a while ago.";

/**
 * Checks the current password of somebody who has a session; a mistake is reported at `field`. A wrong one counts like
 * one at login, and is recorded in the audit log. Throws InvalidError.
 */
async function requirePassword(
  store: Checking,
  account: Login,
  { field, password }: { field: string; password: string },
  from: SessionClient,
): Promise<Checked> {
  const checking = checkPassword(store, { email: account.email, account }, password, from);
  const checked = await recordIfBlocked(store, account, from, checking);
  if (checked.isRight) return checked;
  await recordFailure(store, "password.fail", account, from);
  throw new InvalidError(WRONG_PASSWORD, { [field]: WRONG_PASSWORD });
}

/**
 * Makes sure that whoever is about to change how an account is protected is its owner: by the password, or as the
 * session began a few minutes ago. Throws InvalidError.
 */
export async function confirmOwner(
  store: Checking,
  owner: SessionOwner,
  password: string | undefined,
  sender: LoginClient,
): Promise<Confirmed> {
  const client = clientOf(sender);
  const account = await loginOf(store, owner.accountId);
  return inTurnFor(store, account.email, client, () => checkOwner(store, account, owner, { password, client }));
}

async function checkOwner(
  store: Checking,
  account: Login,
  { accountId, sessionId }: SessionOwner,
  { password, client }: { password: string | undefined; client: SessionClient },
): Promise<Confirmed> {
  const now = store.clock.now();
  if (password === undefined) {
    const session = await findSession(store.database.db, { sub: accountId, sid: sessionId }, now);
    if (!session || session.started_at <= now - RECENT_SIGN_IN_MS)
      throw new InvalidError(PASSWORD_DUE, { password: PASSWORD_DUE });
  } else {
    const { forget } = await requirePassword(store, account, { field: "password", password }, client);
    await forget();
  }
  return { account, event: eventOf(account, client, now) };
}

/** Returns a use of an account from this client, as its owner is informed of it. Throws UnauthenticatedError. */
export const ownEvent = async (
  store: Pick<SessionStore, "database" | "clock">,
  accountId: number,
  client: LoginClient,
): Promise<AccountEvent> => eventOf(await loginOf(store, accountId), clientOf(client), store.clock.now());

/** Counts a first code of a new authenticator; returns how to let it count no longer. Throws TooManyRequestsError. */
export const countFirstCode = (
  store: Pick<SessionStore, "attempts" | "key">,
  { accountId, sessionId }: SessionOwner,
): Promise<() => Promise<void>> => countCode(store, accountId, { deviceId: sessionId });

export type PasswordChange = { current: string; password: string };

/**
 * Sets a password for whoever knows the current one; ends all sessions and starts a new one. Throws InvalidError for a
 * wrong current password, which counts like one at login.
 */
export async function changePassword(
  store: Changing,
  accountId: number,
  change: PasswordChange,
  sender: LoginClient,
): Promise<Started> {
  const from = clientOf(sender);
  const account = await loginOf(store, accountId);
  return inTurnFor(store, account.email, from, () => changeOwnPassword(store, account, change, from));
}

async function changeOwnPassword(
  store: Changing,
  account: Login,
  { current, password }: PasswordChange,
  from: SessionClient,
): Promise<Started> {
  const { database, clock, listener } = store;
  await refuseWeakPassword(password);
  const { client, forget } = await requirePassword(store, account, { field: "current", password: current }, from);
  const hash = await hashPassword(password);
  const started = await database.db.transaction().execute(async (trx) => {
    const changed = await replacePassword(trx, account, hash);
    await recordUse(store, trx, "password.change", changed, from);
    await listener.passwordChanged(trx, eventOf(changed, from, clock.now()));
    return { account: changed, pair: await begin(store, trx, changed, from) };
  });
  await forget();
  return { tokens: started.pair, device: await signDevice(store, started.account, client.deviceId ?? undefined) };
}

/**
 * Sets a password for whoever has proved otherwise to own the account, and ends all sessions; returns a device token.
 * `prove` runs in the same transaction and returns the account; it throws where there is no proof.
 */
export async function resetPassword(
  store: Changing,
  password: string,
  sender: LoginClient,
  prove: (trx: Transaction<Tables>) => Promise<Login>,
): Promise<string> {
  const { database, clock, listener } = store;
  const from = clientOf(sender);
  await refuseWeakPassword(password);
  const hash = await hashPassword(password);
  const account = await database.db.transaction().execute(async (trx) => {
    const changed = await replacePassword(trx, await prove(trx), hash);
    await remember(store, trx, changed.id, from);
    await recordUse(store, trx, "password.reset", changed, from);
    await listener.passwordChanged(trx, eventOf(changed, from, clock.now()));
    return changed;
  });
  return signDevice(store, account);
}
