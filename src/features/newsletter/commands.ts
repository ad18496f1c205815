import type { Database } from "#db/open.ts";
import type { Clock } from "#platform/clock.ts";
import { InvalidError } from "#shared/errors.ts";
import { subscriberExists } from "./queries.ts";
import { subscriberOfToken } from "./rules.ts";
import type { UnsubscribeBody } from "./schema.ts";

const BAD_TOKEN = "This unsubscribe link is not valid.";

/** Makes the address (already parsed) an active subscriber: a new one, one who comes back, or still the same one. */
export async function subscribe(database: Database, clock: Clock, email: string): Promise<void> {
  const now = clock.now();
  await database.db
    .insertInto("subscriber")
    .values({ email, status: "active", created_at: now, changed_at: now })
    .onConflict((conflict) =>
      conflict
        .column("email")
        .doUpdateSet({ status: "active", changed_at: now })
        .where("subscriber.status", "=", "unsubscribed"),
    )
    .execute();
}

/**
 * Ends a subscription by the token of a mail or, without one, by address. Repeating it changes nothing, and an
 * unknown address is no error, so that nobody learns who subscribes. Throws `InvalidError` for an unknown token.
 */
export async function unsubscribe(
  database: Database,
  clock: Clock,
  secretKey: string,
  { token, email }: UnsubscribeBody,
): Promise<void> {
  const ending = database.db
    .updateTable("subscriber")
    .set({ status: "unsubscribed", changed_at: clock.now() })
    .where("status", "=", "active");
  if (token === undefined) {
    if (email !== undefined) await ending.where("email", "=", email).execute();
    return;
  }
  const id = subscriberOfToken(secretKey, token);
  if (id === null || !(await subscriberExists(database.db, id)))
    throw new InvalidError(BAD_TOKEN, { token: BAD_TOKEN });
  await ending.where("id", "=", id).execute();
}
