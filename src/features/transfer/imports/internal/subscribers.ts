import { insertSubscribers } from "#features/newsletter/commands.ts";
import type { Trx } from "./engine.ts";
import { noteAdded } from "./targets.ts";

const AT_ONCE = 200;

/**
 * Puts the people of an import on the list, without a mail, and those who left elsewhere as having left. People who are known
 * here stay as they are.
 */
export async function addSubscribers(trx: Trx, importId: number, now: number): Promise<void> {
  // Who has left in one list is known then, and is not subscribed by another one.
  for (const isSubscribed of [0, 1] as const) await addSome(trx, importId, isSubscribed, now);
}

async function addSome(trx: Trx, importId: number, isSubscribed: 0 | 1, now: number): Promise<void> {
  for (;;) {
    const people = await trx
      .selectFrom("import_subscriber")
      .selectAll()
      .where("import_id", "=", importId)
      .where("is_subscribed", "=", isSubscribed)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    if (people.length === 0) return;
    const byEmail = new Map(people.map((one) => [one.email, one]));
    const status = isSubscribed === 1 ? "active" : "unsubscribed";
    const added = await insertSubscribers(trx, [...byEmail.values()], now, status);
    const made = added.map(({ id, email }) => ({ id: byEmail.get(email)?.item_id ?? 0, target: id }));
    await noteAdded(trx, { importId, kind: "subscriber", version: isSubscribed }, made);
    const ids = people.map(({ id }) => id);
    await trx.deleteFrom("import_subscriber").where("id", "in", ids).execute();
  }
}
