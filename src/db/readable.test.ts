import { expect, test } from "vitest";
import { operator } from "#shared/actor.ts";
import { ANYBODY, type Viewer, viewerOf } from "#shared/viewer.ts";
import { publish } from "#test/support/articles.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import {
  BY_HEAT,
  BY_ID,
  isPublic,
  isReadable,
  isScheduled,
  LIST_ENTRY,
  publicAt,
  readable,
  scheduled,
} from "./readable.ts";

const VIEWERS: Viewer[] = [ANYBODY, { kind: "member", tier: "paid" }, viewerOf(operator)];

describeOnEngines("what may be read of the articles", (open) => {
  test("is the same in memory, by every index, in the editors' list, and for every viewer", async () => {
    const { store, clock } = await startTestApp(await open());
    const { db } = store.database;
    const now = clock.now();
    const ids = { past: 0, instant: 0, future: 0 };
    ids.past = await publish(store, { publishedAt: now - 1 });
    ids.instant = await publish(store, { publishedAt: now });
    ids.future = await publish(store, { publishedAt: now + 1 });
    for (const status of ["ready", "draft"] as const)
      for (const publishedAt of [now - 1, null]) await publish(store, { status, publishedAt });

    const all = await db.selectFrom("article").select(["id", "status", "published_at"]).orderBy("id").execute();
    expect(all).toHaveLength(7);
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
    for (const viewer of VIEWERS) {
      expect(idsOf(all.filter((row) => isReadable(viewer, row, now)))).toEqual([ids.past, ids.instant]);
      for (const source of [undefined, BY_HEAT, BY_ID]) {
        const found = db
          .selectFrom("article")
          .select("id")
          .where(readable(viewer, now, source))
          .orderBy("id");
        expect(idsOf(await found.execute())).toEqual([ids.past, ids.instant]);
      }
      const listed = db.selectFrom("article_list_entry").select("article_id as id").orderBy("id");
      expect(idsOf(await listed.where(readable(viewer, now, LIST_ENTRY)).execute())).toEqual([ids.past, ids.instant]);
    }
    expect(idsOf(all.filter((row) => isPublic(row, now)))).toEqual([ids.past, ids.instant]);
    const publicOnes = db.selectFrom("article").select("id").where(publicAt(now)).orderBy("id");
    expect(idsOf(await publicOnes.execute())).toEqual([ids.past, ids.instant]);
    const waiting = db.selectFrom("article").select("id").where(scheduled(now));
    expect(idsOf(await waiting.execute())).toEqual([ids.future]);
    expect(idsOf(all.filter((row) => isScheduled(row, now)))).toEqual([ids.future]);
  });
});
