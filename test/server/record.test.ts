import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Transaction } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { changeContent } from "#db/change.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { changeMany } from "#features/articles/list/bulk.ts";
import type { PublishedChange, PublishedVersion } from "#features/record/endpoints.ts";
import { recordJobs } from "#features/record/feature.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { runJob } from "#test/support/jobs.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** What JSON may write in more than one way. */
const REASON = 'A "reason"\\ of\u2028/é\u007f.';

type Days = { days: { day: string; head: string; previous_head: string | null; is_complete: boolean }[] };

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, clock, database } = desk;
  const jobs = recordJobs({ database, clock });
  const get = async <Body>(url: string) => (await app.inject(url)).json<Body>();
  return {
    ...desk,
    get,
    changes: (id: number) => get<PublishedChange[]>(apiUrl.changes(id)),
    /** The record of an article in short, the oldest first. */
    kinds: async (id: number) => {
      const changes = await get<PublishedChange[] | { detail: string }>(apiUrl.changes(id));
      return Array.isArray(changes) ? changes.map(({ kind }) => kind).reverse() : null;
    },
    put: (id: number, payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload }),
    create: async (payload: object) =>
      (
        await call({
          method: "POST",
          url: apiUrl.articles(),
          payload: { title: "A title", category: "Tech", ...payload },
        })
      ).body.id as number,
    publishing: (id: number, payload: object) => call({ method: "POST", url: editorApiUrl.publish(id), payload }),
    /** As after a start. */
    recordStored: () => runJob(recordJobs({ database, clock }), "articles to record"),
    seal: () => runJob(jobs, "days to seal"),
    at: (distance: number) => new Date(clock.now() + distance).toISOString(),
  };
}

const marked = ({ diff }: PublishedChange) =>
  diff.map(({ field, parts }) => {
    const words = parts.map(({ is, text }) => (is === "same" ? text : is === "added" ? `+[${text}]` : `-[${text}]`));
    return `${field}: ${words.join("")}`;
  });

describeOnSqlite("the record of what was published", (open) => {
  test("says what an update changed, word by word, why, and whether it was a typo", async () => {
    const { put, create, changes, publishing, call, get } = await start(open);
    const id = await create({ status: "published", content: "<p>The bank lost 4 million.</p><p>It said so.</p>" });
    await put(id, {
      title: "Another title",
      content: "<p>The bank lost 5 million.</p><p>It said so.</p>",
      change_note: " The bank corrected its figure. ",
    });
    await put(id, { tags: ["no public text"] });
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { excerpt: "A excerpt" } });
    await publishing(id, { change_note: "Summed up" });
    await put(id, { excerpt: "An excerpt", is_minor: true });

    const [typo, summed, figure, publication] = await changes(id);
    expect(typo).toMatchObject({ n: 4, kind: "minor", reason: "" });
    expect(marked(typo as PublishedChange)).toEqual(["excerpt: -[A]+[An] excerpt"]);
    expect(summed).toMatchObject({ n: 3, kind: "change", reason: "Summed up" });
    expect(figure).toMatchObject({ n: 2, kind: "change", reason: "The bank corrected its figure." });
    expect(marked(figure as PublishedChange)).toEqual([
      "title: -[A]+[Another] title",
      "content: The bank lost -[4]+[5] million.",
    ]);
    expect(publication).toMatchObject({ n: 1, kind: "publication", diff: [] });
    // Every text that was published can be read, the oldest and the newest alike.
    const contents = [];
    for (const n of [1, 2, 4]) contents.push((await get<PublishedVersion>(apiUrl.version(id, n))).content);
    expect(contents[0]).toContain("4 million");
    expect(contents[1]).toContain("5 million");
    expect(await get(apiUrl.version(id, 4))).toMatchObject({ excerpt: "An excerpt", title: "Another title" });
  });

  test("has what is published in any way, and nothing that readers have not seen", async () => {
    const { store, create, kinds, publishing, call, clock, at, put, publishDue, changes, publishOne } =
      await start(open);
    expect(await kinds(await publishOne())).toEqual(["publication"]);
    const id = await create({ content: "<p>One</p>" });
    expect(await kinds(id)).toBeNull();
    await changeMany(store, operator, { ids: [id], change: { status: "published" } });
    expect(await kinds(id)).toEqual(["publication"]);

    // A time for a new article: nothing of what it said before is on record.
    const planned = await create({ status: "published", published_date: at(60 * MINUTE), content: "<p>Not yet</p>" });
    await put(planned, { content: "<p>Still not</p>", published_date: at(120 * MINUTE) });
    expect(await kinds(planned)).toBeNull();
    await call({ method: "POST", url: editorApiUrl.unpublish(planned) });
    await publishing(planned, { at: at(30 * MINUTE) });
    clock.advance(29 * MINUTE);
    expect(await kinds(planned)).toBeNull();
    clock.advance(MINUTE);
    expect(await changes(planned)).toMatchObject([{ n: 1, kind: "publication", date: at(0) }]);
    clock.advance(MINUTE);
    await put(planned, { content: "<p>Now</p>" });
    expect(marked((await changes(planned))[0] as PublishedChange)).toEqual(["content: -[Still not]+[Now]"]);

    // A time for an update.
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { content: "<p>Two</p>" } });
    await publishing(id, { at: at(10 * MINUTE), change_note: "As agreed", is_minor: true });
    expect(await kinds(id)).toEqual(["publication"]);
    clock.advance(10 * MINUTE);
    await publishDue();
    expect((await changes(id))[0]).toMatchObject({ kind: "minor", reason: "As agreed", date: at(0) });
  });

  test("keeps what was removed, and says what was changed meanwhile", async () => {
    const { app, create, kinds, changes, call, put, clock, at, get } = await start(open);
    const id = await create({ status: "published", content: "<p>They lied.</p>" });
    await call({ method: "POST", url: editorApiUrl.unpublish(id) });
    await put(id, { content: "<p>They erred.</p>" });
    expect(await kinds(id)).toEqual(["publication", "removal"]);
    await put(id, { status: "published" });
    expect(marked((await changes(id))[0] as PublishedChange)).toEqual(["content: They -[lied]+[erred]."]);

    await call({ method: "DELETE", url: apiUrl.article(id) });
    clock.advance(DAY);
    expect((await changes(id))[0]).toMatchObject({
      kind: "removal",
      date: at(-DAY),
      reason: "This article was removed.",
    });
    expect(await get(apiUrl.version(id, 1))).toHaveProperty("detail");
    const page = await app.inject(pageUrl.article(id));
    expect(page.statusCode).toBe(410);
    expect(page.body).toContain("November 20, 2026");
    await call({ method: "POST", url: editorApiUrl.restore(id) });
    expect(await kinds(id)).toEqual(["publication", "removal", "return", "removal", "return"]);
    await call({ method: "DELETE", url: apiUrl.article(id) });
    await call({ method: "DELETE", url: editorApiUrl.trashed(id) });
    expect(await kinds(id)).toEqual(["publication", "removal", "return", "removal", "return", "removal"]);

    // Moved to a later date, an article is gone until then.
    const moved = await create({ status: "published" });
    await put(moved, { published_date: at(MINUTE) });
    expect(await kinds(moved)).toEqual(["publication", "removal"]);
    clock.advance(MINUTE);
    expect(await kinds(moved)).toEqual(["publication", "removal", "return"]);
  });

  test("ends each article's page, typo fixes folded", async () => {
    const { app, create, put } = await start(open);
    const id = await create({ status: "published", content: "<p>Seven coins</p>" });
    const read = async () => (await app.inject(pageUrl.article(id))).body;
    expect(await read()).not.toContain("changes-heading");
    await put(id, { content: "<p>Eight coins</p>", change_note: "Miscounted <b>" });
    await put(id, { content: "<p>Eight coins.</p>", is_minor: true });
    const page = await read();
    expect(page).toContain("<del>Seven</del><ins>Eight</ins>");
    expect(page).toContain("Miscounted &lt;b&gt;");
    expect(page).toMatch(/<details[^>]*><summary[^>]*>One typo fix<\/summary>.*<ins>\.<\/ins>.*<\/details>/);
  });

  test("begins with what was there before it, and with what was changed beside it", async () => {
    const { create, kinds, changes, put, database, recordStored } = await start(open);
    const ids = [await create({ status: "published" }), await create({ status: "published", content: "<p>Old</p>" })];
    const draft = await create({});
    await database.db.deleteFrom("published_version").execute();
    const [first = 0, second = 0] = ids;
    await put(second, { content: "<p>New</p>" });
    expect(await kinds(second)).toEqual(["recorded", "change"]);
    await recordStored();
    expect(await kinds(first)).toEqual(["recorded"]);
    expect(await kinds(draft)).toBeNull();

    await database.db.updateTable("article").set({ title: "Rewritten" }).where("id", "=", second).execute();
    await put(second, { excerpt: "More" });
    const [, beside] = await changes(second);
    expect(beside).toMatchObject({ kind: "change", reason: "This change was not recorded when it was made." });
  });

  test("lists the heads of its days, and seals those that are over", async () => {
    const { app, create, put, clock, get, seal } = await start(open);
    const id = await create({ status: "published" });
    const heads = async () => (await get<Days>(feedUrl.record())).days;
    const [today] = await heads();
    expect(today).toMatchObject({ day: "2026-11-20", versions: 1, previous_head: null, is_complete: false });
    expect((await app.inject(feedUrl.recordFeed())).body).toContain(today?.head);
    clock.advance(2 * DAY);
    await put(id, { title: "Changed" });
    await seal();
    const [later, first] = await heads();
    expect(later).toMatchObject({ day: "2026-11-22", previous_head: first?.head, is_complete: false });
    expect(first).toMatchObject({ head: today?.head, is_complete: true });
    expect(await heads()).toHaveLength(2);
    expect(await get(feedUrl.record("2026-11-22"))).toMatchObject({ days: [{ day: "2026-11-20" }] });
    expect((await app.inject(`${feedUrl.record()}?before=x'`)).statusCode).toBe(200);
  });

  test("is verified by the script of docs/record.md, which finds every rewriting", async () => {
    const { app, create, put, call, clock, database, seal, recordStored, at } = await start(open);
    const { db } = database;
    const script = /<!-- test\/server\/record.test.ts[^`]*```js\n(.*?)```/s.exec(
      readFileSync("docs/record.md", "utf8"),
    );
    const folder = mkdtempSync(join(tmpdir(), "jarida-record-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "verify.mjs"), script?.[1] ?? "");
    await app.listen({ port: 0, host: "127.0.0.1" });
    const site = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const verify = () =>
      new Promise<string>((resolve) => {
        const args = [join(folder, "verify.mjs"), site, join(folder, "heads.json")];
        execFile(process.execPath, args, (_error, out, errors) => resolve(errors + out));
      });
    await call({ method: "POST", url: editorApiUrl.holdings(), payload: { symbol: "BTC", from: "2026-01-01" } });
    const id = await create({ status: "published", content: "<p>BTC was “so”\u2028 – then &amp; there 🦒</p>" });
    const other = await create({ status: "published" });
    await create({ status: "published", published_date: at(3 * DAY) });
    await put(id, { content: "<p>Otherwise</p>", change_note: REASON });
    await call({ method: "DELETE", url: apiUrl.article(other) });
    clock.advance(DAY);
    await put(id, { title: "The next day" });
    await seal();
    expect(await verify()).toBe("The record is sound: 2 days.\n");

    // Written past the program, and told to its caches.
    const rewrite = (write: (trx: Transaction<Tables>) => Promise<unknown>) =>
      changeContent(database, async (trx) => {
        await write(trx);
        return { result: undefined, changed: [EVERYTHING] };
      });
    const second = (trx: Transaction<Tables>, reason: string) =>
      trx.updateTable("published_version").set({ reason }).where("article_id", "=", id).where("n", "=", 2).execute();
    await rewrite((trx) => trx.updateTable("article").set({ excerpt: "Never said" }).where("id", "=", id).execute());
    expect(await verify()).toContain(`article ${id} was changed beside its record\n`);
    await rewrite((trx) => trx.updateTable("article").set({ excerpt: "" }).where("id", "=", id).execute());
    await rewrite((trx) => second(trx, "Another"));
    expect(await verify()).toBe(`version 2 of article ${id}: wrong hash\n1 problems.\n`);
    await rewrite((trx) => second(trx, REASON));
    const disclose = (trx: Transaction<Tables>, disclosures: string | null) =>
      trx
        .updateTable("published_version")
        .set({ disclosures })
        .where("article_id", "=", id)
        .where("n", "=", 1)
        .execute();
    const { disclosures } = await db
      .selectFrom("published_version")
      .select("disclosures")
      .where("article_id", "=", id)
      .where("n", "=", 1)
      .executeTakeFirstOrThrow();
    expect(disclosures).toContain("BTC");
    await rewrite((trx) => disclose(trx, null));
    expect(await verify()).toBe(`version 1 of article ${id}: wrong hash\n1 problems.\n`);
    await rewrite((trx) => disclose(trx, disclosures));
    const stored = () => db.selectFrom("published_version").selectAll().where("article_id", "=", id).where("n", "=", 2);
    const row = await stored().executeTakeFirstOrThrow();
    await rewrite((trx) => trx.deleteFrom("published_version").where("hash", "=", row.hash).execute());
    expect(await verify()).toContain("2026-11-20: wrong head");
    await rewrite((trx) => trx.insertInto("published_version").values(row).execute());
    expect(await verify()).toBe("The record is sound: 2 days.\n");
    // A whole new record, sound in itself, is not the one that was kept.
    await rewrite((trx) => trx.deleteFrom("published_version").execute());
    await rewrite((trx) => trx.deleteFrom("published_day").execute());
    await recordStored();
    expect(await verify()).toBe("2026-11-20 was rewritten\n1 problems.\n");
  });
});
