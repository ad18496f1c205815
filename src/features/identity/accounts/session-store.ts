import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { FactorParts } from "#features/identity/second-factor/commands.ts";
import type { Attempts } from "#platform/attempts.ts";
import { approximateNetwork, networkOf } from "#platform/client-network.ts";
import type { InTurn } from "#platform/in-turn.ts";
import { deriveKey } from "#platform/keys.ts";
import type { SignedTokens } from "#platform/signed-tokens.ts";
import { deviceWords } from "./internal/device-words.ts";
import type { TokenPair } from "./schema.ts";

/** A use of an account of which its owner is informed, in the transaction in which it happens. */
export type AccountEvent = { accountId: number; email: string; device: string; origin: string; at: number };

/** Learns of what happens to accounts (decision 23). */
export type AccountListener = {
  /** A sign-in from a device or a network that the account has not signed in from lately; never the first of all. */
  signedInAnew: (trx: Transaction<Tables>, event: AccountEvent) => Promise<void>;
  /** A session was ended because its refresh token was used twice, the second time by this client. */
  sessionCopied: (trx: Transaction<Tables>, event: AccountEvent) => Promise<void>;
  passwordChanged: (trx: Transaction<Tables>, event: AccountEvent) => Promise<void>;
  factorsChanged: (trx: Transaction<Tables>, event: AccountEvent & { change: FactorChange }) => Promise<void>;
};

/** What happened to the second factors of an account. */
export type FactorChange =
  | "authenticator added"
  | "authenticator removed"
  | "passkey added"
  | "passkey removed"
  | "codes renewed"
  | "code used";

/** The database, clock and keys of sessions. Each function names the fields that it uses. */
export type SessionStore = FactorParts & {
  attempts: Attempts;
  listener: AccountListener;
  tokens: { access: SignedTokens; refresh: SignedTokens; device: SignedTokens };
  /** Key of the hashes of networks, devices and attempts. */
  key: Buffer;
  /** Passwords for one account from one network are checked one at a time, so correct ones never use up the limit. */
  turn: InTurn;
};

export const sessionKey = (secretKey: string): Buffer => deriveKey(secretKey, "sessions");

/** What a request says of its sender: the address, the User-Agent, and the device token of an earlier login. */
export type LoginClient = { address: string; agent: string | undefined; device: string | undefined };

/** The same as it is used: what counts as one network, what of it may be shown, and the device in words. */
export type SessionClient = { network: string; origin: string; words: string; device: string | undefined };

/** The tokens of a new session, and the device token for the next login. */
export type Started = { tokens: TokenPair; device: string };

/** Who sends a request that signs in. */
export const clientOf = ({ address, agent, device }: LoginClient): SessionClient => ({
  network: networkOf(address),
  origin: approximateNetwork(address),
  words: deviceWords(agent),
  device,
});
