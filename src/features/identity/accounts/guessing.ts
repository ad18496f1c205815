import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { nobodyAt, recordRepeated } from "#features/audit/commands.ts";
import type { Action, Changes } from "#features/audit/rules.ts";
import { type AccountAction, recordAccount } from "#features/events/commands.ts";
import { MAX_WRONG_CODES } from "#features/identity/second-factor/rules.ts";
import type { AttemptLimit } from "#platform/attempts.ts";
import { keyedHash } from "#platform/keys.ts";
import { hashPassword, verifyPassword } from "#platform/password.ts";
import { TooManyRequestsError } from "#shared/errors.ts";
import { generatePassword } from "./commands.ts";
import { isKnownNetwork, type Login } from "./queries.ts";
import { KNOWN_NETWORK_TTL_MS, MAX_GUESSES } from "./rules.ts";
import { readDevice, type SessionClient, type SessionStore } from "./session-store.ts";

/** A client that sends a password, and whether the account has signed in from it before. */
export type Client = {
  network: string;
  isKnownNetwork: boolean;
  /** From its device token; null without a valid one. */
  deviceId: string | null;
};

export type Checked = {
  isRight: boolean;
  client: Client;
  /** Stops counting the attempt. */
  forget: () => Promise<void>;
};

/**
 * Checks a password, counting the attempt first. `account` is undefined for an unknown address, which takes equally
 * long. Throws TooManyRequestsError.
 */
export async function checkPassword(
  store: SessionStore,
  { email, account }: { email: string; account: Login | undefined },
  password: string,
  from: SessionClient,
): Promise<Checked> {
  const client = await findClient(store, account, from);
  const forget = await countAttempt(store, guessLimits(store.key, email, client));
  const isRight = await verifyPassword(password, account?.password_hash ?? (await dummyHash()));
  return { isRight: isRight && account !== undefined, client, forget };
}

/** Describes the client of an account; undefined if no account has the address. */
export async function findClient(
  store: SessionStore,
  account: Login | undefined,
  { network, device }: SessionClient,
): Promise<Client> {
  const { database, clock, key } = store;
  return {
    network,
    deviceId: account ? await readDevice(store, device, account) : null,
    isKnownNetwork: await isKnownNetwork(database.db, {
      accountId: account?.id ?? 0,
      network: networkKey(key, account?.id ?? 0, network),
      since: clock.now() - KNOWN_NETWORK_TTL_MS,
    }),
  };
}

/**
 * Counts an attempt at a second-factor code; returns a function that stops counting it. Who gets here knows the
 * password, so a known device has ten attempts of its own, and all others share ten (decision 69). Throws
 * TooManyRequestsError.
 */
export function countCode(store: SessionStore, accountId: number, { deviceId }: Pick<Client, "deviceId">) {
  const counted =
    deviceId === null ? codeKey(store.key, accountId) : keyedHash(store.key, "code on", accountId, deviceId);
  return countAttempt(store, [{ key: counted, max: MAX_WRONG_CODES }]);
}

/** Counts an attempt; returns a function that stops counting it. Throws TooManyRequestsError. */
async function countAttempt({ attempts }: SessionStore, limits: AttemptLimit[]): Promise<() => Promise<void>> {
  const taken = await attempts.take(limits);
  if (taken.id !== undefined) return () => attempts.release(taken.id);
  if (taken.isRemembered) throw new StillBlockedError("too_many_logins", BLOCKED, taken.retryAfter);
  throw new TooManyRequestsError("too_many_logins", BLOCKED, taken.retryAfter);
}

const BLOCKED = "Too many failed logins. Please try again later.";

/** For a client that was rejected a moment ago. Not recorded again, so that a flood costs no writes. */
class StillBlockedError extends TooManyRequestsError {}

/** Rejects a login without a query if the client is known to have no attempts left. Throws StillBlockedError. */
export function rejectIfKnown(
  { attempts, key }: SessionStore,
  email: string,
  { network, device }: SessionClient,
): void {
  // A known device has attempts of its own, and only the database knows whether it is one.
  const wait = device === undefined ? attempts.knownWait(networkLimits(key, email, network)) : undefined;
  if (wait !== undefined) throw new StillBlockedError("too_many_logins", BLOCKED, wait);
}

/** The limits of a client without a device token: for one account, and for all accounts. */
const networkLimits = (key: Buffer, email: string, network: string): AttemptLimit[] => [
  { key: keyedHash(key, "login", email, network), max: MAX_GUESSES.accountFromAddress },
  { key: keyedHash(key, "login from", network), max: MAX_GUESSES.address },
];

/**
 * The limits a login counts towards, before the password is checked (decision 17). An attacker on many networks locks
 * out only clients that have never signed in to the account: a known network has its own ten attempts, and a known
 * device ten that others behind the same address cannot use up.
 */
function guessLimits(key: Buffer, email: string, client: Client): AttemptLimit[] {
  const { network, isKnownNetwork: isKnown, deviceId } = client;
  const isTrusted = isKnown || deviceId !== null;
  const account = { key: accountKey(key, email), max: isTrusted ? Number.POSITIVE_INFINITY : MAX_GUESSES.account };
  if (deviceId !== null)
    return [{ key: keyedHash(key, "login on", email, deviceId), max: MAX_GUESSES.device }, account];
  return [account, ...networkLimits(key, email, network)];
}

/** Counts wrong passwords for an account from everywhere. */
export const accountKey = (key: Buffer, email: string) => keyedHash(key, "login to", email);

/** Counts wrong codes for an account, except those from known devices. */
export const codeKey = (key: Buffer, accountId: number) => keyedHash(key, "code for", accountId);

/** Stored instead of a network, and the kind of device, that an account has signed in from. */
export const networkKey = (key: Buffer, accountId: number, network: string) =>
  keyedHash(key, "known network", accountId, network);
export const deviceKey = (key: Buffer, accountId: number, network: string, device: string) =>
  keyedHash(key, "known device", accountId, network, device);

let standInHash: Promise<string> | undefined;

/** A hash to check when the account does not exist, so that the response takes equally long. */
function dummyHash(): Promise<string> {
  standInHash ??= hashPassword(generatePassword());
  return standInHash;
}

/** Records in the audit log what the owner of an account did, in the same transaction. */
export const recordUse = (
  { clock }: SessionStore,
  trx: Transaction<Tables>,
  action: AccountAction,
  { id }: Login,
  { origin }: SessionClient,
  changes?: Changes,
): Promise<unknown> => recordAccount(trx, clock, { accountId: id, network: origin }, action, id, changes);

/** Records a failed login in the audit log, without the typed address: that may be a password in the wrong field. */
export const recordFailure = (
  { database, clock }: SessionStore,
  action: Action,
  account: Login | undefined,
  { origin }: SessionClient,
): Promise<void> =>
  recordRepeated(database, clock, {
    by: nobodyAt(origin),
    action,
    subject: { kind: "account", id: account?.id ?? null },
  });

/** Awaits a password check, and records a rejection for too many failures in the audit log. */
export async function recordIfBlocked<Checked>(
  store: SessionStore,
  account: Login | undefined,
  from: SessionClient,
  checked: Promise<Checked>,
): Promise<Checked> {
  try {
    return await checked;
  } catch (error) {
    const isNew = error instanceof TooManyRequestsError && !(error instanceof StillBlockedError);
    if (isNew) await recordFailure(store, "session.block", account, from);
    throw error;
  }
}
