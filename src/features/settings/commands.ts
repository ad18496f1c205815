import type { Transaction } from "kysely";
import { changeContent } from "#db/change.ts";
import { lockTable } from "#db/locks.ts";
import type { Database } from "#db/open.ts";
import type { Tables } from "#db/tables.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";
import { ConflictError } from "#shared/errors.ts";
import { readNewsroom } from "./queries.ts";
import { newsroomVersion } from "./rules.ts";
import type { Newsroom, NewsroomBody } from "./schema.ts";
import { newsroomScope } from "./scopes.ts";

const STALE = "The settings have been changed since you opened them.";

export type SettingsStore = { database: Database; clock: Clock };

async function writeSetting(trx: Transaction<Tables>, clock: Clock, key: string, value: object): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: clock.now() };
  await trx
    .insertInto("setting")
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .execute();
}

/**
 * Changes the given settings of the newsroom and returns all of them. Throws ConflictError if the stored version is not
 * `isCurrent`.
 */
export function updateNewsroom(
  { database, clock }: SettingsStore,
  _actor: Actor,
  body: NewsroomBody,
  isCurrent: (version: string) => boolean = () => true,
): Promise<Newsroom> {
  return changeContent(database, async (trx) => {
    // There may be no row yet that could be locked.
    await lockTable(trx, "setting");
    const before = await readNewsroom(trx);
    if (!isCurrent(newsroomVersion(before))) throw new ConflictError(STALE);
    const after: Newsroom = {
      time_zone: body.time_zone ?? before.time_zone,
      postal_address: body.postal_address ?? before.postal_address,
    };
    await writeSetting(trx, clock, "newsroom", after);
    return { result: after, changed: [newsroomScope] };
  });
}
