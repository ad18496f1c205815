import { expect, it } from "vitest";
import { ANYBODY } from "#shared/viewer.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { addArchive } from "#test/support/archive.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { listRelated, listSitemapParts, streamSitemapPart } from "./queries.ts";

const HOUR = 60 * 60 * 1000;

describeOnEngines("related articles", (open) => {
  const openSite = async () => {
    const clock = testClock();
    const site = await startTestApp(await open(), { clock });
    const { store } = site;
    const related = async (id: number) =>
      (await listRelated(store.database, ANYBODY, clock.now(), id, 6))?.map((row) => row.id);
    return { ...site, clock, related, ago: (hours: number) => clock.now() - hours * HOUR };
  };

  it("puts articles that share most of category and tags first, then similar text, then the newest", async () => {
    const { store, related, ago } = await openSite();
    const own = {
      title: "How rollups settle",
      excerpt: "Batches and proofs",
      category: "Blockchain",
      tags: ["L2", "Proofs"],
    };
    const id = await publish(store, own);
    const other = { title: "Unlike anything", excerpt: "", category: "Blockchain" };
    const newest = await publish(store, { ...other, publishedAt: ago(1) });
    const similar = await publish(store, { ...other, title: "Settling rollups: batches", publishedAt: ago(50) });
    const oneTag = await publish(store, { ...other, tags: ["l2"], publishedAt: ago(90) });
    const onlyTags = await publish(store, { ...other, category: "Tech", tags: ["Proofs", "L2"], publishedAt: ago(5) });
    const all = await publish(store, { ...other, tags: ["PROOFS", "L2"], publishedAt: ago(100) });
    const older = await publish(store, { ...other, publishedAt: ago(60) });
    expect(await related(id)).toEqual([all, onlyTags, oneTag, similar, newest, older]);
  });

  it("fills up with similar text of other categories", async () => {
    const { store, related } = await openSite();
    const id = await publish(store, { title: "Choosing a hardware wallet", category: "Crypto" });
    const similar = await publish(store, { title: "What a hardware wallet does", category: "Tech" });
    await publish(store, { title: "An unlike thing", excerpt: "Nothing of it.", category: "Tech" });
    expect(await related(id)).toEqual([similar]);
  });

  it("never lists the article itself, drafts or scheduled articles, and lists at most six", async () => {
    const { store, clock, related } = await openSite();
    const id = await publish(store, { title: "Same words here", tags: ["same"] });
    await publish(store, { title: "Same words here", tags: ["same"], status: "draft" });
    const scheduled = await publish(store, {
      title: "Same words here",
      tags: ["same"],
      publishedAt: clock.now() + HOUR,
    });
    expect(await related(id)).toEqual([]);
    clock.advance(HOUR);
    expect(await related(id)).toEqual([scheduled]);
    for (let count = 0; count < 8; count++) await publish(store, { tags: ["same"] });
    expect(await related(id)).toHaveLength(6);
  });

  it("return list articles with a placeholder picture, and 404 for an article that is not public", async () => {
    const { app, store } = await openSite();
    const id = await publish(store);
    await publish(store, { content: '<p>Text</p><img src="/media/first.jpg" alt="">' });
    await publish(store);
    const draft = await publish(store, { status: "draft" });
    const answer = await app.inject(apiUrl.related(id));
    expect(answer.statusCode).toBe(200);
    expect(
      answer
        .json()
        .map((article: { image_url: string }) => article.image_url)
        .toSorted(),
    ).toEqual(["/media/first.jpg", "/placeholder.jpg"]);
    for (const odd of [draft, 999_999, "0", "-1", "1.5", `${id}abc`, "9".repeat(40), "%20"]) {
      const refused = await app.inject(`/api/articles/${odd}/related/`);
      expect([refused.statusCode, typeof refused.json().detail], String(odd)).toEqual([404, "string"]);
    }
  });
});

describeOnEngines("sitemap parts", (open) => {
  it("holds every visible article once, in parts of the given size", async () => {
    const { store, clock } = await startTestApp(await open());
    const ids: number[] = [];
    for (let count = 0; count < 7; count++) ids.push(await publish(store));
    await publish(store, { status: "draft" });
    await publish(store, { publishedAt: clock.now() + HOUR });
    const { db } = store.database;
    const parts = await listSitemapParts(db, ANYBODY, clock.now(), 3);
    expect(parts.map(({ part }) => part)).toEqual([1, 2, 3]);
    const listed: number[] = [];
    for (const { part } of parts) {
      for await (const rows of streamSitemapPart(db, ANYBODY, clock.now(), 3, part))
        listed.push(...rows.map((row) => row.id));
    }
    expect(listed).toEqual(ids);
  });

  it("are dated by the latest visible change, wherever it lies among many articles", async () => {
    const { store, clock } = await startTestApp(await open());
    const now = clock.now();
    const { db } = store.database;
    await addArchive(
      store,
      Array.from({ length: 1_700 }, (_, index) => now - HOUR * (index + 2)),
    );
    const ids = (await db.selectFrom("article").select("id").orderBy("id").execute()).map(({ id }) => id);
    const changed = (index: number, change: object) =>
      db
        .updateTable("article")
        .set(change)
        .where("id", "=", ids[index] ?? 0)
        .execute();
    for (const size of [2_000, 1_000, 700, 300]) {
      for (const index of [0, 450, 499, 500, 999, 1_000, 1_699]) {
        const id = ids[index] ?? 0;
        const row = await db.selectFrom("article").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
        await changed(index, { last_updated_at: now - 5 });
        const dated = async () =>
          (await listSitemapParts(db, ANYBODY, now, size)).find(({ part }) => part === Math.ceil(id / size))?.modified;
        expect(await dated(), `article ${id} in parts of ${size}`).toBe(now - 5);
        await changed(index, { published_at: now + HOUR });
        expect(await dated(), `scheduled article ${id} in parts of ${size}`).toBeLessThan(now - 5);
        await changed(index, { last_updated_at: row.last_updated_at, published_at: row.published_at });
      }
    }
  });

  it("streams more than one batch", async () => {
    const { store, clock } = await startTestApp(await open());
    const first = await publish(store);
    const { db } = store.database;
    const row = await db.selectFrom("article").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
    const { id: _id, ...copy } = row;
    for (let count = 0; count < 21; count++) {
      await db
        .insertInto("article")
        .values(Array.from({ length: 100 }, () => copy))
        .execute();
    }
    await db.deleteFrom("article").where("id", "=", first).execute();
    const batches: number[][] = [];
    for await (const rows of streamSitemapPart(db, ANYBODY, clock.now(), 50_000, 1))
      batches.push(rows.map((row) => row.id));
    expect(batches.map((ids) => ids.length)).toEqual([1000, 1000, 100]);
    expect(new Set(batches.flat()).size).toBe(2100);
  });
});
