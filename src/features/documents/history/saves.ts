import type { IncomingHttpHeaders } from "node:http";
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { ResponseHead } from "#platform/endpoints.ts";
import { keyIn, REPEATED_HEADER } from "#platform/idempotency.ts";
import type { DocumentKey } from "#shared/document.ts";
import { ConflictError, DomainError } from "#shared/errors.ts";
import { accountOf, type WithViewer } from "#shared/viewer.ts";

/** Stored keys per document, newest first: more than a day of continuous writing creates. */
const MAX_KEYS = 20_000;

/** Says that a save was merged with changes of others, which the response contains too. */
export const MERGED_HEADER = "save-merged";

/** A save of a document by its client's key. Keys are separate per account. */
type Attempt = { document: DocumentKey; account: number; key: string };

/** Records the key of a save in the writer's transaction. Throws if a concurrent request has used it. */
export type ClaimKey = (trx: Transaction<Tables>) => Promise<void>;

type Steps<Row> = {
  db: Kysely<Tables>;
  clock: Clock;
  reply: ResponseHead;
  document: DocumentKey;
  save: (claim: ClaimKey) => Promise<Row>;
  read: () => Promise<Row>;
};

/**
 * Saves a document once per `Idempotency-Key`: if the key was used before, returns the current state and
 * sets a header. A failed save leaves its key unused. Throws InvalidError for a malformed key.
 */
export async function saveOnce<Row>(
  call: WithViewer & { headers: IncomingHttpHeaders },
  { db, clock, reply, document, save, read }: Steps<Row>,
): Promise<Row> {
  const key = keyIn(call);
  if (key === undefined) return save(async () => undefined);
  const attempt = { document, account: accountOf(call), key };
  const repeated = async () => {
    const row = await read();
    reply.header(REPEATED_HEADER, "true");
    return row;
  };
  if (await isClaimed(db, attempt)) return repeated();
  try {
    return await save((trx) => claim(trx, clock, attempt));
  } catch (error) {
    // The slower of two concurrent requests may fail with any error, because the other has changed the document.
    if (error instanceof DomainError && (await isClaimed(db, attempt))) return repeated();
    throw error;
  }
}

async function isClaimed(db: Kysely<Tables>, { document, account, key }: Attempt): Promise<boolean> {
  const row = await db
    .selectFrom("document_save")
    .select("saved_at")
    .where("document_type", "=", document.type)
    .where("document_id", "=", document.id)
    .where("account_id", "=", account)
    .where("save_key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

async function claim(trx: Transaction<Tables>, clock: Clock, { document, account, key }: Attempt): Promise<void> {
  const claimed = await trx
    .insertInto("document_save")
    .values({
      document_type: document.type,
      document_id: document.id,
      account_id: account,
      save_key: key,
      saved_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("saved_at")
    .executeTakeFirst();
  if (!claimed)
    throw new ConflictError("idempotency_key_in_progress", "A request with this Idempotency-Key is in progress.");
}

/** Deletes the save keys before a time (epoch milliseconds), and the oldest ones of documents with too many. */
export async function forgetSaves(db: Kysely<Tables>, before: number, max = MAX_KEYS): Promise<void> {
  await db.deleteFrom("document_save").where("saved_at", "<", before).execute();
  const crowded = await db
    .selectFrom("document_save")
    .select(["document_type", "document_id"])
    .groupBy(["document_type", "document_id"])
    .having((eb) => eb.fn.countAll(), ">", max)
    .execute();
  for (const { document_type, document_id } of crowded) {
    const oldest = await db
      .selectFrom("document_save")
      .select("saved_at")
      .where("document_type", "=", document_type)
      .where("document_id", "=", document_id)
      .orderBy("saved_at", "desc")
      .offset(max)
      .limit(1)
      .executeTakeFirst();
    await db
      .deleteFrom("document_save")
      .where("document_type", "=", document_type)
      .where("document_id", "=", document_id)
      .where("saved_at", "<=", oldest?.saved_at ?? 0)
      .execute();
  }
}
