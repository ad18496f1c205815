import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DocumentKey } from "#shared/document.ts";
import { agreed, mergeBlocks as mergeOf } from "#shared/merge-blocks.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import {
  dropWorkingCopy,
  ensureFirstRevision,
  forgetStates,
  nameRevision,
  recordRevision,
  scheduleWorkingCopy,
  storeWorkingCopy,
} from "./commands.ts";
import {
  findWorkingCopy,
  firstAndLastAuthors,
  hasSavedSince,
  listDue,
  listRevisions,
  mergeSnapshots,
  mergeStale,
  newestRevision,
  readRevision,
  revisionsOfAccount,
} from "./queries.ts";
import type { Save } from "./rules.ts";

const keyOf = (id: number): DocumentKey => ({ type: "article", id });
const ARTICLE = keyOf(7);
const [ME, HER] = [1, 2];
const MINUTE = 60_000;
const save = (change: Partial<Save> = {}): Save => ({
  snapshot: { title: "A" },
  authorId: ME,
  at: 1_000,
  isAutosave: false,
  documentVersion: null,
  ...change,
});

async function start() {
  const database = await openSqliteForTest();
  const { db } = database;
  const inOne = <Result>(
    work: (trx: Parameters<Parameters<ReturnType<typeof db.transaction>["execute"]>[0]>[0]) => Promise<Result>,
  ) => db.transaction().execute(work);
  return {
    db,
    record: (change: Partial<Save>, article = ARTICLE) =>
      inOne((trx) => recordRevision(trx, article, save(change), () => save({ documentVersion: 1 }))),
    copy: (title: string, at: number, authorId: number | null = ME, article = ARTICLE) =>
      inOne((trx) => storeWorkingCopy(trx, article, { changes: { title }, whole: { title, tags: [] }, authorId, at })),
    drop: (article = ARTICLE) => inOne((trx) => dropWorkingCopy(trx, article)),
    schedule: (...given: Parameters<typeof scheduleWorkingCopy> extends [unknown, ...infer Rest] ? Rest : never) =>
      inOne((trx) => scheduleWorkingCopy(trx, ...given)),
    first: () => inOne((trx) => ensureFirstRevision(trx, ARTICLE, () => save({ snapshot: { title: "First" } }))),
  };
}

describe("versions", () => {
  test("begin with the article as it was before its first save, and are numbered without a gap", async () => {
    const { db, record } = await start();
    expect(await record({ snapshot: { title: "B" }, at: 2_000 })).toBe(2);
    expect(await record({ snapshot: { title: "C" }, at: 3_000 })).toBe(3);
    const titles = [];
    for (const n of [1, 2, 3]) titles.push((await readRevision(db, ARTICLE, n))?.snapshot.title);
    expect(titles).toEqual(["A", "B", "C"]);
    expect((await listRevisions(db, ARTICLE, { limit: 2, offset: 1 })).rows.map(({ n }) => n)).toEqual([2, 1]);
    expect((await listRevisions(db, ARTICLE, { limit: 2, offset: 9 })).total).toBe(3);
    expect(await readRevision(db, ARTICLE, 4)).toBeUndefined();
  });

  test("of an article that has one get no other first one", async () => {
    const { db, first } = await start();
    await first();
    await first();
    expect((await listRevisions(db, ARTICLE, { limit: 9, offset: 0 })).total).toBe(1);
  });

  test("an autosave within ten minutes replaces the newest, whose beginning stays, so that the next one is counted from it", async () => {
    const { db, record } = await start();
    const autosave = (at: number, title: string) => record({ isAutosave: true, at, snapshot: { title } });
    expect(await autosave(MINUTE, "B")).toBe(2);
    expect(await autosave(10 * MINUTE, "C")).toBe(2);
    expect(await newestRevision(db, ARTICLE)).toMatchObject({ n: 2, began_at: MINUTE, created_at: 10 * MINUTE });
    expect((await readRevision(db, ARTICLE, 2))?.snapshot.title).toBe("C");
    expect(await autosave(11 * MINUTE, "D")).toBe(3);
  });

  test("one that is gone cannot be named, and nothing else is", async () => {
    const { db, record } = await start();
    await record({ at: 2_000 });
    const named = [await nameRevision(db, ARTICLE, 2, "Final"), await nameRevision(db, ARTICLE, 3, "Final")];
    expect(named.map((head) => head !== undefined)).toEqual([...[true, false]]);
    expect((await listRevisions(db, ARTICLE, { limit: 9, offset: 0 })).rows.map(({ note }) => note)).toEqual([
      ...["Final", ""],
    ]);
  });

  test("a change of a version that is missing is an error that names both, not another text", async () => {
    const { db, record } = await start();
    const content = Array.from({ length: 900 }, (_, at) => String(at * 7_919)).join(" ");
    await record({ snapshot: { content }, at: 2_000 });
    await record({ snapshot: { content: `${content} more` }, at: 3_000 });
    expect((await newestRevision(db, ARTICLE))?.base_n).toBe(2);
    await db.deleteFrom("revision").where("n", "=", 2).execute();
    await expect(readRevision(db, ARTICLE, 3)).rejects.toThrow(`Version 3 of article 7`);
  });

  test("name those who saved the first and the newest one, each once", async () => {
    const { db, record } = await start();
    expect(await firstAndLastAuthors(db, ARTICLE)).toEqual([]);
    await record({ snapshot: { title: "B" }, at: 2_000 });
    expect(await firstAndLastAuthors(db, ARTICLE)).toEqual([ME]);
    await record({ snapshot: { title: "C" }, at: 3_000, authorId: null });
    await record({ snapshot: { title: "D" }, at: 4_000, authorId: HER });
    expect(await firstAndLastAuthors(db, ARTICLE)).toEqual([ME, HER]);
  });

  test("of an account are listed in one order, from any place on", async () => {
    const { db, record } = await start();
    for (const article of [9, 7, 8]) await record({ at: 2_000 }, keyOf(article));
    await record({ authorId: HER, at: 3_000 }, keyOf(8));
    const from = async (document_id: number, n: number, limit = 99) =>
      (await revisionsOfAccount(db, "article", ME, { after: { document_id, n }, limit })).map((row) => [
        row.document_id,
        row.n,
      ]);
    const all = [7, 8, 9].flatMap((article) => [
      [article, 1],
      [article, 2],
    ]);
    expect(await from(0, 0)).toEqual(all);
    expect(await from(7, 1)).toEqual(all.slice(1));
    expect(await from(7, 2, 2)).toEqual(all.slice(2, 4));
    expect(await from(9, 2)).toEqual([]);
  });
});

describe("working copies", () => {
  test("never have a version twice, also where one was thrown away in between", async () => {
    const { db, copy, drop } = await start();
    expect([await copy("B", 1), await copy("C", 2)]).toEqual([1, 2]);
    expect([await drop(), await drop()]).toEqual([true, false]);
    expect(await findWorkingCopy(db, ARTICLE)).toBeUndefined();
    expect(await copy("D", 3)).toBe(3);
    expect(await findWorkingCopy(db, ARTICLE)).toMatchObject({ changes: { title: "D" }, version: 3, saved_by: ME });
  });

  test("keep the last hundred states, and those that are old are forgotten by their time", async () => {
    const { db } = await start();
    await db.transaction().execute(async (trx) => {
      for (let at = 1; at <= 103; at++)
        await storeWorkingCopy(trx, ARTICLE, { changes: {}, whole: { title: `Title ${at}` }, authorId: ME, at });
    });
    const kept = async () =>
      (await db.selectFrom("working_copy_state").select("version").orderBy("version").execute()).map(
        ({ version }) => version,
      );
    expect([(await kept())[0], (await kept()).length]).toEqual([4, 100]);
    await forgetStates(db, 102);
    expect(await kept()).toEqual([102, 103]);
  });

  test("are due from their time on, the oldest first, and not once they are thrown away or have no time", async () => {
    const { db, copy, schedule, drop } = await start();
    for (const [article, at] of [
      [1, 30],
      [2, 20],
      [3, 10],
      [4, 41],
    ] as const) {
      await copy("B", 1, ME, keyOf(article));
      await schedule(keyOf(article), { at, authorId: HER, reason: "Now known", isMinor: true });
    }
    await copy("B", 1, ME, keyOf(5));
    const due = async (count = 9) => (await listDue(db, "article", 40, count)).map(({ document_id }) => document_id);
    expect([await due(), await due(2)]).toEqual([
      [3, 2, 1],
      [3, 2],
    ]);
    expect((await listDue(db, "article", 40, 1))[0]).toMatchObject({
      publish_by: HER,
      publish_reason: "Now known",
      publish_minor: 1,
    });
    await drop(keyOf(3));
    await schedule(keyOf(2), null);
    expect(await due()).toEqual([1]);
    expect(await findWorkingCopy(db, keyOf(2))).toMatchObject({
      publish_at: null,
      publish_by: null,
      publish_reason: "",
    });
  });
});

describe("a change that began from an older version", () => {
  /** Version 1 of the article, then two states of its working copy. */
  async function changed() {
    const site = await start();
    await site.record({ snapshot: { title: "B" }, at: 2_000, authorId: HER, documentVersion: 2 });
    await site.copy("C", 3_000);
    await site.copy("D", 4_000);
    const merge = (begun: string, title: string) =>
      mergeStale(site.db, ARTICLE, begun, { mine: { title }, theirs: { title: "D", tags: ["new"] } });
    return { ...site, merge };
  }

  test("is merged by what the version, or the working copy, said that it began from", async () => {
    const { merge } = await changed();
    // Began at "B": both changed the title.
    expect(await merge("2", "Mine")).toMatchObject({ conflicts: ["title"] });
    // Began at "D", which it still is.
    expect(await merge("2d2", "Mine")).toEqual({ merged: { title: "Mine", tags: ["new"] }, conflicts: [] });
  });

  test("cannot be merged where nobody knows that version", async () => {
    const { merge } = await changed();
    for (const begun of ["", "x", "2d", "99", "2d99", "1d-1", "2d2d2"])
      expect(await merge(begun, "Mine"), begun).toBeUndefined();
  });

  test("was perhaps saved already, unless it is known that its author has saved nothing since", async () => {
    const { db, record } = await changed();
    const hasSaved = (begun: string, who: number | null = ME) => hasSavedSince(db, ARTICLE, begun, who);
    // Of a version that nobody knows it is not known.
    expect([await hasSaved(""), await hasSaved("99"), await hasSaved("2d99")]).toEqual([true, true, true]);
    expect([await hasSaved("2"), await hasSaved("2d2")]).toEqual([false, false]);
    await record({ authorId: HER, at: 5_000 });
    expect([await hasSaved("2d2"), await hasSaved("2d2", HER)]).toEqual([false, true]);
    await record({ authorId: null, at: 6_000 });
    expect([await hasSaved("2d2"), await hasSaved("2d2", null)]).toEqual([false, true]);
  });
});

const mergeBlocks = (...sides: Parameters<typeof mergeOf>) => agreed(mergeOf(...sides));
const words = (text: string) => text.split(" ").filter(Boolean);

describe("two changes of the same blocks", () => {
  test.each([
    ["of different blocks are both made", "a b c", "A b c", "a b C", "A b C"],
    ["of neighbouring blocks are both made", "a b c", "A b c", "a B c", "A B c"],
    ["that are the same are made once", "a b c", "a X c", "a X c", "a X c"],
    ["that insert at the same place keep both, theirs first", "a b", "a mine b", "a theirs b", "a theirs mine b"],
    ["that append keep both, theirs first", "a", "a mine", "a theirs", "a theirs mine"],
    ["may insert before a block that the other one replaced", "a b c", "a new b c", "a B c", "a new B c"],
    ["may insert behind a block that the other one replaced", "a b c", "a b new c", "a B c", "a B new c"],
    ["may delete what the other one left alone", "a b c d", "a c d", "a b c D", "a c D"],
    ["may move on from nothing", "", "mine", "theirs", "theirs mine"],
  ])("%s", (_what, base, mine, theirs, merged) => {
    expect(mergeBlocks(words(base), words(mine), words(theirs))?.join(" ")).toBe(merged);
  });

  test.each([
    ["of one block, each in another way", "a b c", "a X c", "a Y c"],
    ["where one deletes what the other changes", "a b c", "a c", "a B c"],
    ["where one inserts into what the other replaces", "a b c d", "a b new c d", "a Z d"],
  ])("%s, are not merged", (_what, base, mine, theirs) => {
    expect(mergeBlocks(words(base), words(mine), words(theirs))).toBeUndefined();
  });

  const blocks = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 8 });

  test("merging with nothing changed is the other one's change", () => {
    fc.assert(
      fc.property(blocks, blocks, (base, changed) => {
        expect(mergeBlocks(base, changed, base)).toEqual(changed);
        expect(mergeBlocks(base, base, changed)).toEqual(changed);
      }),
    );
  });

  test("nothing that either of them wrote is dropped", () => {
    fc.assert(
      fc.property(blocks, blocks, blocks, (base, mine, theirs) => {
        const mineOnly = mine.map((block) => `${block}1`);
        const merged = mergeBlocks(base, [...base, ...mineOnly], [...theirs, ...base]);
        if (merged) for (const block of mineOnly) expect(merged).toContain(block);
      }),
    );
  });
});

describe("two changes of the same article", () => {
  test("that was written by a client, with other white space than the editor's, are both made", () => {
    const stored = { content: "<p>One\nline</p>\n<ul>\n <li>a</li>\n</ul>\n<p>Two</p>\n" };
    const written = (one: string, two: string) => ({ content: `<p>${one}</p><ul><li><p>a</p></li></ul><p>${two}</p>` });
    const merge = mergeSnapshots(stored, written("Mine", "Two"), written("One line", "Theirs"));
    expect(merge).toEqual({ merged: written("Mine", "Theirs"), conflicts: [] });
  });

  const base = { title: "Title", tags: ["a"], content: "<p>one</p><p>two</p>" };

  test("of different fields and blocks are both made", () => {
    const mine = { title: "Mine", content: "<p>One</p><p>two</p>" };
    const theirs = { ...base, tags: ["b"], content: "<p>one</p><p>Two</p>" };
    expect(mergeSnapshots(base, mine, theirs)).toEqual({
      merged: { title: "Mine", tags: ["b"], content: "<p>One</p><p>Two</p>" },
      conflicts: [],
    });
  });

  test("name the fields that both changed, each in another way", () => {
    const mine = { title: "Mine", tags: ["same"], content: "<p>Mine</p><p>two</p>" };
    const theirs = { title: "Theirs", tags: ["same"], content: "<p>Theirs</p><p>two</p>" };
    expect(mergeSnapshots(base, mine, theirs)).toEqual({ merged: theirs, conflicts: ["title", "content"] });
  });
});
