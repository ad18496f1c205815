import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import { recordAccount, recordEvent } from "#features/events/commands.ts";
import { insertAccount, rejectWeakPassword, removeLogin } from "#features/identity/accounts/commands.ts";
import { accountNames, findLoginOrSuspended, findMaker } from "#features/identity/accounts/queries.ts";
import { EMAIL_TAKEN, NO_LOGIN } from "#features/identity/accounts/rules.ts";
import type { LoginClient, SessionStore, Started } from "#features/identity/accounts/session-store.ts";
import { startVerifiedSession } from "#features/identity/accounts/sign-in.ts";
import { MAIL_DAY_MS } from "#features/identity/credentials/rules.ts";
import { forgetIdentities } from "#features/identity/single-sign-on/commands.ts";
import { assignInvitations, type MailQueue } from "#features/mail/commands.ts";
import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { countMailsTo, mailSite } from "#features/mail/queries.ts";
import { type Clock, systemClock } from "#platform/clock.ts";
import { hashOfToken, newSeed, type Secrets, tokenOfSeed } from "#platform/keys.ts";
import { mailField } from "#platform/mail.ts";
import { approximateNetwork } from "#platform/networks.ts";
import { hashPassword } from "#platform/password.ts";
import { type Actor, type Role, system } from "#shared/actor.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { may } from "#shared/permissions.ts";
import { DAY } from "#shared/time.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";

/** How long an invitation can be accepted, in milliseconds and in words. */
const INVITATION_TTL_MS = 3 * DAY;
export const INVITATION_TTL_WORDS = "3 days";

/** Pending invitations, and mails with one to an address in a day. */
export const MAX_INVITATIONS = 200;
export const MAX_INVITATION_MAILS = 10;

const BAD_INVITATION = "This invitation has expired. Ask the person who sent it for a new one.";

/** The placeholder of the link in its mail; filled in when the mail is sent, and never stored. */
const JOIN_LINK = mailField("join_url");

/** The token of an invitation: made from a random seed and the key, like those that set a password (decision 63). */
const invitationToken = (secrets: Secrets, seed: string): string => tokenOfSeed(secrets, "invitation", seed);

/** The links of an invitation mail, on `siteUrl` whatever host the request named. */
export const joinLinks = (secrets: Secrets, siteUrl: string) => (seed: string) => ({
  join_url: absoluteUrl(siteUrl, adminUrl.join(invitationToken(secrets, seed))),
});

/** `by` is the name of the inviting account, if it is known. */
export function invitationMail(site: MailSite, { role, by }: { role: Role; by: string | undefined }): MailContent {
  const { name, language } = site;
  const t = textIn(language);
  const time = t(INVITATION_TTL_WORDS);
  return renderMail(site, {
    subject: t("You are invited to write for {name}", { name }),
    preview: t("The link works once, for {time}.", { time }),
    language,
    blocks: [
      { kind: "heading", text: t("Join {name}", { name }) },
      {
        kind: "paragraph",
        text: t(
          "{by} has invited you to the newsroom of {name}, as {role}. Follow the link to choose your name and password. It works once, for {time}.",
          { by: by ?? t("The administrator"), name, role: t(role), time },
        ),
      },
      { kind: "button", label: t("Accept the invitation"), url: JOIN_LINK },
      {
        kind: "paragraph",
        text: t("If you did not expect this, ignore this mail: no account will be created."),
      },
    ],
    reason: t("You received this mail because this address was entered at {name}.", { name }),
  });
}

/** Invitations that can still be accepted, newest first. */
export const listInvitations = (db: Kysely<Tables>, now: number) =>
  db
    .selectFrom("invitation")
    .select(["id", "email", "role", "created_at", "expires_at"])
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

export type InvitationParts = {
  database: Database;
  clock: Clock;
  /** Null: no mail is sent. */
  mailQueue: MailQueue | null;
  secretKey: string;
  siteUrl: string;
};

/** An invitation, with its link for the inviting user if no mail is sent. */
type Invited = { invitation: InvitationRow; link?: string };

/**
 * Invites a person by mail; replaces an older invitation to the address. Throws ConflictError if an account has the
 * address, or too many invitations are pending or were sent.
 */
export async function invite(
  parts: InvitationParts,
  by: Actor,
  { email, role }: { email: string; role: Role },
): Promise<Invited> {
  const { database, clock, mailQueue, secretKey, siteUrl } = parts;
  const seed = newSeed(secretKey);
  const now = clock.now();
  const row = { id: randomUUID(), email, role, created_at: now, expires_at: now + INVITATION_TTL_MS };
  const isMailed = await database.db.transaction().execute(async (trx) => {
    if (await findLoginOrSuspended(trx, email)) throw new ConflictError("email_taken", EMAIL_TAKEN);
    await removeExpiredInvitations(trx, now);
    await trx.deleteFrom("invitation").where("email", "=", email).execute();
    const { waiting } = await trx
      .selectFrom("invitation")
      .select((eb) => eb.fn.countAll<number>().as("waiting"))
      .executeTakeFirstOrThrow();
    if (Number(waiting) >= MAX_INVITATIONS)
      throw new ConflictError(
        "too_many_invitations",
        `${MAX_INVITATIONS} invitations are pending. Withdraw some first.`,
      );
    const hash = hashOfToken(invitationToken({ secretKey }, seed));
    await trx
      .insertInto("invitation")
      .values({ ...row, hash, invited_by: by.accountId })
      .execute();
    if (mailQueue) await sendInvitation({ ...parts, mailQueue: mailQueue }, trx, by, { email, role, seed });
    const changes = { role: { to: role } };
    await recordEvent(trx, clock, {
      by,
      action: "account.invite",
      subject: { kind: "invitation", id: row.id },
      changes,
    });
    return mailQueue !== null && (await mailQueue.sends(trx));
  });
  return { invitation: row, ...(!isMailed && { link: joinLinks({ secretKey }, siteUrl)(seed).join_url }) };
}

async function sendInvitation(
  { mailQueue, clock }: InvitationParts & { mailQueue: MailQueue },
  trx: Transaction<Tables>,
  { accountId }: Actor,
  { email, role, seed }: { email: string; role: Role; seed: string },
): Promise<void> {
  if ((await countMailsTo(trx, email, ["invitation"], clock.now() - MAIL_DAY_MS)) >= MAX_INVITATION_MAILS)
    throw new ConflictError(
      "too_many_invitations",
      "This address has received too many invitations today. Try again tomorrow.",
    );
  const name = accountId === null ? undefined : (await accountNames(trx, [accountId])).get(accountId);
  const content = invitationMail(await mailSite(trx, mailQueue.site), { role, by: name });
  await mailQueue.enqueue(trx, { kind: "invitation", to: email, content, linkSeed: seed });
}

export async function withdrawInvitation(
  { database, clock }: Pick<InvitationParts, "database" | "clock">,
  by: Actor,
  id: string,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom("invitation").where("id", "=", id).executeTakeFirst();
    if (Number(numDeletedRows) === 0)
      throw new NotFoundError("invitation_not_found", "Invitation not found, or accepted already.");
    await recordEvent(trx, clock, { by, action: "account.uninvite", subject: { kind: "invitation", id } });
  });
}

/** Deletes expired invitations. */
export async function removeExpiredInvitations(db: Kysely<Tables>, now: number): Promise<void> {
  await db.deleteFrom("invitation").where("expires_at", "<=", now).execute();
}

/**
 * Creates the account of an invited person, and starts its first session. Throws InvalidError for a weak password,
 * which leaves the invitation valid, and for an invitation that was used, withdrawn or has expired, or whose sender may no
 * longer invite.
 */
export async function acceptInvitation(
  { database, clock, sessions }: Pick<InvitationParts, "database" | "clock"> & { sessions: SessionStore },
  { token, name, password }: { token: string; name: string; password: string },
  client: LoginClient,
): Promise<Started> {
  await rejectWeakPassword(password);
  const password_hash = await hashPassword(password);
  const accountId = await database.db.transaction().execute(async (trx) => {
    const spent = await trx
      .deleteFrom("invitation")
      .where("hash", "=", hashOfToken(token))
      .where("expires_at", ">", clock.now())
      .returning(["id", "email", "role", "invited_by"])
      .executeTakeFirst();
    const inviter = spent?.invited_by ? await findMaker(trx, spent.invited_by) : system;
    if (!spent || !inviter || !may(inviter, "user.manage"))
      throw new InvalidError("invalid_link", BAD_INVITATION, { token: BAD_INVITATION });
    const { email, role } = spent;
    const id = await insertAccount(trx, clock, system, { email, name, password_hash, role });
    const by = { accountId: id, network: approximateNetwork(client.address) };
    await assignInvitations(trx, email, id);
    await recordAccount(trx, clock, by, "account.join", id);
    return id;
  });
  return startVerifiedSession(sessions, accountId, client, { by: "invitation" });
}

/** Removes a login, its sessions and its identities. Throws as `removeLogin` does. */
export async function removeUser({ db }: Database, clock: Clock, by: Actor, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await forgetIdentities(trx, id);
    await removeLogin(trx, clock, by, id);
  });
}

/** The same for the account with an address. */
export async function removeAccount(
  database: Database,
  by: Actor,
  email: string,
  clock: Clock = systemClock,
): Promise<void> {
  const account = await findLoginOrSuspended(database.db, email);
  if (!account) throw new NotFoundError("account_not_found", NO_LOGIN);
  await removeUser(database, clock, by, account.id);
}
