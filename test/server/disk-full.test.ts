import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#shared/urls.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startTestApp } from "#test/support/test-app.ts";

test("a full disk: writes answer 507 as JSON, reads stay 200, and writes resume when there is space", async () => {
  const database = await openSqliteForTest();
  const { app, store } = await startTestApp(database);
  const id = await publish(store, { title: "Kept" });
  const { headers } = await startEditor(app, database);
  const content = `<p>${"Long text that needs room. ".repeat(20_000)}</p>`;
  const write = () =>
    app.inject({
      method: "POST",
      url: apiUrl.articles(),
      headers,
      payload: { title: "Large", category: "Blockchain", content, status: "published" },
    });
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
  await sql`pragma max_page_count = ${sql.lit(pages.rows[0]?.page_count ?? 0)}`.execute(database.db);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const refused = await write();
    expect(refused.statusCode).toBe(507);
    expect(refused.json()).toEqual({ detail: "There is no space left to store this." });
    for (const url of ["/", `/article/${id}`, apiUrl.articles(), apiUrl.article(id), apiUrl.search("kept")])
      expect((await app.inject(url)).statusCode, url).toBe(200);
    expect((await app.inject(apiUrl.articles())).json()).toHaveLength(1);
  }
  await sql`pragma max_page_count = 1000000`.execute(database.db);
  expect((await write()).statusCode).toBe(201);
  expect((await app.inject(apiUrl.articles())).json()).toHaveLength(2);
});

test("a full disk for pictures: an upload answers 507 and leaves nothing, and works when there is space", async () => {
  const database = await openSqliteForTest();
  let isFull = true;
  const { app, storedFiles } = await startTestApp(database, {
    guardStorage: (storage) => ({
      ...storage,
      async put(name, bytes) {
        if (isFull) throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
        await storage.put(name, bytes);
      },
    }),
  });
  const { headers } = await startEditor(app, database);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const form = await formRequest({}, { file: picture });
  const upload = () =>
    app.inject({ method: "POST", url: editorApiUrl.upload(), ...form, headers: { ...headers, ...form.headers } });
  const refused = await upload();
  expect([refused.statusCode, refused.json()]).toEqual([507, { detail: "There is no space left to store this." }]);
  expect(storedFiles()).toEqual([]);
  isFull = false;
  expect((await upload()).statusCode).toBe(201);
});
