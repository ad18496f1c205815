import type { IncomingHttpHeaders } from "node:http";
import type { Kysely, Transaction } from "kysely";
import type { IdempotencyKeyTable, Tables } from "#db/tables.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";
import type { AnswerHead } from "./endpoints.ts";

/** What a client names a creation by, so that it may ask again where the answer was lost. */
const KEY_HEADER = "idempotency-key";
/** Says that nothing was created now: the answer is what was created under this key before. */
const REPEATED_HEADER = "idempotency-replayed";
const KEY = /^[\w-]{8,100}$/;
const BAD_KEY = "Idempotency-Key must be 8 to 100 letters, digits, hyphens or underscores.";
/** A key is forgotten once so many more of its kind have been created. */
const MAX_KEYS_KEPT = 10_000;

type Resource = IdempotencyKeyTable["resource"];

/** A creation by its key. `account` is the one that asks: another's keys are of no meaning to it. */
export type Creation = { resource: Resource; account: number; key: string };

/** Notes in the writer's transaction what it has created. Throws where another request under the same key was faster. */
export type NoteCreated = (trx: Transaction<Tables>, id: number) => Promise<void>;

/** The creation that a request names; undefined for one without a key. Throws InvalidError. */
export function creationOf(
  { headers }: { headers: IncomingHttpHeaders },
  resource: Resource,
  account: number,
): Creation | undefined {
  const key = headers[KEY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !KEY.test(key)) throw new InvalidError(BAD_KEY);
  return { resource, account, key };
}

type Steps<Row> = {
  db: Kysely<Tables>;
  reply: AnswerHead;
  create: (note: NoteCreated) => Promise<Row>;
  find: (id: number) => Promise<Row | undefined>;
};

/**
 * Creates something once: where the same key has created it before, answers that as it is by now, and says so in a
 * header. Throws NotFoundError where it has been deleted since, and whatever `create` throws: nothing is noted then.
 */
export async function createIdempotently<Row>(creation: Creation | undefined, steps: Steps<Row>): Promise<Row> {
  const { db, reply, create, find } = steps;
  if (!creation) return create(async () => undefined);
  const repeated = async (id: number) => {
    const row = await find(id);
    if (!row) throw new NotFoundError("What was created under this Idempotency-Key has been deleted.");
    reply.header(REPEATED_HEADER, "true");
    return row;
  };
  const known = await findCreated(db, creation);
  if (known !== undefined) return repeated(known);
  try {
    return await create((trx, id) => noteCreated(trx, creation, id));
  } catch (error) {
    // Two requests at once: the slower one is answered with what the other has created.
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
  if (!noted) throw new ConflictError("This is being created already.");
  await trx
    .deleteFrom("idempotency_key")
    .where("resource", "=", resource)
    .where("created_id", "<", created_id - MAX_KEYS_KEPT)
    .execute();
}
