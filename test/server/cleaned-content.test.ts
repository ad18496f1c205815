import { expect, test } from "vitest";
import { textHash } from "#features/documents/review/queries.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";

const RULE = { enabled: true, words: ["hack"], categories: [] };
const CLEAN = "<p>BTC fell.</p>";

describeOnEngines("content that an upgrade cleans again", (open) => {
  test("keeps its approval, discloses nothing new, and names the scopes of its pages", async () => {
    const desk = await startDesk(open);
    const { call, callAsColleague, database, clock } = desk;
    const { db } = database;
    await call({ method: "PUT", url: editorApiUrl.reviewSettings(), payload: RULE });
    const create = async (payload: object) =>
      (
        await call({
          method: "POST",
          url: apiUrl.articles(),
          payload: { category: "Tech", content: CLEAN, ...payload },
        })
      ).body.id as number;
    const shown = await create({ title: "Calm", status: "published" });
    const waiting = await create({ title: "A hack", sources: ["A"] });
    const tag = String((await call({ method: "GET", url: apiUrl.article(waiting) })).headers.etag);
    await callAsColleague("POST", editorApiUrl.approvals(waiting), undefined, tag);
    // As older rules allowed it, and as it was approved then.
    const content = `${CLEAN}<blink>Now.</blink>` as never;
    await db.updateTable("article").set({ content }).execute();
    await db.updateTable("derived_content").set({ derivation: 0 }).execute();
    const approved = await db.selectFrom("article").selectAll().where("id", "=", waiting).executeTakeFirstOrThrow();
    await db
      .updateTable("approval")
      .set({ text_hash: textHash(approved) })
      .execute();
    await call({ method: "POST", url: editorApiUrl.holdings(), payload: { symbol: "BTC", from: "2026-01-01" } });
    const changes = () => db.selectFrom("content_change").select("scopes").orderBy("version").execute();
    const before = (await changes()).length;

    clock.advance(1_000);
    await desk.deriveAgain();
    const { body } = await call({ method: "GET", url: apiUrl.article(shown) });
    expect(body.content).not.toContain("blink");
    expect((await call({ method: "GET", url: editorApiUrl.review(waiting) })).body.approval).not.toBeNull();
    expect((await desk.asReader(shown)).disclosures ?? []).toEqual([]);
    expect(JSON.stringify((await changes()).slice(before))).toContain(`article:${shown}`);
  });
});
