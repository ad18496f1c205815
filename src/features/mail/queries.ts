import { setImmediate as otherTasks } from "node:timers/promises";
import type { ExpressionBuilder, Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { PAIRINGS, pairingOf } from "#features/settings/appearance/fonts.ts";
import { readAppearance } from "#features/settings/appearance/queries.ts";
import { DEFAULT_LOOK, type Look, RADII, tonesOf } from "#features/settings/appearance/rules.ts";
import { readSiteLanguage, readSiteName } from "#features/settings/facts/queries.ts";
import { readAddressSite, readNewsroom } from "#features/settings/queries.ts";
import type { Mailbox } from "#platform/mail.ts";
import type { SiteInfo } from "#shared/page.ts";
import { parsePictureUrl } from "#shared/pictures.ts";
import type { Page } from "#shared/schema.ts";
import { isoDate } from "#shared/time.ts";
import { absoluteUrl } from "#shared/urls.ts";
import { type MailLook, SANS, SERIF } from "#ui/mail.tsx";
import type { OutboxMail } from "./endpoints.ts";
import { MAIL_LOGO, type MailSite } from "./mail.tsx";
import { readStoredServer } from "./server.ts";
import type { MailTable } from "./tables.ts";

type MailState = MailTable["state"];
type Filter = {
  state?: MailState | undefined;
  kind?: MailTable["kind"] | undefined;
  issueId?: number | undefined;
  /** Only delayed ones, which are being retried. */
  isDelayed?: boolean;
  /** Only mails rejected since this time because of this site. */
  rejectedSince?: number | undefined;
};

function selectMails(db: Kysely<Tables>) {
  return db
    .selectFrom("mail")
    .innerJoin("mail_body", "mail_body.id", "mail.body_id")
    .select([
      "mail.id",
      "mail.kind",
      "mail.state",
      "mail.to_email",
      "mail.issue_id",
      "mail.attempts",
      "mail.last_error",
      "mail.created_at",
      "mail.due_at",
      "mail.settled_at",
      "mail.is_file",
      "mail_body.subject",
    ]);
}
type MailRow = Awaited<ReturnType<ReturnType<typeof selectMails>["execute"]>>[number];

/** A page of mails, newest first, and the total. */
export async function pageMails(
  db: Kysely<Tables>,
  filter: Filter,
  page: Page,
): Promise<{ rows: MailRow[]; total: number }> {
  const isWanted = wanted(filter);
  const rows = await selectMails(db)
    .where(isWanted)
    .orderBy("mail.id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom("mail")
    .where(isWanted)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

function wanted({ state, kind, issueId, isDelayed = false, rejectedSince }: Filter) {
  return (eb: ExpressionBuilder<Tables, "mail">) =>
    eb.and([
      ...(state === undefined ? [] : [eb("mail.state", "=", state)]),
      ...(kind === undefined ? [] : [eb("mail.kind", "=", kind)]),
      ...(issueId === undefined ? [] : [eb("mail.issue_id", "=", issueId)]),
      ...(rejectedSince === undefined
        ? []
        : [eb("mail.is_about_us", "=", 1), eb("mail.settled_at", ">", rejectedSince)]),
      ...(isDelayed ? [eb("mail.state", "=", "queued" as const), eb("mail.last_error", "<>", "")] : []),
    ]);
}

export function findMail(db: Kysely<Tables>, id: number): Promise<MailRow | undefined> {
  return selectMails(db).where("mail.id", "=", id).executeTakeFirst();
}

/** Mails of some issues by state, how many of them were rejected, and how many readers unsubscribed. */
export async function countByIssue(db: Kysely<Tables>, issueIds: number[]) {
  if (issueIds.length === 0) return [];
  const kept = await db
    .selectFrom("mail")
    .where("issue_id", "in", issueIds)
    .groupBy(["issue_id", "state"])
    .select(["issue_id", "state"])
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.sum<number>("is_rejected").as("rejected")])
    .execute();
  const gone = await db
    .selectFrom("mail_tally")
    .where("issue_id", "in", issueIds)
    .select(["issue_id", "state", "count", "rejected_count as rejected", "unsubscribed_count as unsubscribed"])
    .execute();
  return [...kept.map((row) => ({ ...row, unsubscribed: 0 })), ...gone];
}

/** The number of mails of an issue, in some states or all. */
export async function countMails(db: Kysely<Tables>, issueId: number, states?: MailState[]): Promise<number> {
  const { count } = await db
    .selectFrom("mail")
    .where("issue_id", "=", issueId)
    .$if(states !== undefined, (query) => query.where("state", "in", states ?? []))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether an issue has mails that may still leave. */
export async function hasOpenMails(db: Kysely<Tables>, issueId: number): Promise<boolean> {
  const open = await db
    .selectFrom("mail")
    .where("issue_id", "=", issueId)
    .where("state", "in", ["queued", "sending", "held"])
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/**
 * Counts the mails of some kinds to a person since a time, to limit mails triggered by forms.
 */
export async function countMailsTo(
  db: Kysely<Tables>,
  email: string,
  kinds: MailTable["kind"][],
  since: number,
): Promise<number> {
  const { count } = await db
    .selectFrom("mail")
    .where("to_email", "=", email)
    .where("created_at", ">", since)
    .where("kind", "in", kinds)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** All mails to a person, or written on their behalf, newest first. */
export function mailsOfPerson(db: Kysely<Tables>, email: string) {
  return selectMails(db)
    .where((eb) => eb.or([eb("mail.to_email", "=", email), eb("mail.reply_email", "=", email)]))
    .orderBy("mail.id", "desc")
    .execute();
}

/** Mails to an account at all of its addresses. */
export const mailsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  selectMails(db)
    .where("mail.account_id", "=", accountId)
    .where("mail.id", ">", after)
    .orderBy("mail.id")
    .limit(limit)
    .execute();

/**
 * The current and former addresses of an account that mails were sent to. Not an unconfirmed new address, which
 * may belong to another person.
 */
export async function mailedAddresses(db: Kysely<Tables>, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("mail")
    .select("to_email")
    .distinct()
    .where("account_id", "=", accountId)
    .where("kind", "<>", "email-change")
    .execute();
  return rows.map(({ to_email }) => to_email);
}

/** States before the end of a mail, or that need a decision. */
const UNSETTLED = ["queued", "sending", "held", "uncertain"] as const;

/** The number of mails in each of these states. */
export async function countUnsettled(db: Kysely<Tables>): Promise<{ state: MailState; count: number }[]> {
  const rows = await db
    .selectFrom("mail")
    .select((eb) => ["state", eb.fn.countAll<number>().as("count")])
    .where("state", "in", [...UNSETTLED])
    .groupBy("state")
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return UNSETTLED.map((state) => ({ state, count: counts.get(state) ?? 0 }));
}

export type SenderSettings = {
  /** The sender; without a name, the publication's. `isDefault`: the operator has set none, so that chiefs may. */
  from: { name: string | undefined; address: string; isDefault?: boolean };
  /** The publication's name, unless the newsroom has set another. */
  siteName: string;
};

export async function readSender(db: Kysely<Tables>, { from, siteName }: SenderSettings): Promise<Mailbox> {
  const set = from.isDefault ? await readStoredServer(db) : undefined;
  return {
    name: set?.from_name || (from.name ?? (await readSiteName(db, siteName))),
    address: set?.from_email || from.address,
  };
}

/** The publication in mails, with its name and language, by default the given ones, and the postal address from the settings. */
export async function mailSite(
  db: Kysely<Tables>,
  given: Pick<SiteInfo, "name" | "url" | "language">,
): Promise<MailSite> {
  const { url } = given;
  const name = await readSiteName(db, given.name);
  const language = await readSiteLanguage(db, given.language);
  const { time_zone: timeZone, postal_address: postalAddress } = await readNewsroom(db);
  const appearance = await readAppearance(db);
  const [look, logo] = [mailLook(appearance), mailLogo(appearance, url)];
  const addresses = await readAddressSite(db);
  return { name, url, language, timeZone, postalAddress, ...addresses, ...(look && { look }), ...(logo && { logo }) };
}

/** The newsroom's logo in mails, as high as the masthead's name or narrower; undefined without one. */
function mailLogo({ logo, logo_dark: dark }: Look, siteUrl: string): MailSite["logo"] {
  const picture = parsePictureUrl(logo);
  if (!picture) return undefined;
  const width = Math.min(MAIL_LOGO.maxWidth, Math.round((MAIL_LOGO.height * picture.width) / picture.height));
  return { url: absoluteUrl(siteUrl, logo), darkUrl: dark ? absoluteUrl(siteUrl, dark) : undefined, width };
}

/** The newsroom's look in mails; undefined for the default. Few mail programs load fonts: own ones are not in mails. */
function mailLook({ accent, corners, ...typefaces }: Look): MailLook | undefined {
  const house = DEFAULT_LOOK;
  const fonts = pairingOf(typefaces);
  if (accent === house.accent && corners === house.corners && fonts === house.fonts) return undefined;
  const { light, dark, lightFill, darkFill } = tonesOf(accent);
  const { display, sans } = PAIRINGS[fonts];
  const { control: radius } = RADII[corners];
  return {
    accent: light,
    darkAccent: dark,
    fill: lightFill,
    darkFill,
    radius,
    headline: STACKS[display],
    font: STACKS[sans],
  };
}

/** Typefaces in mails, by the families of the site: mail programs that don't have them show a similar one. */
const STACKS = {
  display: SERIF,
  serif: SERIF,
  sans: SANS,
  grotesk: `'Space Grotesk', ${SANS}`,
  soft: `Fraunces, ${SERIF}`,
  slab: `'Roboto Slab', ${SERIF}`,
  narrow: `Oswald, ${SANS}`,
  garamond: `'EB Garamond', ${SERIF}`,
};

/** Batch size, so that other requests are handled in between. */
const BOUNCE_BATCH = 500;

/** All addresses that servers have rejected as unknown, with the last reply. */
export async function* eachBounce(db: Kysely<Tables>): AsyncGenerator<{ email: string; reply: string; count: number }> {
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom("mail_bounce")
      .where("email", ">", last)
      .orderBy("email")
      .limit(BOUNCE_BATCH)
      .select(["email", "last_error as reply", "count"])
      .execute();
    if (rows.length === 0) return;
    yield* rows;
    last = rows.at(-1)?.email ?? last;
    await otherTasks();
  }
}

/** A mail as editors see it. */
export function presentMail(row: MailRow): OutboxMail {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    is_file: row.is_file === 1,
    email: row.to_email,
    subject: row.subject,
    issue_id: row.issue_id,
    attempts: row.attempts,
    last_error: row.last_error,
    created_at: isoDate(row.created_at),
    due_at: isoDate(row.due_at),
    settled_at: isoDate(row.settled_at),
  };
}
