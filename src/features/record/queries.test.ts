import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { FORMER_AUTHOR } from "#features/identity/accounts/rules.ts";
import { DAY } from "#shared/time.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { listDays, namedDisclosures, pageOfDay, readOpenDays } from "./queries.ts";

const START = Date.UTC(2026, 10, 20);
type Place = { at: number; article_id: number; n: number };

/** Writes versions, each hashed as its place is named. */
async function addVersions({ db }: Database, places: Place[]): Promise<void> {
  const rows = places.map((place) => ({
    kind: "change" as const,
    reason: "",
    position: null,
    content_hash: null,
    previous_hash: null,
    disclosures: null,
    base_n: null,
    diff: null,
    body: null,
    ...place,
    hash: hashOf(place),
  }));
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += 200)
      await trx
        .insertInto("published_version")
        .values(rows.slice(from, from + 200))
        .execute();
  });
}
const hashOf = ({ at, article_id, n }: Place) => `${at - START} ${article_id} ${n}`;
/** As docs/record.md describes it. */
const headOf = (day: string, previous_head: string | null, places: Place[]) =>
  createHash("sha256")
    .update(JSON.stringify({ day, previous_head, versions: places.map(hashOf) }))
    .digest("hex");

test("the head of a day of more versions than are read at once has each of them once, in their order", async () => {
  const database = await openSqliteForTest();
  // A thousand a moment, of articles with two versions each: steps end within a moment, and within an article.
  const places = [0, 1, 2, 3, 4].flatMap((moment) =>
    Array.from({ length: 999 }, (_, index) => ({
      at: START + moment,
      article_id: Math.floor(index / 2) + 1,
      n: 2 * moment + (index % 2) + 1,
    })),
  );
  await addVersions(database, places.toReversed());
  const [day] = await readOpenDays(database.db, START + DAY);
  expect(day).toMatchObject({ day: "2026-11-20", versions: 4_995, is_complete: true });
  expect(day?.head).toBe(headOf("2026-11-20", null, places));
});

test("days without versions are left out, and each day follows from the one before it that has some", async () => {
  const database = await openSqliteForTest();
  const first = { at: START + DAY - 1, article_id: 1, n: 1 };
  const [second, third] = [
    { at: START + DAY, article_id: 1, n: 2 },
    { at: START + 9 * DAY, article_id: 1, n: 3 },
  ];
  await addVersions(database, [first, second, third]);
  const now = START + 9 * DAY + 60_000;
  const days = await listDays(database.db, now, { before: undefined, limit: 9 });
  const heads = [headOf("2026-11-20", null, [first])];
  heads.push(headOf("2026-11-21", heads[0] ?? "", [second]));
  heads.push(headOf("2026-11-29", heads[1] ?? "", [third]));
  expect(days.map(({ day, head, is_complete }) => [day, head, is_complete])).toEqual([
    ["2026-11-29", heads[2], false],
    ["2026-11-21", heads[1], true],
    ["2026-11-20", heads[0], true],
  ]);
  // What is under way was last added to by its newest version; what is over, as it ended.
  expect(days.map(({ updated }) => updated)).toEqual([third.at, START + 2 * DAY - 1, START + DAY - 1]);
  const listed = async (before: string | undefined, limit: number) =>
    (await listDays(database.db, now, { before, limit })).map(({ day }) => day);
  expect([await listed("2026-11-29", 1), await listed("2026-11-20", 9), await listed(undefined, 2)]).toEqual([
    ["2026-11-21"],
    [],
    ["2026-11-29", "2026-11-21"],
  ]);
});

test("what is to become public at a time is in no day before it", async () => {
  const database = await openSqliteForTest();
  const planned = { at: START + 1_000, article_id: 1, n: 1 };
  await addVersions(database, [planned]);
  const { db } = database;
  const page = { limit: 9, offset: 0 };
  expect(await listDays(db, START + 999, { before: undefined, limit: 9 })).toEqual([]);
  expect(await pageOfDay(db, START + 999, "2026-11-20", page)).toEqual({ rows: [], total: 0 });
  expect((await listDays(db, START + 1_000, { before: undefined, limit: 9 })).map(({ versions }) => versions)).toEqual([
    1,
  ]);
  expect((await pageOfDay(db, START + 1_000, "2026-11-20", page)).total).toBe(1);
  expect(await pageOfDay(db, START + DAY, "2026-11-31", page)).toEqual({ rows: [], total: 0 });
});

test("who held something and is gone, and no author of the article any more, is called a former author", async () => {
  const { db } = await openSqliteForTest();
  const disclosures = JSON.stringify([{ account: 999, symbols: ["BTC"] }]);
  const of = (kind: "publication" | "return" | "change" | "correction" | "disclosure") => ({
    article_id: 7,
    kind,
    disclosures,
  });
  const rows = [of("publication"), of("return"), of("change"), of("correction"), of("disclosure")];
  const named = await namedDisclosures(db, [...rows, { ...of("change"), disclosures: null }]);
  expect(named.map(({ name, isUpdate }) => [name, isUpdate])).toEqual([
    ...[false, false, true, true, true].map((isUpdate) => [FORMER_AUTHOR, isUpdate]),
  ]);
});
