import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { createLongText } from "#test/support/long-text.ts";
import { recordRevision } from "./commands.ts";
import { readRevision } from "./queries.ts";

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
