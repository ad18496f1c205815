import { randomBytes, randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { readSiteName } from "#features/settings/facts/queries.ts";
import type { Clock } from "#platform/clock.ts";
import {
  deriveKey,
  hashOfToken,
  keyedHash,
  resealStored,
  type Secrets,
  sealStored,
  secretsOf,
  unsealStored,
} from "#platform/keys.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import {
  challengeOf,
  creationOptions,
  requestOptions,
  type Site,
  verifyAssertion,
  verifyCreation,
} from "./internal/web-authn.ts";
import { factorsOf, isSetUp, listPasskeys, waysOf } from "./queries.ts";
import {
  isAuthenticatorCode,
  MAX_PASSKEYS,
  newSecret,
  plainCode,
  RECOVERY_CODES,
  stepOfCode,
  TICKET_TTL_MS,
  WRONG_CODE,
  WRONG_PASSKEY,
} from "./rules.ts";
import type { NewPasskeyResponse, PasskeyResponse, SecondStep } from "./schema.ts";

type KeyParts = Secrets & { clock: Clock };
export type FactorParts = KeyParts & { database: Database } & Site;

export type FactorOwner = { id: number; email: string; name: string; token_generation: number };

const RANDOM_BYTES = 32;
const randomText = () => randomBytes(RANDOM_BYTES).toString("base64url");
const PURPOSE = "authenticator secrets";
const seal = (secretKey: string, text: string) => sealStored(secretKey, PURPOSE, text);
const unseal = (secrets: Secrets, stored: string) => unsealStored(secrets, PURPOSE, stored);

/** Re-encrypts with the current key what a former key encrypted. */
export async function reencryptSecrets({
  database: { db },
  ...secrets
}: Secrets & { database: Database }): Promise<void> {
  const resealed = (stored: string | null) => stored && resealStored(secrets, PURPOSE, stored);
  const rows = await db.selectFrom("authenticator").select(["account_id", "secret", "pending_secret"]).execute();
  for (const row of rows) {
    const change = { secret: resealed(row.secret), pending_secret: resealed(row.pending_secret) };
    if (change.secret === row.secret && change.pending_secret === row.pending_secret) continue;
    // A concurrent replacement wins.
    await db
      .updateTable("authenticator")
      .set(change)
      .where("account_id", "=", row.account_id)
      .where("secret", "is not distinct from", row.secret)
      .where("pending_secret", "is not distinct from", row.pending_secret)
      .execute();
  }
}

/** Shows a secret for an authenticator app; it becomes active with its first code. */
export async function offerAuthenticator(
  { database, secretKey, siteName }: FactorParts,
  { id, email }: FactorOwner,
): Promise<{ secret: string; otpauth: string }> {
  const offered = newSecret(await readSiteName(database.db, siteName), email);
  const pending_secret = seal(secretKey, offered.secret);
  await database.db
    .insertInto("authenticator")
    .values({ account_id: id, secret: null, pending_secret })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ pending_secret }))
    .execute();
  return offered;
}

/** Activates the pending secret, and returns new recovery codes. Throws ConflictError for none, InvalidError for a wrong code. */
export async function confirmAuthenticator(
  { clock, ...secrets }: KeyParts,
  trx: Transaction<Tables>,
  accountId: number,
  code: string,
): Promise<string[]> {
  const row = await trx
    .selectFrom("authenticator")
    .select("pending_secret")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (!row?.pending_secret)
    throw new ConflictError("no_pending_secret", "Start again: no authenticator app is waiting for its first code.");
  const secret = unseal(secrets, row.pending_secret);
  const step = secret === null ? null : stepOfCode(secret, plainCode(code), clock.now());
  if (step === null) throw new InvalidError("wrong_code", WRONG_CODE, { code: WRONG_CODE });
  await trx
    .updateTable("authenticator")
    .set({ secret: row.pending_secret, pending_secret: null, last_step: step })
    .where("account_id", "=", accountId)
    .execute();
  return renewRecoveryCodes(secrets, trx, accountId);
}

/** Deletes an account's authenticator, and its recovery codes with the last factor. Throws NotFoundError. */
export async function removeAuthenticator(trx: Transaction<Tables>, accountId: number): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("authenticator")
    .where("account_id", "=", accountId)
    .where("secret", "is not", null)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0)
    throw new NotFoundError("authenticator_not_found", "No authenticator app is set up.");
  await dropIdleCodes(trx, accountId);
}

async function dropIdleCodes(trx: Transaction<Tables>, accountId: number): Promise<void> {
  if (!isSetUp(await factorsOf(trx, accountId)))
    await trx.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
}

/** Replaces an account's recovery codes: ten of 50 bits, as `xxxxx-xxxxx`, returned only here. */
export async function renewRecoveryCodes(
  { secretKey }: Pick<KeyParts, "secretKey">,
  trx: Transaction<Tables>,
  accountId: number,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode);
  await trx.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
  await trx
    .insertInto("recovery_code")
    .values(codes.map((code) => ({ account_id: accountId, hash: hashOfCode(secretKey, accountId, plainCode(code)) })))
    .execute();
  return codes;
}

/** Keyed, as codes short enough to type could be found from plain hashes. */
const hashOfCode = (secretKey: string, accountId: number, code: string) =>
  keyedHash(deriveKey(secretKey, "recovery codes"), accountId, code);

/** 32 letters and digits that are not mistaken for each other: 5 bits each. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz023456789";
const HALF = 5;

function randomCode(): string {
  const letters = [...randomBytes(2 * HALF)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return `${letters.slice(0, HALF).join("")}-${letters.slice(HALF).join("")}`;
}

/** Consumes a code of an account, from the authenticator or a recovery code; null if it is neither, or was used. */
export async function consumeCode(
  { clock, ...secrets }: KeyParts,
  trx: Transaction<Tables>,
  accountId: number,
  typed: string,
): Promise<"totp" | "recovery" | null> {
  const code = plainCode(typed);
  if (!isAuthenticatorCode(code)) {
    const { numDeletedRows } = await trx
      .deleteFrom("recovery_code")
      .where("account_id", "=", accountId)
      .where(
        "hash",
        "in",
        secretsOf(secrets, undefined).map((secret) => hashOfCode(secret, accountId, code)),
      )
      .executeTakeFirst();
    return Number(numDeletedRows) === 1 ? "recovery" : null;
  }
  const row = await trx
    .selectFrom("authenticator")
    .select("secret")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const secret = row?.secret ? unseal(secrets, row.secret) : null;
  const step = secret === null ? null : stepOfCode(secret, code, clock.now());
  if (step === null) return null;
  // RFC 6238, 5.2: each code once, also of two concurrent requests.
  const { numUpdatedRows } = await trx
    .updateTable("authenticator")
    .set({ last_step: step })
    .where("account_id", "=", accountId)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1 ? "totp" : null;
}

type TicketFor = { accountId: number | null; generation: number };

/** A ticket for the second step of a sign-in; null if the account has none. */
export async function startChallenge(
  parts: FactorParts,
  account: Pick<FactorOwner, "id" | "token_generation">,
): Promise<SecondStep | null> {
  const { db } = parts.database;
  const second_factor = waysOf(await factorsOf(db, account.id));
  if (second_factor.length === 0) return null;
  const { ticket, challenge } = await makeTicket(parts, {
    accountId: account.id,
    generation: account.token_generation,
  });
  if (!second_factor.includes("passkey")) return { second_factor, ticket };
  const passkeys = await listPasskeys(db, account.id);
  return { second_factor, ticket, passkey: requestOptions(parts, { challenge, passkeys }) };
}

/** A ticket for a sign-in by passkey alone, which identifies the account. */
export async function startPasskeyLogin(parts: FactorParts) {
  const { ticket, challenge } = await makeTicket(parts, { accountId: null, generation: 0 });
  return { ticket, passkey: requestOptions(parts, { challenge, passkeys: [] }) };
}

async function makeTicket({ database, clock }: FactorParts, { accountId, generation }: TicketFor) {
  const [ticket, challenge] = [randomText(), randomText()];
  await storeTicket(database, clock.now(), { ticket, challenge, accountId, generation, purpose: "sign-in" });
  return { ticket, challenge };
}

type NewTicket = TicketFor & { ticket: string; challenge: string; purpose: "sign-in" | "passkey" };

async function storeTicket({ db }: Database, now: number, { ticket, accountId, ...row }: NewTicket): Promise<void> {
  await removeExpiredTickets(db, now);
  await db
    .insertInto("sign_in_ticket")
    .values({ ...row, hash: hashOfToken(ticket), account_id: accountId, expires_at: now + TICKET_TTL_MS })
    .execute();
}

export async function removeExpiredTickets(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom("sign_in_ticket").where("expires_at", "<=", now).execute();
}

/** Consumes a ticket; returns whether it was still there, so that only one of two concurrent requests succeeds. */
export async function consumeTicket(trx: Transaction<Tables>, ticket: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("sign_in_ticket")
    .where("hash", "=", hashOfToken(ticket))
    .executeTakeFirst();
  return Number(numDeletedRows) === 1;
}

/** A passkey that has signed a challenge: its account, and its device's new counter. */
export type UsedPasskey = { id: string; accountId: number; counter: number };

/** The passkey that signed a ticket's challenge, or null. Without `accountId`, it identifies the account (no password). */
export async function checkPasskey(
  parts: FactorParts,
  { accountId, challenge }: { accountId: number | null; challenge: string },
  response: PasskeyResponse,
): Promise<UsedPasskey | null> {
  const { db } = parts.database;
  const passkey = await db
    .selectFrom("passkey")
    .selectAll()
    .where("credential_id", "=", response.id)
    .executeTakeFirst();
  if (!passkey || (accountId !== null && passkey.account_id !== accountId)) return null;
  const used = await verifyAssertion(parts, { challenge, passkey, response, isAlone: accountId === null });
  return used && { id: passkey.id, accountId: passkey.account_id, counter: used.counter };
}

/** Records the use of a passkey; false if it has been removed, or a later use was recorded. */
export async function recordPasskeyUse(
  { clock }: Pick<FactorParts, "clock">,
  trx: Transaction<Tables>,
  { id, counter }: UsedPasskey,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("passkey")
    .set({ counter, used_at: clock.now() })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("counter", "<", counter), eb("counter", "=", 0)]))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** The options for a browser to create a passkey. Throws ConflictError if the account has as many as it may. */
export async function offerPasskey(parts: FactorParts, account: FactorOwner) {
  const { database, clock, secretKey } = parts;
  const passkeys = await listPasskeys(database.db, account.id);
  if (passkeys.length >= MAX_PASSKEYS)
    throw new ConflictError("too_many_passkeys", `An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
  const challenge = randomText();
  const { id: accountId, token_generation: generation, email, name } = account;
  // The challenge, which the browser's response names, is its own ticket.
  await storeTicket(database, clock.now(), { ticket: challenge, challenge, accountId, generation, purpose: "passkey" });
  const handle = Buffer.from(keyedHash(deriveKey(secretKey, "passkey owners"), accountId), "base64url");
  const siteName = await readSiteName(parts.database.db, parts.siteName);
  return creationOptions({ ...parts, siteName }, { owner: { handle, email, name }, challenge, passkeys });
}

/** A passkey that a browser created for an offer. */
export type MadePasskey = NonNullable<Awaited<ReturnType<typeof checkNewPasskey>>>;

/** Verifies a new passkey of an account. Throws InvalidError for a response to no offer, or from another site. */
export async function checkNewPasskey(parts: FactorParts, accountId: number, response: NewPasskeyResponse) {
  const challenge = challengeOf(response.response.clientDataJSON);
  const offer = await offersOf(parts.database.db, parts.clock.now(), { accountId, challenge })
    .select("challenge")
    .executeTakeFirst();
  const made = offer && (await verifyCreation(parts, offer.challenge, response));
  if (!made) throw new InvalidError("passkey_rejected", WRONG_PASSKEY, { passkey: WRONG_PASSKEY });
  return { ...made, challenge, transports: response.response.transports ?? [] };
}

const offersOf = (
  db: Kysely<Tables>,
  now: number,
  { accountId, challenge }: { accountId: number; challenge: string },
) =>
  db
    .selectFrom("sign_in_ticket")
    .where("hash", "=", hashOfToken(challenge))
    .where("account_id", "=", accountId)
    .where("purpose", "=", "passkey")
    .where("expires_at", ">", now);

/**
 * Adds a passkey; returns it, and recovery codes if the account had none. Throws InvalidError if its offer has been
 * used, ConflictError if it was added before.
 */
export async function addPasskey(
  parts: KeyParts,
  trx: Transaction<Tables>,
  accountId: number,
  { name, made }: { name: string; made: MadePasskey },
) {
  if (!(await consumeTicket(trx, made.challenge)))
    throw new InvalidError("passkey_rejected", WRONG_PASSKEY, { passkey: WRONG_PASSKEY });
  const passkey = await trx
    .insertInto("passkey")
    .values({
      id: randomUUID(),
      account_id: accountId,
      credential_id: made.id,
      public_key: made.publicKey,
      counter: made.counter,
      transports: JSON.stringify(made.transports),
      name,
      created_at: parts.clock.now(),
      used_at: null,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!passkey) throw new ConflictError("passkey_in_use", "This passkey is already registered.");
  const { recovery } = await factorsOf(trx, accountId);
  return { passkey, recoveryCodes: recovery === 0 ? await renewRecoveryCodes(parts, trx, accountId) : null };
}

/** Locks the factors of an account until the commit, so that concurrent removals cannot remove the last two. */
export async function lockFactors(trx: Transaction<Tables>, accountId: number): Promise<void> {
  const apps = trx.selectFrom("authenticator").select("account_id").where("account_id", "=", accountId);
  await apps.forUpdate().execute();
  await trx.selectFrom("passkey").select("id").where("account_id", "=", accountId).forUpdate().execute();
}

export async function removePasskey(trx: Transaction<Tables>, accountId: number, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("passkey")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw new NotFoundError("passkey_not_found", "Passkey not found.");
  await dropIdleCodes(trx, accountId);
}

/** Deletes all factors of an account; returns whether there were any. */
export async function removeFactors(trx: Transaction<Tables>, accountId: number): Promise<boolean> {
  const had = isSetUp(await factorsOf(trx, accountId));
  await trx.deleteFrom("authenticator").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("passkey").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("recovery_code").where("account_id", "=", accountId).execute();
  await trx.deleteFrom("sign_in_ticket").where("account_id", "=", accountId).execute();
  return had;
}
