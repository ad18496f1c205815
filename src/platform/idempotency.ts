import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { ConflictError, InvalidError, NotFoundError } from "#shared/errors.ts";

/** What a client names a creation by, so that it may ask again where the answer was lost. */
const KEY_HEADER = "idempotency-key";
/** Says that nothing was created now: the answer is what was created under this key before. */
const REPEATED_HEADER = "idempotency-replayed";
const KEY = /^[\w-]{8,100}$/;
const BAD_KEY = "Idempotency-Key must be 8 to 100 letters, digits, hyphens or underscores.";
/** A key is forgotten once so many more of its kind have been created. */
const MAX_KEYS_KEPT = 10_000;

/** A creation by its key. `account` is the one that asks: another's keys are of no meaning to it. */
export type Creation = { what: "article" | "issue" | "category" | "ad"; account: number; key: string };

/** Notes in the writer's transaction what it has created. Throws where another request under the same key was faster. */
export type NoteCreated = (trx: Transaction<Tables>, id: number) => Promise<void>;

/** The creation that a request names; undefined for one without a key. Throws InvalidError. */
export function creationOf(request: FastifyRequest, what: Creation["what"], account: number): Creation | undefined {
  const key = request.headers[KEY_HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !KEY.test(key)) throw new InvalidError(BAD_KEY);
  return { what, account, key };
}

type Steps<Row> = {
  db: Kysely<Tables>;
  reply: FastifyReply;
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

const nameOf = ({ what, account, key }: Creation) => `created:${what}:${account}:${key}`;

async function findCreated(db: Kysely<Tables>, creation: Creation): Promise<number | undefined> {
  const row = await db.selectFrom("site_state").select("value").where("key", "=", nameOf(creation)).executeTakeFirst();
  return row?.value;
}

async function noteCreated(trx: Transaction<Tables>, creation: Creation, id: number): Promise<void> {
  const noted = await trx
    .insertInto("site_state")
    .values({ key: nameOf(creation), value: id })
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .executeTakeFirst();
  if (!noted) throw new ConflictError("This is being created already.");
  await trx
    .deleteFrom("site_state")
    .where("key", "like", `created:${creation.what}:%`)
    .where("value", "<", id - MAX_KEYS_KEPT)
    .execute();
}
