import sharp from "sharp";
import { expect, test } from "vitest";
import { objectStorage } from "#platform/object-storage.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startObjectStore } from "#test/support/object-store.ts";
import { startTestApp } from "#test/support/test-app.ts";

test("pages are served while the object store is overloaded; pictures and uploads are 503, and come back", async () => {
  const store = await startObjectStore();
  const database = await openSqliteForTest();
  const { app } = await startTestApp(database, { guardStorage: () => objectStorage(store.settings) });
  const { headers } = await startEditor(app, database);
  const upload = async (background: string) => {
    const picture = sharp({ create: { width: 40, height: 30, channels: 3, background } });
    const form = await formRequest({}, { file: await picture.png().toBuffer() });
    const call = { method: "POST" as const, url: editorApiUrl.upload(), payload: form.payload };
    return app.inject({ ...call, headers: { ...headers, ...form.headers } });
  };
  const { url } = (await upload("teal")).json<{ url: string }>();
  expect((await app.inject(url)).statusCode).toBe(200);
  const article = await app.inject({
    method: "POST",
    url: apiUrl.articles(),
    headers,
    payload: { title: "One", category: "Blockchain", status: "published", content: `<p>Text</p><img src="${url}">` },
  });
  expect(article.statusCode).toBe(201);

  store.isOverloaded = true;
  const page = await app.inject(`/article/${article.json<{ id: number }>().id}`);
  expect([page.statusCode, page.body.includes(url)]).toEqual([200, true]);
  for (const refused of [await app.inject(url), await upload("red")]) {
    expect(refused.json()).toMatchObject({ code: "pictures_unavailable" });
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "5"]);
  }
  expect(await database.db.selectFrom("picture").select("id").execute(), "no row without its file").toHaveLength(1);

  store.isOverloaded = false;
  expect((await app.inject(url)).statusCode).toBe(200);
  expect((await upload("red")).statusCode).toBe(201);
});
