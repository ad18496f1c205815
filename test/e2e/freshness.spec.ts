import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/trash.ts";
import { operator } from "#shared/actor.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { test } from "./publishing.ts";
import { expect } from "./site.ts";

const CATEGORY = "/category/tech";

test("changes are on the next request of every page", async ({ request, store, publishArticle }) => {
  test.slow();
  await test.step("a change by another process shows on the very next request of home, category and article", async () => {
    const text = async (path: string) => (await request.get(path)).text();
    // All three are in the page cache before the change.
    for (const path of ["/", CATEGORY]) expect(await text(path)).not.toContain("Wombatgazette");
    const id = await publishArticle({
      title: "Wombatgazette opens",
      category: "Tech",
      publishedAt: Date.now(),
      is_featured: true,
    });
    for (const path of ["/", CATEGORY, pageUrl.article(id)])
      expect(await text(path), path).toContain("Wombatgazette opens");
    await updateArticle(store, operator, id, { title: "Wombatgazette reopens" });
    for (const path of ["/", CATEGORY, pageUrl.article(id)]) {
      const now = await text(path);
      expect(now, path).toContain("Wombatgazette reopens");
      expect(now, path).not.toContain("Wombatgazette opens");
    }
  });
  await test.step("a deleted article and one turned back into a draft are gone everywhere", async () => {
    const change = {
      category: "Tech",
      publishedAt: Date.now(),
      is_featured: true,
      is_editors_pick: true,
      tags: ["ledger"],
    };
    const deleted = await publishArticle({ title: "Numbatnews to be deleted", ...change });
    const withdrawn = await publishArticle({ title: "Numbatnews to be withdrawn", ...change });
    const places = [
      "/",
      CATEGORY,
      "/search?query=numbatnews",
      feedUrl.rss(),
      feedUrl.json(),
      feedUrl.rss("tech"),
      feedUrl.sitemapArticles(1),
      feedUrl.newsSitemap(),
      apiUrl.latest(),
      apiUrl.featured(),
      apiUrl.editorsPicks(),
      apiUrl.search("numbatnews"),
    ];
    const traces = async (path: string) => {
      const text = await (await request.get(path)).text();
      const isListed = (id: number, title: string) => text.includes(title) || text.includes(`/article/${id}<`);
      return [isListed(deleted, "Numbatnews to be deleted"), isListed(withdrawn, "Numbatnews to be withdrawn")];
    };
    for (const path of places) expect(await traces(path), path).toEqual([true, true]);
    for (const id of [deleted, withdrawn]) expect((await request.get(pageUrl.article(id))).status()).toBe(200);
    await trashArticle(store, operator, deleted);
    await updateArticle(store, operator, withdrawn, { status: "draft" });
    for (const path of places) expect(await traces(path), path).toEqual([false, false]);
    expect((await request.get(pageUrl.article(deleted))).status()).toBe(410);
    expect((await request.get(pageUrl.article(withdrawn))).status()).toBe(404);
    for (const id of [deleted, withdrawn]) expect((await request.get(apiUrl.article(id))).status()).toBe(404);
  });
  await test.step("an unchanged page returns 304, a changed one a new tag", async () => {
    const id = await publishArticle({ title: "Tagged page" });
    const etagOf = async () => (await request.get(pageUrl.article(id))).headers().etag ?? "";
    const etag = await etagOf();
    expect(etag).not.toBe("");
    const again = await request.get(pageUrl.article(id), { headers: { "if-none-match": etag } });
    expect(again.status()).toBe(304);
    await updateArticle(store, operator, id, { title: "Tagged page, changed" });
    const changed = await request.get(pageUrl.article(id), { headers: { "if-none-match": etag } });
    expect(changed.status()).toBe(200);
    expect(changed.headers().etag).not.toBe(etag);
  });
});

test("a scheduled article is nowhere before its time, and on every page from then on", async ({
  request,
  publishArticle,
}) => {
  const due = Date.now() + 4_000;
  const id = await publishArticle({ title: "Bilbyscheduled", category: "Tech", publishedAt: due });
  const places = ["/", CATEGORY, "/search?query=bilbyscheduled", apiUrl.latest()];
  const isListed = async (path: string) => /Bilbyscheduled/.test(await (await request.get(path)).text());
  const before = [await Promise.all(places.map(isListed)), (await request.get(pageUrl.article(id))).status()];
  // If the machine was so slow that its time has come meanwhile, the result proves nothing.
  if (Date.now() < due) expect(before).toEqual([[false, false, false, false], 404]);
  await expect.poll(() => Date.now() >= due, { timeout: 6_000 }).toBe(true);
  expect((await request.get(pageUrl.article(id))).status()).toBe(200);
  expect(await Promise.all(places.map(isListed))).toEqual([true, true, true, true]);
});
