import { expect, test } from "vitest";
import type { DocumentKey } from "#shared/document.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { recordRevision } from "../history/commands.ts";
import type { Snapshot } from "../history/rules.ts";
import { writersOf } from "./queries.ts";

const ARTICLE: DocumentKey = { type: "article", id: 1 };
const [WRITER, OTHER, BUSY] = [1, 2, 3];

describeOnEngines("the writers of a text", (open) => {
  test("are everyone who saved the document if its first version is too far back to be searched for", async () => {
    const { db } = await open();
    let at = 1;
    const save = (authorId: number, title: string) =>
      db.transaction().execute((trx) => {
        const saved = { snapshot: { title, tags: [at] }, authorId, at: ++at, isAutosave: false, documentVersion: at };
        return recordRevision(trx, ARTICLE, saved, () => saved);
      });
    const writers = async () =>
      (await writersOf(db, ARTICLE, { hash: "Hack", hashOf: ({ title }: Snapshot) => String(title) })).toSorted();
    await save(OTHER, "Plain");
    await save(WRITER, "Hack");
    for (let n = 0; n < 90; n++) await save(BUSY, "Hack");
    expect(await writers()).toEqual([WRITER]);
    for (let n = 0; n < 20; n++) await save(BUSY, "Hack");
    expect(await writers()).toEqual([WRITER, OTHER, BUSY]);
  });
});
