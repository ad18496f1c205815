import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { IdempotencyKeyTable } from "#platform/tables.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import { isStorable } from "#shared/text.ts";
import type { ResponseHead } from "./endpoints.ts";

/**
 * Rejects addresses with text that some store cannot keep, on every route registered in `scope` after this: 404 if it
 * is in the path, 400 if in the query. Otherwise PostgreSQL fails where SQLite finds nothing.
 */
export function rejectUnstorableText(scope: FastifyInstance): void {
  scope.addHook("preValidation", async (request) => rejectUnstorable(request));
}

/** The same for one address. Throws NotFoundError or InvalidError. */
export function rejectUnstorable({ params, query }: { params: unknown; query: unknown }): void {
  for (const value of textsOf(params))
    if (!isStorable(value)) throw new NotFoundError("not_found", "There is no page at this address.");
  const read: Record<string, unknown> = Object(query);
  // A search takes every text: only its words are used.
  if (typeof read.query === "string") read.query = read.query.replaceAll("\u0000", " ").toWellFormed();
  for (const [name, value] of Object.entries(read))
    if (isStorable(name) && !textsOf([value].flat()).every(isStorable)) {
      const detail = `${name.slice(0, 1).toUpperCase()}${name.slice(1)} contains characters that cannot be stored.`;
      throw new InvalidError("invalid_input", detail, { [name]: detail });
    }
}

const textsOf = (values: unknown) =>
  Object.values(Object(values)).filter((value): value is string => typeof value === "string");

/** The header with which a client names a creation, so that it can retry if the response was lost. */
const KEY_HEADER = "idempotency-key";
/** Says that nothing was created now: the response is what was created under this key before. */
export const REPEATED_HEADER = "idempotency-replayed";
const KEY = /^[\w-]{8,100}$/;
const BAD_KEY = "Idempotency-Key must be 8 to 100 letters, digits, hyphens or underscores.";
/** A key is deleted once this many more of its kind have been created. */
const MAX_KEYS_KEPT = 10_000;

type Resource = IdempotencyKeyTable["resource"];

/** A creation by its key. `account` is the caller's: keys are separate for each account. */
export type Creation = { resource: Resource; account: number; key: string };

/** Records in the writer's transaction what it has created. Throws if another request with the same key was faster. */
export type NoteCreated = (trx: Transaction<Tables>, id: number) => Promise<void>;

/** The creation that a request names; undefined for one without a key. Throws InvalidError. */
export function creationOf(
  { headers }: { headers: IncomingHttpHeaders },
  resource: Resource,
  account: number,
): Creation | undefined {
  const key = keyIn({ headers });
  return key === undefined ? undefined : { resource, account, key };
}

/** The `Idempotency-Key` of a request. Throws InvalidError. */
export function keyIn({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
  const key = headers[KEY_HEADER];
  if (key === undefined || (typeof key === "string" && KEY.test(key))) return key;
  throw new InvalidError("invalid_idempotency_key", BAD_KEY);
}

type Steps<Row> = {
  db: Kysely<Tables>;
  reply: ResponseHead;
  create: (note: NoteCreated) => Promise<Row>;
  find: (id: number) => Promise<Row | undefined>;
};

/**
 * Creates something once: if the same key has created it before, returns its current state, and says so in a header.
 * Throws NotFoundError if it has been deleted since, and whatever `create` throws: nothing is recorded then.
 */
export async function createIdempotently<Row>(creation: Creation | undefined, steps: Steps<Row>): Promise<Row> {
  const { db, reply, create, find } = steps;
  if (!creation) return create(async () => undefined);
  const repeated = async (id: number) => {
    const row = await find(id);
    if (!row)
      throw new NotFoundError(
        "created_item_deleted",
        "The resource created with this Idempotency-Key has been deleted.",
      );
    reply.header(REPEATED_HEADER, "true");
    return row;
  };
  const known = await findCreated(db, creation);
  if (known !== undefined) return repeated(known);
  try {
    return await create((trx, id) => noteCreated(trx, creation, id));
  } catch (error) {
    // Of two concurrent requests, the slower one gets what the other has created.
    const made = error instanceof ConflictError ? await findCreated(db, creation) : undefined;
    if (made === undefined) throw error;
    return repeated(made);
  }
}

async function findCreated(db: Kysely<Tables>, { resource, account, key }: Creation): Promise<number | undefined> {
  const row = await db
    .selectFrom("idempotency_key")
    .select("created_id")
    .where("resource", "=", resource)
    .where("account_id", "=", account)
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.created_id;
}

async function noteCreated(
  trx: Transaction<Tables>,
  { resource, account, key }: Creation,
  created_id: number,
): Promise<void> {
  const noted = await trx
    .insertInto("idempotency_key")
    .values({ resource, account_id: account, key, created_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!noted)
    throw new ConflictError("idempotency_key_in_progress", "A request with this Idempotency-Key is in progress.");
  await trx
    .deleteFrom("idempotency_key")
    .where("resource", "=", resource)
    .where("created_id", "<", created_id - MAX_KEYS_KEPT)
    .execute();
}
