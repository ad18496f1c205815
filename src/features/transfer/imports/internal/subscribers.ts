import { insertSubscribers } from "#features/newsletter/commands.ts";
import type { Trx } from "./engine.ts";

const AT_ONCE = 200;

/**
 * Puts the people of an import on the list, without a mail, and those who left elsewhere as having left. People who are known
 * here stay as they are.
 */
export async function addSubscribers(trx: Trx, importId: number, now: number): Promise<void> {
  for (;;) {
    const people = await trx
      .selectFrom("import_subscriber")
      .selectAll()
      .where("import_id", "=", importId)
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    if (people.length === 0) return;
    for (const is_subscribed of [1, 0] as const) {
      const some = people.filter((one) => one.is_subscribed === is_subscribed);
      if (some.length === 0) continue;
      const byEmail = new Map(some.map((one) => [one.email, one]));
      const added = await insertSubscribers(
        trx,
        [...byEmail.values()],
        now,
        is_subscribed === 1 ? "active" : "unsubscribed",
      );
      for (const { id, email } of added)
        await trx
          .updateTable("import_item")
          .set({ target_kind: "subscriber", target_id: id, is_added: 1, is_stored: 1, version: is_subscribed })
          .where("id", "=", byEmail.get(email)?.item_id ?? 0)
          .execute();
    }
    const ids = people.map(({ id }) => id);
    await trx.deleteFrom("import_subscriber").where("id", "in", ids).execute();
  }
}
