import { setImmediate as otherTasks } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { articlesOfAccount } from "#features/articles/policy.ts";
import { presentEntry } from "#features/audit/present.ts";
import { entriesAbout } from "#features/audit/queries.ts";
import { notesOfAccount, repliesOfAccount } from "#features/documents/notes/queries.ts";
import { requestsOfAccount } from "#features/documents/requests/queries.ts";
import { approvalsOfAccount } from "#features/documents/review/queries.ts";
import { trashedOfAccount } from "#features/documents/trash/queries.ts";
import { findOwn, findProfile, findUser, listSessions } from "#features/identity/accounts/queries.ts";
import { NO_ACCOUNT } from "#features/identity/accounts/rules.ts";
import { presentEmail } from "#features/identity/credentials/present.ts";
import { findEmailChange } from "#features/identity/credentials/queries.ts";
import { factorsOf, listPasskeys } from "#features/identity/second-factor/queries.ts";
import { identitiesOf } from "#features/identity/single-sign-on/queries.ts";
import { mailsOfAccount } from "#features/mail/queries.ts";
import { picturesOfAccount } from "#features/media/pictures/queries.ts";
import { collectReader } from "#features/newsletter/audience/commands.ts";
import { issueVersionsOfAccount } from "#features/newsletter/issues/queries.ts";
import { choicesOf, notificationsOfAccount } from "#features/notifications/queries.ts";
import { listHoldings } from "#features/record/holdings/queries.ts";
import { revisionsOfAccount } from "#features/revisions/queries.ts";
import { NotFoundError } from "#shared/errors.ts";
import {
  presentAccount,
  presentArticle,
  presentIssueVersion,
  presentNote,
  presentOwnApproval,
  presentOwnHolding,
  presentOwnMail,
  presentOwnNotification,
  presentOwnSession,
  presentPasskey,
  presentPicture,
  presentReply,
  presentRequest,
  presentRevision,
  presentTrashed,
} from "./present.ts";

/** Rows held in memory at once. */
const BATCH = 500;

/** Everything that is kept about an account, as the parts of a JSON object. Throws NotFoundError. */
export async function collectAccount(db: Kysely<Tables>, id: number, now: number): Promise<AsyncGenerator<string>> {
  const profile = await findProfile(db, id);
  if (!profile) throw new NotFoundError(NO_ACCOUNT);
  const email = (await findOwn(db, id))?.email ?? "";
  const passkeys = (await listPasskeys(db, id)).map(presentPasskey);
  const facts = {
    account: presentAccount({ id, email, ...profile }, await findUser(db, id)),
    email_change: presentEmail(email, await findEmailChange(db, id, now)).pending,
    second_factors: { ...(await factorsOf(db, id)), passkeys },
    sign_on: await identitiesOf(db, id),
    sessions: (await listSessions(db, id, now)).map(presentOwnSession),
    holdings: (await listHoldings(db, id)).map(presentOwnHolding),
    notification_settings: await choicesOf(db, id),
    reader: email === "" ? null : await collectReader(db, email),
  };
  const byId = { last: (row: { id: number }) => row.id, first: 0 };
  return jsonOf(facts, {
    articles: batches(byId, (after) => articlesOfAccount(db, id, after, BATCH), presentArticle),
    trash: batches(
      { last: (row: { article_id: number }) => row.article_id, first: 0 },
      (after) => trashedOfAccount(db, id, after, BATCH),
      presentTrashed,
    ),
    pictures: batches(byId, (after) => picturesOfAccount(db, id, after, BATCH), presentPicture),
    notes: batches(byId, (after) => notesOfAccount(db, id, after, BATCH), presentNote),
    replies: batches(byId, (after) => repliesOfAccount(db, id, after, BATCH), presentReply),
    revisions: batches(
      { last: (row: { article_id: number; n: number }) => row, first: { article_id: 0, n: 0 } },
      (after) => revisionsOfAccount(db, id, after, BATCH),
      presentRevision,
    ),
    issue_versions: batches(
      { last: (row: { issue_id: number; n: number }) => row, first: { issue_id: 0, n: 0 } },
      (after) => issueVersionsOfAccount(db, id, after, BATCH),
      presentIssueVersion,
    ),
    approvals: batches(byId, (after) => approvalsOfAccount(db, id, after, BATCH), presentOwnApproval),
    review_requests: batches(
      { last: (row: { article_id: number }) => row.article_id, first: 0 },
      (after) => requestsOfAccount(db, id, after, BATCH),
      (row) => presentRequest(row, id),
    ),
    notifications: batches(byId, (after) => notificationsOfAccount(db, id, after, BATCH), presentOwnNotification),
    mails: batches(byId, (after) => mailsOfAccount(db, id, after, BATCH), presentOwnMail),
    audit: batches(
      { last: (row: { n: number }) => row.n, first: 0 },
      (after) => entriesAbout(db, id, after, BATCH),
      presentEntry,
    ),
  });
}

/** All rows of a list as they are shown, read in steps: `last` is where the next one begins. */
async function* batches<Row, Place>(
  { last, first }: { last: (row: Row) => Place; first: Place },
  read: (after: Place) => Promise<Row[]>,
  present: (row: Row) => object,
): AsyncGenerator<object[]> {
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

async function* jsonOf(facts: object, lists: Record<string, AsyncGenerator<object[]>>): AsyncGenerator<string> {
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
