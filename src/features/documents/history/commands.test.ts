import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { createLongText } from "#test/support/long-text.ts";
import { recordRevision } from "./commands.ts";
import { listRevisions, readRevision } from "./queries.ts";
import type { Save } from "./rules.ts";

/** `npm run bench -- versions` measures a thousand of them. */
const VERSIONS = 100;

test("versions of an article of 20,000 words take 5 kB each, and every one of them can be read", async () => {
  const { db } = await openSqliteForTest();
  const writer = createLongText();
  const written: string[] = [];
  await db.transaction().execute(async (trx) => {
    for (let at = 1; at < VERSIONS; at++) {
      const save = () => ({
        snapshot: { title: `Version ${at}`, content: writer.content() },
        authorId: 1,
        at,
        isAutosave: false,
        documentVersion: at,
      });
      if (at === 1) written.push(writer.content());
      writer.edit();
      written.push(writer.content());
      await recordRevision(trx, { type: "article", id: 1 }, save(), () => ({
        ...save(),
        snapshot: { content: written[0] },
      }));
    }
  });
  const { length } = await db
    .selectFrom("revision")
    .select((eb) => eb.fn.sum<number>(eb.fn("length", ["body"])).as("length"))
    .executeTakeFirstOrThrow();
  expect(length / VERSIONS).toBeLessThan(5_000);
  for (const n of [1, 2, VERSIONS / 2, VERSIONS - 1, VERSIONS])
    expect(
      (await readRevision(db, { type: "article", id: 1 }, n))?.snapshot.content === written[n - 1],
      `version ${n}`,
    ).toBe(true);
});

test("alternating autosaves of two writers are one version of each, in the order of their last saves", async () => {
  const { db } = await openSqliteForTest();
  const document = { type: "page", id: 1 } as const;
  const MINUTE = 60_000;
  const versions = () =>
    db.transaction().execute(async (trx) => {
      const { rows } = await listRevisions(trx, document, { limit: 20, offset: 0 });
      const all = await Promise.all(rows.map(({ n }) => readRevision(trx, document, n)));
      return all.map((one) => [one?.head.n, one?.head.author_id, one?.snapshot.content]);
    });
  let text = "";
  const save = (authorId: number, at: number, change: Partial<Save> = {}) =>
    db.transaction().execute((trx) => {
      text = `${text}${authorId}`;
      const given = { snapshot: { content: text }, authorId, at, isAutosave: true, documentVersion: null, ...change };
      return recordRevision(trx, document, given, () => ({ ...given, snapshot: { content: "" }, isAutosave: false }));
    });
  for (let at = 0; at < 6; at++) await save(1 + (at % 2), at * MINUTE, { startsCopy: at === 0 });
  expect(await versions()).toEqual([
    [3, 2, "121212"],
    [2, 1, "12121"],
    [1, 1, ""],
  ]);
  // Each person's ten minutes end by themselves, and nothing is folded across a save by hand or a new working copy.
  await save(1, 11 * MINUTE);
  await save(2, 12 * MINUTE, { isAutosave: false });
  await save(1, 13 * MINUTE);
  await save(2, 14 * MINUTE, { startsCopy: true });
  await save(1, 15 * MINUTE);
  expect((await versions()).map(([n, author]) => [n, author])).toEqual([
    [8, 1],
    [7, 2],
    [6, 1],
    [5, 2],
    [4, 1],
    [3, 2],
    [2, 1],
    [1, 1],
  ]);
});
