import { setImmediate as otherTasks } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { formerSlugs } from "#features/addresses/register.ts";
import { savedViews } from "#features/articles/list/desk.ts";
import { articlesOfAccount } from "#features/articles/policy.ts";
import { trashedOfAccount } from "#features/articles/trash.ts";
import { entriesAbout, presentEntry } from "#features/audit/queries.ts";
import { ideasOfAccount } from "#features/calendar/budget/queries.ts";
import { revisionsOfAccount } from "#features/documents/history/queries.ts";
import { notesOfAccount, repliesOfAccount } from "#features/documents/notes/queries.ts";
import { requestsOfAccount } from "#features/documents/requests/queries.ts";
import { approvalsOfAccount } from "#features/documents/review/queries.ts";
import { suggestionsOfAccount } from "#features/documents/suggestions/queries.ts";
import { templatesOfAccount } from "#features/documents/templates/queries.ts";
import { findOwn, findProfile, findUser, listSessions, mergedNames } from "#features/identity/accounts/queries.ts";
import { NO_ACCOUNT } from "#features/identity/accounts/rules.ts";
import { findEmailChange } from "#features/identity/credentials/commands.ts";
import { presentEmail } from "#features/identity/credentials/routes.ts";
import { factorsOf, listPasskeys } from "#features/identity/second-factor/queries.ts";
import { identitiesOf } from "#features/identity/single-sign-on/commands.ts";
import { listKeys } from "#features/keys/queries.ts";
import { mailsOfAccount } from "#features/mail/queries.ts";
import { picturesOfAccount } from "#features/media/pictures/queries.ts";
import { addressOf } from "#features/media/pictures/rules.ts";
import { collectReader } from "#features/newsletter/audience/commands.ts";
import { choicesOf, notificationsOfAccount, timingOf } from "#features/notifications/queries.ts";
import type { NotifiedName } from "#features/notifications/rules.ts";
import { listHoldings } from "#features/record/holdings/queries.ts";
import { NotFoundError } from "#shared/errors.ts";
import { isoDate } from "#shared/time.ts";
import { documentUrl } from "#shared/urls.ts";
import type { AccountExport } from "./endpoints.ts";

/** Rows per batch. */
const BATCH = 500;

/** The lists that may be long, and are read in batches. */
type ListName =
  | "articles"
  | "trash"
  | "stories"
  | "pictures"
  | "notes"
  | "replies"
  | "revisions"
  | "issue_versions"
  | "page_versions"
  | "approvals"
  | "review_requests"
  | "suggestions"
  | "notifications"
  | "mails"
  | "audit";
type Lists = { [Name in ListName]: AsyncGenerator<AccountExport[Name]> };

/** All personal data of an account, as the parts of a JSON object. Throws NotFoundError. */
export async function collectAccount(db: Kysely<Tables>, id: number, now: number): Promise<AsyncGenerator<string>> {
  return jsonOf(await factsOf(db, id, now), listsOf(db, id));
}

async function factsOf(db: Kysely<Tables>, id: number, now: number): Promise<Omit<AccountExport, ListName>> {
  const profile = await findProfile(db, id);
  if (!profile) throw new NotFoundError("account_not_found", NO_ACCOUNT);
  const email = (await findOwn(db, id))?.email ?? "";
  const user = await findUser(db, id);
  const passkeys = await listPasskeys(db, id);
  const sessions = await listSessions(db, id, now);
  const holdings = await listHoldings(db, id);
  return {
    account: {
      id,
      email,
      ...profile,
      role: user?.role ?? null,
      is_active: user?.is_active === 1,
      created: user ? isoDate(user.created_at) : null,
      last_sign_in: isoDate(user?.signed_in_at ?? null),
    },
    email_change: presentEmail(email, await findEmailChange(db, id, now)).pending,
    second_factors: {
      ...(await factorsOf(db, id)),
      passkeys: passkeys.map(({ name, created_at }) => ({ name, created: isoDate(created_at) })),
    },
    merged_names: (await mergedNames(db, [id])).get(id) ?? [],
    former_addresses: (await formerSlugs(db, { kind: "author", id })).map((slug) => documentUrl.author(slug)),
    sign_on: await identitiesOf(db, id),
    sessions: sessions.map(({ device, origin, started_at, used_at }) => ({
      device,
      origin,
      started: isoDate(started_at),
      last_used: isoDate(used_at),
    })),
    api_keys: (await listKeys(db, id)).map(({ id: _id, start: _start, owner: _owner, ...key }) => key),
    holdings: holdings.map(({ symbol, from, to }) => ({ symbol, from, to })),
    notification_settings: await choicesOf(db, id),
    notification_mail: await timingOf(db, id),
    templates: await templatesOfAccount(db, id),
    saved_views: (await savedViews(db, id)).map(({ name, filters }) => ({ name, filters })),
    reader: email === "" ? null : await collectReader(db, email),
  };
}

const byId = { last: (row: { id: number }) => row.id, first: 0 };
const byVersion = { last: (row: { document_id: number; n: number }) => row, first: { document_id: 0, n: 0 } };

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the one table of what an export lists
function listsOf(db: Kysely<Tables>, account: number): Lists {
  return {
    articles: batches(
      byId,
      (after) => articlesOfAccount(db, account, after, BATCH),
      ({ id, title, status, published_at, created_at }) => ({
        id,
        title,
        status,
        published_date: isoDate(published_at),
        created: isoDate(created_at),
      }),
    ),
    trash: batches(
      byId,
      (after) => trashedOfAccount(db, account, after, BATCH),
      ({ id, title, created_at, trashed_at }) => ({
        id,
        title,
        created: isoDate(created_at),
        trashed: isoDate(trashed_at),
      }),
    ),
    stories: batches(
      byId,
      (after) => ideasOfAccount(db, account, after, BATCH),
      ({ id, title, note, due_at, created_at, created_by }) => ({
        id,
        title,
        note,
        due: isoDate(due_at),
        is_added: created_by === account,
        created: isoDate(created_at),
      }),
    ),
    pictures: batches(
      byId,
      (after) => picturesOfAccount(db, account, after, BATCH),
      (row) => ({
        id: row.id,
        url: addressOf(row),
        name: row.name,
        alt: row.alt,
        caption: row.caption,
        credit: row.credit,
        uploaded: isoDate(row.created_at),
      }),
    ),
    notes: batches(
      byId,
      (after) => notesOfAccount(db, account, after, BATCH),
      ({ id, document_type, document_id, quote, text, state, created_at }) => ({
        id,
        ...documentOf(document_type, document_id),
        quote,
        text,
        state,
        created: isoDate(created_at),
      }),
    ),
    replies: batches(
      byId,
      (after) => repliesOfAccount(db, account, after, BATCH),
      ({ id, note_id: note, text, created_at }) => ({ id, note, text, created: isoDate(created_at) }),
    ),
    revisions: batches(
      byVersion,
      (after) => revisionsOfAccount(db, "article", account, { after, limit: BATCH }),
      ({ document_id: article, ...row }) => ({ article, ...versionOf(row) }),
    ),
    issue_versions: batches(
      byVersion,
      (after) => revisionsOfAccount(db, "issue", account, { after, limit: BATCH }),
      ({ document_id: issue, ...row }) => ({ issue, ...versionOf(row) }),
    ),
    page_versions: batches(
      byVersion,
      (after) => revisionsOfAccount(db, "page", account, { after, limit: BATCH }),
      ({ document_id: page, ...row }) => ({ page, ...versionOf(row) }),
    ),
    approvals: batches(
      byId,
      (after) => approvalsOfAccount(db, account, after, BATCH),
      ({ id, document_type, document_id, is_override, reason, approved_at }) => ({
        id,
        ...documentOf(document_type, document_id),
        is_override: is_override === 1,
        reason,
        created: isoDate(approved_at),
      }),
    ),
    review_requests: batches(
      byId,
      (after) => requestsOfAccount(db, account, after, BATCH),
      ({ document_type, document_id, asked_id, asked_at, message, answer, answer_message }) => ({
        ...documentOf(document_type, document_id),
        is_asked: asked_id === account,
        // Only the person's own words.
        message: asked_id === account ? "" : message,
        answer: asked_id === account ? answer : null,
        answer_message: asked_id === account ? answer_message : "",
        created: isoDate(asked_at),
      }),
    ),
    suggestions: batches(
      byId,
      (after) => suggestionsOfAccount(db, account, after, BATCH),
      ({ document_type: type, document_id, created_at, state }) => ({
        document: { type, id: document_id },
        created: isoDate(created_at),
        state,
      }),
    ),
    notifications: batches(
      byId,
      (after) => notificationsOfAccount(db, account, after, BATCH),
      ({ id, document_type: type, document_id, kind, detail, created_at, read_at }) => ({
        id,
        ...documentOf(type, document_id),
        kind,
        detail,
        created: isoDate(created_at),
        read: isoDate(read_at),
      }),
    ),
    mails: batches(
      byId,
      (after) => mailsOfAccount(db, account, after, BATCH),
      ({ kind, to_email: email, subject, state, created_at }) => ({
        kind,
        email,
        subject,
        state,
        created: isoDate(created_at),
      }),
    ),
    audit: batches(
      { last: (row: { n: number }) => row.n, first: 0 },
      (after) => entriesAbout(db, account, after, BATCH),
      presentEntry,
    ),
  };
}

/** Older versions had only `article`. */
const documentOf = <Type extends NotifiedName>(type: Type, id: number) => ({
  article: type === "article" ? id : null,
  document: { type, id },
});

type Version = { n: number; note: string; is_autosave: 0 | 1; created_at: number };
const versionOf = ({ n, note, is_autosave, created_at }: Version) => ({
  n,
  note,
  is_autosave: is_autosave === 1,
  created: isoDate(created_at),
});

/** All rows of a list as they are shown, read in batches: `last` is the start of the next one. */
async function* batches<Row, Place, Shown>(
  { last, first }: { last: (row: Row) => Place; first: Place },
  read: (after: Place) => Promise<Row[]>,
  present: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for (let after = first; ; ) {
    const rows = await read(after);
    if (rows.length > 0) yield rows.map(present);
    const end = rows.at(-1);
    if (rows.length < BATCH || end === undefined) return;
    after = last(end);
    // SQLite queries are synchronous: without yielding, no other request would be handled between batches.
    await otherTasks();
  }
}

async function* jsonOf(facts: object, lists: Lists): AsyncGenerator<string> {
  yield JSON.stringify(facts).slice(0, -1);
  for (const [name, list] of Object.entries(lists)) {
    let between = `,${JSON.stringify(name)}:[`;
    for await (const rows of list) {
      yield between + rows.map((row) => JSON.stringify(row)).join(",");
      between = ",";
    }
    yield between === "," ? "]" : `${between}]`;
  }
  yield "}";
}
