import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { FactorParts } from "#features/identity/second-factor/commands.ts";
import type { Attempts } from "#platform/attempts.ts";
import type { InTurn } from "#platform/concurrency.ts";
import { deriveKey, hashOfToken, type SignedTokens } from "#platform/keys.ts";
import { approximateNetwork, networkOf } from "#platform/networks.ts";
import { UnauthenticatedError } from "#shared/errors.ts";
import { deviceClaims, type TokenClaims, type TokenPair, tokenClaims } from "./endpoints.ts";
import type { Login } from "./queries.ts";
import { ACCESS_TTL_MS, DEVICE_TTL_MS, endOfSession, SESSION_ENDED } from "./rules.ts";

/** A use of an account that its owner is notified of, in the same transaction. */
export type AccountEvent = { accountId: number; email: string; device: string; origin: string; at: number };

/** Notified of account events (decision 23). */
export type AccountListener = {
  /** A sign-in from a device or network that is new to the account; never its first sign-in. */
  onNewDeviceSignIn: (trx: Transaction<Tables>, event: AccountEvent) => Promise<void>;
  /** A session was revoked because its refresh token was used twice, the second time by this client. */
  onReusedRefreshToken: (trx: Transaction<Tables>, event: AccountEvent) => Promise<void>;
  passwordChanged: (trx: Transaction<Tables>, event: AccountEvent) => Promise<void>;
  factorsChanged: (trx: Transaction<Tables>, event: AccountEvent & { change: FactorChange }) => Promise<void>;
};

export type FactorChange =
  | "authenticator added"
  | "authenticator removed"
  | "passkey added"
  | "passkey removed"
  | "codes renewed"
  | "code used";

/** The database, clock and keys of sessions. */
export type SessionStore = FactorParts & {
  attempts: Attempts;
  listener: AccountListener;
  tokens: { access: SignedTokens; refresh: SignedTokens; device: SignedTokens };
  /** Key for hashing networks, devices and attempts. */
  key: Buffer;
  /** Passwords for one account from one network are checked one at a time, so correct ones never use up the limit. */
  turn: InTurn;
};

export const sessionKey = (secretKey: string): Buffer => deriveKey(secretKey, "sessions");

/** The sender of a request: the address, the User-Agent, and the device token of an earlier login. */
export type LoginClient = { address: string; agent: string | undefined; device: string | undefined };

/**
 * The same, normalized: the network that attempts are counted by, the part of it that may be shown, and the device in
 * words.
 */
export type SessionClient = { network: string; origin: string; words: string; device: string | undefined };

/** The tokens of a new session, and the device token for the next login. */
export type Started = { tokens: TokenPair; device: string };

export const clientOf = ({ address, agent, device }: LoginClient): SessionClient => ({
  network: networkOf(address),
  origin: approximateNetwork(address),
  words: deviceWords(agent),
  device,
});

/** When a session started, and when it was used for this pair of tokens. Epoch milliseconds. */
type SessionUse = { startedAt: number; at: number };

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);
const times = (from: number, until: number) => ({ iat: seconds(from), exp: seconds(until) });

export async function signPair(
  { tokens, clock }: SessionStore,
  { sub, sid }: TokenClaims,
  jti: string,
  { startedAt, at }: SessionUse,
): Promise<TokenPair> {
  const now = clock.now();
  return {
    access: await tokens.access.sign({ sub: String(sub), sid, jti: randomUUID(), ...times(now, now + ACCESS_TTL_MS) }),
    // Derived only from its predecessor, so that a retry gets the identical token.
    refresh: await tokens.refresh.sign({ sub: String(sub), sid, jti, ...times(at, endOfSession({ startedAt, at })) }),
  };
}

/** Verifies a refresh token. Throws UnauthenticatedError. */
export async function readRefreshToken({ tokens }: SessionStore, token: string) {
  const claims = tokenClaims.extend({ jti: tokenClaims.shape.sid }).safeParse(await tokens.refresh.verify(token));
  if (!claims.success) throw new UnauthenticatedError("session_ended", SESSION_ENDED);
  return claims.data;
}

/** Signs the device token for the next login; a device without an id gets one. */
export function signDevice(
  { tokens, clock }: SessionStore,
  { id, token_generation: gen }: Pick<Login, "id" | "token_generation">,
  deviceId: string = randomUUID(),
): Promise<string> {
  const now = clock.now();
  return tokens.device.sign({ sub: String(id), sid: deviceId, gen, ...times(now, now + DEVICE_TTL_MS) });
}

/** Returns the id in an account's device token; null without a valid one. */
export async function readDevice({ tokens }: SessionStore, token: string | undefined, account: Login) {
  const claims = deviceClaims.safeParse(token === undefined ? null : await tokens.device.verify(token));
  const isOwn = claims.success && claims.data.sub === account.id && claims.data.gen === account.token_generation;
  return isOwn ? claims.data.sid : null;
}

export async function keepRefreshToken(trx: Transaction<Tables>, token: string, sessionId: string): Promise<void> {
  await trx
    .insertInto("refresh_token")
    .values({ hash: hashOfToken(token), session_id: sessionId, used_at: null })
    .execute();
}

/**
 * Marks a refresh token as used. Returns when it was used (0 for an unknown token), and whether this call marked it.
 */
export async function markUsed(trx: Transaction<Tables>, token: string, sid: string, now: number) {
  const hash = hashOfToken(token);
  const usedNow = await trx
    .updateTable("refresh_token")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("session_id", "=", sid)
    .where("used_at", "is", null)
    .returning("hash")
    .executeTakeFirst();
  if (usedNow) return { at: now, isFirst: true };
  const stored = await trx
    .selectFrom("refresh_token")
    .select("used_at")
    .where("hash", "=", hash)
    .where("session_id", "=", sid)
    .executeTakeFirst();
  return { at: stored?.used_at ?? 0, isFirst: false };
}

/** Deletes a session's refresh tokens used before a time, which are rejected before they are looked up. */
export async function dropUsedTokens(trx: Transaction<Tables>, sid: string, before: number): Promise<void> {
  await trx.deleteFrom("refresh_token").where("session_id", "=", sid).where("used_at", "<=", before).execute();
}

/** A pattern in a User-Agent, and its name; the first match counts. */
type Word = [part: RegExp, word: string];

const BROWSERS: Word[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  // Other browsers claim to be Safari too, and come before it.
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: Word[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** The name that a program gives itself, without its version: `curl`. */
const PROGRAM = /^([\w.-]{1,40})(?:\/|$)/;

const wordFor = (words: Word[], agent: string) => words.find(([part]) => part.test(agent))?.[1];

/**
 * The browser and system of a User-Agent in words, without versions, so that an update is not a new device: "Firefox on
 * Windows". Any client can claim to be any device.
 */
export function deviceWords(agent: string | undefined): string {
  if (!agent) return "An unknown device";
  const browser = wordFor(BROWSERS, agent);
  const system = wordFor(SYSTEMS, agent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  if (system) return `A browser on ${system}`;
  const program = PROGRAM.exec(agent)?.[1];
  return program ? `The program ${program}` : "An unknown device";
}
