import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ReviewRequestTable } from "#features/documents/tables.ts";
import { accountNames, findUsers, listUsers } from "#features/identity/accounts/queries.ts";
import { seenTitle, titlesNow } from "#features/notifications/titles.ts";
import type { NotifiedType, Reader } from "#features/notifications/types.ts";
import type { DocumentKey } from "#shared/document.ts";
import { NotFoundError } from "#shared/errors.ts";
import { isoDate } from "#shared/time.ts";
import { columnsOf } from "../history/queries.ts";
import { countNotes } from "../notes/queries.ts";
import { isReviewer } from "../rules.ts";
import { countSuggested } from "../suggestions/queries.ts";
import type { OpenStory, ReviewRequest } from "./schema.ts";

export type RequestRow = Selectable<ReviewRequestTable>;

export async function listReviewers(db: Kysely<Tables>): Promise<{ id: number; name: string }[]> {
  const people = (await listUsers(db)).filter((user) => user.is_active === 1 && isReviewer(user));
  return people
    .map(({ id, name }) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name, "en") || one.id - other.id);
}

/**
 * The review requests of a document, oldest first, with names. A person who was suspended or
 * changed role is left out; the row is deleted within an hour.
 */
export async function listRequests(
  db: Kysely<Tables>,
  document: DocumentKey,
): Promise<(RequestRow & { name: string })[]> {
  const rows = await db
    .selectFrom("review_request")
    .selectAll()
    .where((eb) => eb.and(columnsOf(document)))
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  const people = await findUsers(
    db,
    rows.map(({ asked_id }) => asked_id),
  );
  return rows.flatMap((row) => {
    const person = people.find(({ id }) => id === row.asked_id);
    return person && isReviewer(person) ? [{ ...row, name: person.name }] : [];
  });
}

/** The review requests of a document as the account `reader` sees them. */
export async function presentRequests(
  db: Kysely<Tables>,
  document: DocumentKey,
  reader: number | null,
): Promise<ReviewRequest> {
  const rows = await listRequests(db, document);
  const names = await accountNames(
    db,
    rows.map(({ asked_by }) => asked_by),
  );
  const people = rows.map(({ asked_id, name, asked_by, asked_at, message, answer, answer_message, answered_at }) => ({
    id: asked_id,
    name,
    by: names.get(asked_by ?? 0) ?? null,
    at: new Date(asked_at).toISOString(),
    is_me: asked_id === reader,
    message,
    answer,
    answer_message,
    answered: isoDate(answered_at),
  }));
  return { asked: people.find(({ answer }) => answer === null) ?? null, people };
}

/** The state of a document with what is open before it is published, for the account `reader`. Throws NotFoundError. */
export async function readStory(
  db: Kysely<Tables>,
  kind: NotifiedType,
  id: number,
  { reader, now }: { reader: number | null; now: number },
): Promise<OpenStory> {
  const document = { type: kind.type, id };
  const story = (await kind.stories(db, [id], now)).get(id);
  if (!story) throw new NotFoundError(`${kind.type}_not_found`, "Document not found.");
  const requests = await listRequests(db, document);
  const owners = await accountNames(db, await kind.owners(db, id));
  return {
    ...story,
    owners: [...owners]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name, "en") || one.id - other.id),
    reviews: requests.map(({ asked_id, name, answer }) => ({ id: asked_id, name, answer, is_me: asked_id === reader })),
    open_notes: await countNotes(db, document, "open"),
    suggestions: await countSuggested(db, document),
  };
}

/** The requests to or from an account, in order after an id; at most `limit`. */
export const requestsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("review_request")
    .selectAll()
    .where((eb) => eb.or([eb("asked_id", "=", accountId), eb("asked_by", "=", accountId)]))
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

type Titled = DocumentKey & { title: string };

/** Requests with the titles of documents that the reader may see. */
function selectSeen(db: Kysely<Tables>, kinds: readonly NotifiedType[], reader: Reader) {
  const title = seenTitle(db, kinds, reader, "review_request");
  return db
    .selectFrom("review_request")
    .where(title, "is not", null)
    .select(["document_type as type", "document_id as id", "asked_by", title.as("title")]);
}

/** The unanswered requests to a person, latest first. */
export async function askedOf(db: Kysely<Tables>, kinds: readonly NotifiedType[], reader: Reader): Promise<Titled[]> {
  const rows = await selectSeen(db, kinds, reader)
    .where("asked_id", "=", reader.accountId)
    .where("answer", "is", null)
    .orderBy("asked_at", "desc")
    .execute();
  return titlesNow(db, kinds, rows, (row) => row);
}

/** Maximum requests searched for a person's documents. */
const MAX_LOOKED_AT = 100;

/** The distinct documents with requested changes that a person owns or asked about. */
export async function changesRequestedOf(
  db: Kysely<Tables>,
  kinds: readonly NotifiedType[],
  reader: Reader,
): Promise<Titled[]> {
  const rows = await selectSeen(db, kinds, reader)
    .where("answer", "=", "changes")
    .orderBy("answered_at", "desc")
    .limit(MAX_LOOKED_AT)
    .execute();
  const found = new Map<string, Titled>();
  for (const { asked_by, ...document } of rows) {
    const owners = kinds.find(({ type }) => type === document.type)?.owners;
    const isOwn = asked_by === reader.accountId || (await owners?.(db, document.id))?.includes(reader.accountId);
    if (isOwn) found.set(`${document.type} ${document.id}`, document);
  }
  return titlesNow(db, kinds, [...found.values()], (row) => row);
}
