import { expect, test } from "vitest";
import { openSqliteForTest } from "#test/support/engines.ts";
import { recordRevision } from "./commands.ts";
import { readRevision } from "./queries.ts";

const PARAGRAPHS = 250;
const WORDS = 80;
const VERSIONS = 100;

/** Words of a language nobody speaks, the same in every run; zstd finds little in them that repeats. */
function createWriter() {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const words = (count: number) => Array.from({ length: count }, () => random(60_000).toString(36).padStart(6, "en"));
  const paragraphs = Array.from({ length: PARAGRAPHS }, () => words(WORDS));
  return {
    content: () => paragraphs.map((text) => `<p>${text.join(" ")}</p>`).join(""),
    /** Rewrites a sentence of a paragraph. */
    edit: () => paragraphs[random(PARAGRAPHS)]?.splice(random(WORDS - 12), 12, ...words(12)),
  };
}

test("versions of an article of 20,000 words take 5 kB each, and every one of them can be read", async () => {
  const { db } = await openSqliteForTest();
  const writer = createWriter();
  const written: string[] = [];
  await db.transaction().execute(async (trx) => {
    for (let at = 1; at < VERSIONS; at++) {
      const save = () => ({
        snapshot: { title: `Version ${at}`, content: writer.content() },
        ...{ authorId: 1, at, isAutosave: false, articleVersion: at },
      });
      if (at === 1) written.push(writer.content());
      writer.edit();
      written.push(writer.content());
      await recordRevision(trx, 1, save(), () => ({ ...save(), snapshot: { content: written[0] } }));
    }
  });
  const { length } = await db
    .selectFrom("revision")
    .select((eb) => eb.fn.sum<number>(eb.fn("length", ["body"])).as("length"))
    .executeTakeFirstOrThrow();
  expect(length / VERSIONS).toBeLessThan(5_000);
  for (const n of [1, 2, VERSIONS / 2, VERSIONS - 1, VERSIONS])
    expect((await readRevision(db, 1, n))?.snapshot.content === written[n - 1], `version ${n}`).toBe(true);
});
