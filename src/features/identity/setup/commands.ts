import { randomBytes } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { justWritten } from "#db/rows.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { recordAccount } from "#features/events/commands.ts";
import { rejectWeakPassword, replaceLogin } from "#features/identity/accounts/commands.ts";
import { authorRenamed } from "#features/identity/accounts/profiles.ts";
import { findLoginById, type Login } from "#features/identity/accounts/queries.ts";
import type { LoginClient, SessionStore, Started } from "#features/identity/accounts/session-store.ts";
import { startVerifiedSession } from "#features/identity/accounts/sign-in.ts";
import { lookSetting } from "#features/settings/appearance/commands.ts";
import { readAppearance } from "#features/settings/appearance/queries.ts";
import { changeSetting, newsroomSetting, setNeutral, siteSetting } from "#features/settings/commands.ts";
import { readSiteSettings } from "#features/settings/facts/queries.ts";
import { isBuiltIn, isReceivable } from "#features/settings/facts/rules.ts";
import type { SiteSettings } from "#features/settings/facts/schema.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { hashOfToken } from "#platform/keys.ts";
import { approximateNetwork } from "#platform/networks.ts";
import { hashPassword } from "#platform/password.ts";
import { isSeeded } from "#platform/seed-marks.ts";
import { type Actor, onBehalfOf } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import type { SetupBody, SetupState } from "./endpoints.ts";
import { BAD_SETUP_LINK, DEMO_AUTHOR, SETUP_TTL_MS } from "./rules.ts";

const TOKEN_BYTES = 32;

export type SetupParts = {
  database: Database;
  clock: Clock;
  sessions: SessionStore;
  /** The settings of the site that apply until the newsroom changes them. */
  siteDefaults: SiteSettings;
  /** Removes the demo content, if there is any, and the sections of the first start, in the caller's transaction. */
  removeDemo: (trx: Transaction<Tables>, by: Actor, language: string) => Promise<void>;
  /** Updates what contains the publication's name or tagline, after a change of either. */
  onSiteChange: () => Promise<void>;
};

/** Creates the setup link of a new first account, in the transaction that adds the account; returns its token. */
export async function createSetupLink(trx: Transaction<Tables>, clock: Clock, accountId: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const account = justWritten(await findLoginById(trx, accountId));
  await trx
    .insertInto("setup_link")
    .values({
      hash: hashOfToken(token),
      account_id: accountId,
      generation: account.token_generation,
      expires_at: clock.now() + SETUP_TTL_MS,
    })
    .execute();
  return token;
}

/** The account of a valid link. Throws NotFoundError once there is no link, and InvalidError for another one. */
async function ownerOf(db: Kysely<Tables>, clock: Clock, token: string): Promise<Login> {
  const link = await db
    .selectFrom("setup_link")
    .select(["account_id", "generation"])
    .where("hash", "=", hashOfToken(token))
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  const owner = link && (await findLoginById(db, link.account_id));
  // After the first login, or with a new password, the account has an owner: the link would take it from them.
  if (!owner || owner.signed_in_at !== null || owner.token_generation !== link.generation)
    throw (await hasLink(db, clock))
      ? new InvalidError("invalid_link", BAD_SETUP_LINK, { token: BAD_SETUP_LINK })
      : new NotFoundError("not_found", BAD_SETUP_LINK);
  return owner;
}

const hasLink = async (db: Kysely<Tables>, clock: Clock): Promise<boolean> =>
  (await db.selectFrom("setup_link").select("hash").where("expires_at", ">", clock.now()).executeTakeFirst()) !==
  undefined;

/** What the setup screen shows first. Throws InvalidError for a link that is not valid. */
export async function readSetup({ database, clock, siteDefaults }: SetupParts, token: string): Promise<SetupState> {
  const { email } = await ownerOf(database.db, clock, token);
  const { time_zone } = await readNewsroom(database.db);
  const { name: site_name, language: own } = await readSiteSettings(database.db, siteDefaults);
  // Before the setup no other language can have been added.
  const language = isBuiltIn(own) ? own : "en";
  const { accent } = await readAppearance(database.db);
  const has_demo = await isSeeded(database.db, "edition");
  return { has_demo, email: isReceivable(email) ? email : "", site_name, language, accent, time_zone };
}

/**
 * Gives the first account to the person who has the link, sets up the publication, and starts a session. The printed
 * password stops working. Throws InvalidError for a weak password, which leaves the link valid, and for a link that is
 * not; ConflictError for a name or address that another account has.
 */
export async function setUp(parts: SetupParts, { token, ...body }: SetupBody, client: LoginClient): Promise<Started> {
  const { database, clock, sessions, siteDefaults: defaults, removeDemo, onSiteChange } = parts;
  // First: anybody may send this request, and a password takes long to hash.
  await ownerOf(database.db, clock, token);
  await rejectWeakPassword(body.password);
  const password_hash = await hashPassword(body.password);
  const accountId = await changeContent(database, async (trx) => {
    const owner = await redeem(trx, clock, token);
    const { name, email, time_zone, accent, keeps_demo } = body;
    const by: Actor = { ...onBehalfOf(owner.id), network: approximateNetwork(client.address) };
    // First: a demo author may have the chief's name.
    if (!keeps_demo) {
      await removeDemo(trx, by, body.language ?? defaults.language);
      await setNeutral(trx, clock, true);
    }
    await replaceLogin(trx, owner, { name, email, password_hash }).catch(explainDemoAuthor(trx, keeps_demo));
    await authorRenamed(trx, clock, by, { id: owner.id, name });
    await changeSetting(trx, clock, newsroomSetting, { by, body: { time_zone } });
    await changeSetting(trx, clock, siteSetting(defaults), { by, body: publicationIn(body) });
    if (accent !== undefined) await changeSetting(trx, clock, lookSetting, { by, body: { accent } });
    const changes = owner.email === email ? {} : { email: { from: owner.email, to: email } };
    await recordAccount(trx, clock, by, "account.setup", owner.id, changes);
    return { result: owner.id, changed: [EVERYTHING] };
  });
  await onSiteChange();
  return startVerifiedSession(sessions, accountId, client, { by: "setup link" });
}

/** The publication's own settings. Readers write to the chief until another address is set. */
function publicationIn({ site_name, language, tagline, contact_email, email }: Omit<SetupBody, "token">) {
  const contact = contact_email || (isReceivable(email) ? email : undefined);
  return {
    ...(site_name !== undefined && { name: site_name }),
    ...(language !== undefined && { language }),
    ...(tagline && { tagline }),
    ...(contact !== undefined && { contact_email: contact }),
  };
}

/** Explains how to use a name that a demo author may have. */
const explainDemoAuthor =
  (trx: Transaction<Tables>, keepsDemo: boolean) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof ConflictError) || error.code !== "name_taken" || !keepsDemo) throw error;
    if (!(await isSeeded(trx, "edition"))) throw error;
    throw new ConflictError("name_taken", DEMO_AUTHOR, { name: DEMO_AUTHOR });
  };

/** Consumes a link; of two requests with the same token, one succeeds. Throws as `ownerOf`. */
async function redeem(trx: Transaction<Tables>, clock: Clock, token: string): Promise<Login> {
  const owner = await ownerOf(trx, clock, token);
  const { numDeletedRows } = await trx
    .deleteFrom("setup_link")
    .where("hash", "=", hashOfToken(token))
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw new NotFoundError("not_found", BAD_SETUP_LINK);
  return owner;
}

/** Deletes setup links that have expired. */
export async function removeExpiredSetupLinks(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom("setup_link").where("expires_at", "<=", now).execute();
}
