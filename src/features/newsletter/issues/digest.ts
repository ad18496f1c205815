import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { changedFields } from "#features/audit/rules.ts";
import { recordEvent } from "#features/events/commands.ts";
import { writeSetting } from "#features/settings/commands.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { Actor } from "#shared/actor.ts";
import { asUtc, lastWeekly, meantIn, wallIn } from "#shared/time.ts";
import type { IssueParts } from "./commands.ts";
import type { DigestSetting } from "./endpoints.ts";
import { readDigestZone } from "./queries.ts";
import { DIGEST_ZONE_KEY } from "./rules.ts";

/** Sets when the weekly digest is sent, starting with the next occurrence; returns what is stored. */
export function setDigest({ database, clock }: IssueParts, by: Actor, setting: DigestSetting) {
  const { weekday, hour } = setting;
  return database.db.transaction().execute(async (trx) => {
    const before = await lockDigest(trx);
    const { time_zone: zone } = await readNewsroom(trx);
    const after = {
      enabled: setting.enabled ? 1 : 0,
      weekday,
      hour,
      done_until: lastWeekly(zone, setting, clock.now()),
    } as const;
    await trx.updateTable("digest").set(after).where("id", "=", 1).execute();
    await writeSetting(trx, clock, DIGEST_ZONE_KEY, { time_zone: zone });
    const changes = changedFields<typeof before>(before, after, ["enabled", "weekday", "hour"]);
    const subject = { kind: "settings", id: "digest" };
    if (Object.keys(changes).length > 0)
      await recordEvent(trx, clock, { by, action: "settings.change", subject, changes });
    return after;
  });
}

const lockDigest = (trx: Transaction<Tables>) =>
  trx.selectFrom("digest").selectAll().where("id", "=", 1).forUpdate().executeTakeFirstOrThrow();

/**
 * Follows a change of the newsroom's time zone: the digest keeps its weekday and hour, from their next occurrence on. A
 * digest that is still in UTC gets the weekday and hour that the newsroom's clocks show at its time.
 */
export async function moveDigest({ database, clock }: Pick<IssueParts, "database" | "clock">): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const { weekday, hour, done_until } = await lockDigest(trx);
    const { time_zone: zone } = await readNewsroom(trx);
    const former = await readDigestZone(trx);
    if (former === zone) return;
    const now = clock.now();
    const last = lastWeekly(former ?? "UTC", { weekday, hour }, now);
    const wall = wallIn(former ?? zone, last);
    // In the new zone, the hour of the last digest may come again on the same day.
    const again = Math.max(meantIn(zone, wall).instant, lastWeekly(zone, { weekday, hour }, now));
    const change =
      former === undefined
        ? { weekday: new Date(asUtc(wall)).getUTCDay(), hour: wall.hour }
        : { done_until: Math.max(done_until, again) };
    await trx.updateTable("digest").set(change).where("id", "=", 1).execute();
    await writeSetting(trx, clock, DIGEST_ZONE_KEY, { time_zone: zone });
  });
}
