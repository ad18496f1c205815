import { randomUUID } from "node:crypto";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { PICTURE_USES } from "#app/picture-uses.ts";
import { guardPublication } from "#app/subscribers.ts";
import type { Database } from "#db/open.ts";
import { makeVariants, takeDownPicture } from "#features/media/pictures/commands.ts";
import { pictureJobs } from "#features/media/pictures/jobs.ts";
import { findUses } from "#features/media/pictures/queries.ts";
import { addressesOf } from "#features/media/pictures/rules.ts";
import { storePicture } from "#features/media/pictures/staging.ts";
import { imageWorker } from "#platform/images.ts";
import { operator } from "#shared/actor.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { openContent } from "#test/support/content.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { fillEveryTable } from "#test/support/every-table.ts";
import { runJob } from "#test/support/jobs.ts";
import { IMAGE_WORKER, NO_FONTS, startTestApp } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;
const NO_LOG = { warn: () => undefined };
const ORPHANS = "orphaned picture files";

async function start(database: Database) {
  const site = await startTestApp(database);
  const images = imageWorker({ workerPath: IMAGE_WORKER, fonts: NO_FONTS });
  onTestFinished(images.close);
  const pictureStore = {
    database,
    storage: site.storage,
    images,
    clock: site.clock,
    pictureUses: PICTURE_USES,
    guardPublication,
  };
  const { headers } = await startEditor(site.app, database);
  let shade = 0;
  /** Stores a picture with all its variants. */
  const store = async () => {
    shade += 1;
    const bytes = await sharp({
      create: { width: 200, height: 100, channels: 3, background: { r: shade, g: 9, b: 9 } },
    })
      .png()
      .toBuffer();
    const url = await storePicture(pictureStore, bytes);
    const row = await database.db.selectFrom("picture").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
    await makeVariants(pictureStore, row);
    return { url, row, bytes };
  };
  const get = async (url: string) => site.app.inject({ url, headers });
  const remove = (id: number) => site.app.inject({ method: "DELETE", url: editorApiUrl.storedPicture(id), headers });
  return { ...site, pictureStore, headers, store, get, remove };
}

describeOnSqlite("pictures", (open) => {
  test("are listed for editors, newest first, and found by any address", async () => {
    const { app, store, get } = await start(await open());
    const pictures = [await store(), await store(), await store()];
    const list = await get(`${editorApiUrl.pictures()}?limit=2`);
    expect(list.headers["x-total-count"]).toBe("3");
    expect(list.json()).toEqual(
      [pictures[2], pictures[1]].map((picture) => ({
        id: picture?.row.id,
        url: picture?.url,
        width: 200,
        height: 100,
        created_at: expect.stringMatching(/Z$/),
        name: "",
        alt: "",
        caption: "",
        credit: "",
        licence: "",
        focal_x: 0.5,
        focal_y: 0.5,
        size: expect.any(Number),
        uploaded_by: null,
        is_own: false,
        tags: [],
      })),
    );
    const key = pictures[0]?.row.key;
    for (const query of [pictures[0]?.url, `https://news.example/media/${key}/160.avif`, key])
      expect((await get(`${editorApiUrl.pictures()}?query=${query}`)).json(), query).toMatchObject([
        { url: pictures[0]?.url },
      ]);
    for (const query of ["nothing", "%25", "'", `/media/${"a".repeat(24)}/160.avif`])
      expect((await get(`${editorApiUrl.pictures()}?query=${query}`)).json(), query).toEqual([]);
    expect((await app.inject(editorApiUrl.pictures())).statusCode).toBe(401);
  });

  test("are deleted with every file if nothing shows them, and then are gone", async () => {
    const { app, store, remove, storedFiles } = await start(await open());
    const { row } = await store();
    const { url: kept } = await store();
    expect((await app.inject({ method: "DELETE", url: editorApiUrl.storedPicture(row.id) })).statusCode).toBe(401);
    expect((await remove(row.id)).statusCode).toBe(204);
    for (const address of addressesOf(row)) {
      const answer = await app.inject(address);
      expect(answer.statusCode, address).toBe(410);
      expect(answer.json(), address).toMatchObject({ code: "picture_removed" });
      expect(answer.headers["cache-control"], address).toBe("no-store");
    }
    expect(storedFiles().filter((name) => name.includes(row.key))).toEqual([]);
    expect((await app.inject(kept)).statusCode).toBe(200);
    for (const id of [row.id, 999_999, "0", "x", "9".repeat(40)])
      expect((await remove(id as number)).statusCode, String(id)).toBe(404);
  });

  test("that are in use are not deleted, and the response lists their uses", async () => {
    const database = await open();
    const { app, store: storePictures, pictureStore, remove } = await start(database);
    const { url, row } = await storePictures();
    const articles = {
      ...pictureStore,
      content: openContent(),
    };
    const inText = await publish(articles, {
      title: "In text",
      content: `<p>x</p><img src="https://news.example${url}">`,
    });
    const asHero = await publish(articles, { title: "As hero", image_url: url, status: "draft" });
    await publish(articles, { title: "Without" });
    const ad = await database.db
      .insertInto("ad_space")
      .values({ name: "Ad", type: "sidebar", location: "x", active: 0, image_url: url, alt: "", target_url: "" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const answer = await remove(row.id);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: "picture_in_use",
      used_in: [
        { type: "article", id: inText, title: "In text" },
        { type: "article", id: asHero, title: "As hero" },
        { type: "ad", id: ad.id, title: "Ad" },
      ],
    });
    expect((await app.inject(url)).statusCode).toBe(200);
  });

  test("that are taken down are gone wherever they are used, on every page, and may come back as another", async () => {
    const database = await open();
    const { app, store, pictureStore } = await start(database);
    const { url, row, bytes } = await store();
    const articles = {
      ...pictureStore,
      content: openContent(),
    };
    const id = await publish(articles, {
      title: "With it",
      image_url: url,
      content: `<p>Text</p><img src="${url}" alt="">`,
    });
    const page = () => app.inject(pageUrl.article(id));
    expect((await page()).body).toContain(row.key);
    const before = (await app.inject(apiUrl.article(id))).headers.etag;
    const { uses, addresses } = await takeDownPicture(pictureStore, operator, row.key);
    expect(uses).toEqual([{ type: "article", id, title: "With it" }]);
    expect(addresses).toEqual(addressesOf(row));
    for (const address of addresses) expect((await app.inject(address)).statusCode, address).toBe(410);
    expect((await app.inject(apiUrl.articles())).json()[0].image_url).toBe("/fallback.jpg");
    expect((await app.inject(apiUrl.article(id))).headers.etag, "an edit that began before is stale").not.toBe(before);
    expect((await app.inject("/")).body).not.toContain(row.key);
    // Repeating it is not an error: files that a failing store kept are deleted now.
    expect(await takeDownPicture(pictureStore, operator, row.key)).toMatchObject({ addresses: [] });
    const again = await storePicture(pictureStore, bytes);
    expect(again).not.toBe(url);
    expect((await app.inject(again)).statusCode).toBe(200);
    await expect(takeDownPicture(pictureStore, operator, "a".repeat(24))).rejects.toMatchObject({
      code: "picture_not_found",
    });
  });
});

test("a picture that is taken down leaves working copies and templates too, so that no publication brings it back", async () => {
  const database = await openSqliteForTest();
  const { app, store, pictureStore, headers } = await start(database);
  const { url, row } = await store();
  const articles = { ...pictureStore, content: openContent() };
  const [id, trashed] = [await publish(articles, {}), await publish(articles, {})];
  const call = async (method: "GET" | "PUT" | "POST" | "DELETE", path: string, payload?: object, ifMatch?: string) => {
    const given = { ...headers, ...(ifMatch && { "if-match": ifMatch }) };
    const answer = await app.inject({ method, url: path, headers: given, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.body && answer.json(), tag: String(answer.headers.etag) };
  };
  const picture = { image_url: url, social_image: url };
  for (const one of [id, trashed]) await call("PUT", editorApiUrl.draft(one), { ...picture, excerpt: "Other" });
  const opened = await call("GET", editorApiUrl.draft(id));
  const templates = `${apiUrl.articles()}templates/`;
  const template = await call("POST", templates, { name: "With it", document: id });
  expect([opened.body.image_url, template.status]).toEqual([url, 201]);
  await call("DELETE", apiUrl.article(trashed), undefined, (await call("GET", apiUrl.article(trashed))).tag);

  await takeDownPicture(pictureStore, operator, row.key);
  const { body: copied } = await call("GET", editorApiUrl.draft(id));
  expect([copied.image_url, copied.social_image]).toEqual(["", ""]);
  const { fields } = (await call("GET", `${templates}${template.body.id}/`)).body;
  expect(fields.image_url).toBe("");
  const rows = await database.db.selectFrom("working_copy").select(["document_id", "changes"]).execute();
  expect(rows.map(({ document_id, changes }) => [document_id, changes?.includes(row.key)])).toEqual([
    [id, false],
    [trashed, false],
  ]);
  // A window that still shows the picture saves something else: the picture stays away.
  const saved = await call("PUT", editorApiUrl.draft(id), { ...picture, title: "Newer" }, opened.tag);
  expect([saved.status, saved.body.title, saved.body.image_url]).toEqual([200, "Newer", ""]);
  await call("POST", editorApiUrl.publish(id), undefined, saved.tag);
  expect((await call("GET", apiUrl.article(id))).body).toMatchObject({ title: "Newer", image_url: "" });
});

test("a version with a picture that was taken down is restored without it", async () => {
  const database = await openSqliteForTest();
  const { app, store, pictureStore, headers } = await start(database);
  const { url, row } = await store();
  const id = await publish({ ...pictureStore, content: openContent() }, { title: "Illustrated", image_url: url });
  await takeDownPicture(pictureStore, operator, row.key);
  await app.inject({ method: "PUT", url: apiUrl.article(id), headers, payload: { title: "Newer" } });
  const restored = await app.inject({ method: "POST", url: editorApiUrl.restoreRevision(id, 1), headers });
  const draft = (await app.inject({ url: editorApiUrl.draft(id), headers })).json();
  expect([restored.statusCode, draft.title, draft.image_url]).toEqual([200, "Illustrated", ""]);
});

test("a picture in a suggestion is in use", async () => {
  const database = await openSqliteForTest();
  const { app, store, pictureStore, headers, remove } = await start(database);
  const { url, row } = await store();
  const id = await publish({ ...pictureStore, content: openContent() }, { title: "Suggested" });
  const content = `<p>Text</p><img src="${url}" alt="">`;
  const suggestion = editorApiUrl.suggestion({ type: "article", id });
  expect((await app.inject({ method: "PUT", url: suggestion, headers, payload: { content } })).statusCode).toBe(200);
  const rejected = await remove(row.id);
  expect([rejected.statusCode, rejected.json().used_in]).toEqual([409, [{ type: "article", id, title: "Suggested" }]]);
});

test("every column that names a picture is among the uses", async () => {
  const database = await openSqliteForTest();
  const { db } = database;
  await fillEveryTable(database);
  // The library itself, and articles, whose pictures are in `article_picture` when they are written.
  const others = /^(picture|removed_picture|picture_tag|remote_item|article|article_.*|derived_content)$/;
  const columns = (await db.introspection.getTables())
    .filter(({ name }) => !others.test(name))
    .flatMap((table) => table.columns.map((column) => [table.name, column.name] as const))
    .filter(([, column]) => /image|picture/.test(column));
  expect(columns).toContainEqual(["topic", "image_url"]);
  for (const [table, column] of columns) {
    const key = randomUUID().replaceAll("-", "").slice(0, 24);
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${`/media/${key}/800x450.jpg`}`.execute(db);
    expect(await findUses(db, PICTURE_USES, key), `${table}.${column}`).not.toEqual([]);
  }
});

test("variants being made of a picture do not survive its removal", async () => {
  const { store, pictureStore, storedFiles, app } = await start(await openSqliteForTest());
  const { row } = await store();
  let isTakenDown = false;
  const storage = {
    ...pictureStore.storage,
    async put(name: string, bytes: Uint8Array) {
      if (!isTakenDown) await takeDownPicture(pictureStore, operator, row.key);
      isTakenDown = true;
      await pictureStore.storage.put(name, bytes);
    },
  };
  await makeVariants({ ...pictureStore, storage }, row);
  expect(storedFiles()).toEqual([]);
  expect((await app.inject(addressesOf(row)[1] ?? "")).statusCode).toBe(410);
});

test("a picture whose files could not be removed is removed later", async () => {
  const { store, pictureStore, storedFiles } = await start(await openSqliteForTest());
  const { row } = await store();
  const removeFolder = async () => {
    throw new Error("The store is away.");
  };
  const failing = { ...pictureStore, storage: { ...pictureStore.storage, removeFolder } };
  await expect(takeDownPicture(failing, operator, row.key)).rejects.toThrow("The store is away.");
  expect(storedFiles()).not.toEqual([]);
  await runJob(pictureJobs(pictureStore, NO_LOG), "files of removed pictures");
  expect(storedFiles()).toEqual([]);
});

/** Puts a file into the storage that was last changed this long ago, in milliseconds. */
function leave(root: string, name: string, age: number, now: number): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "left behind");
  utimesSync(path, new Date(now - age), new Date(now - age));
}

async function startSweep(orphans: number) {
  const { store, pictureStore, storedFiles } = await start(await openSqliteForTest());
  const { row } = await store();
  const root = join(dirname(storedFiles()[0] ?? ""), "..");
  const now = pictureStore.clock.now();
  const age = (name: string, by: number) => leave(root, name, by, now);
  for (const file of storedFiles()) utimesSync(file, new Date(now - 2 * DAY), new Date(now - 2 * DAY));
  for (let number = 0; number < orphans; number += 1) age(`${String(number).padStart(24, "f")}/9x9.jpg`, DAY + 1_000);
  const names = () =>
    storedFiles()
      .map((path) => path.slice(root.length + 1))
      .sort();
  return { pictureStore, row, age, names, kept: names().filter((name) => name.startsWith(row.key)) };
}

test("files left by a killed process are removed when they are a day old, and no others are", async () => {
  const { pictureStore, row, age, names, kept } = await startSweep(3);
  const young = `${"e".repeat(24)}/9x9.jpg`;
  age(young, DAY - 60_000);
  age(`${row.key}/160.avif.0123456789ab.part`, DAY + 1_000);
  age("lost+found/note.txt", 9 * DAY);
  await runJob(pictureJobs(pictureStore, NO_LOG), ORPHANS);
  expect(names()).toEqual([...kept, young, "lost+found/note.txt"].sort());
});

test("a store that belongs to another database is not touched", async () => {
  const { pictureStore, names } = await startSweep(30);
  const before = names();
  const said: string[] = [];
  await runJob(pictureJobs(pictureStore, { warn: (_details, message) => said.push(message) }), ORPHANS);
  expect(names()).toEqual(before);
  expect(said).toEqual(["most files of the picture store are unknown to the database, so none are removed"]);
  await pictureStore.database.db.deleteFrom("picture").execute();
  await runJob(pictureJobs(pictureStore, NO_LOG), ORPHANS);
  expect(names()).toEqual(before);
});

test("a round checks a thousand files, and the next one continues where it ended", async () => {
  const { pictureStore } = await startSweep(0);
  let listed = 0;
  const storage = {
    ...pictureStore.storage,
    async *list() {
      for (let number = 0; number < 2_500; number += 1) {
        listed += 1;
        yield { name: `${String(number).padStart(24, "a")}/9x9.jpg`, changedAt: pictureStore.clock.now() };
      }
    },
  };
  const jobs = pictureJobs({ ...pictureStore, storage }, NO_LOG);
  const after: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    await runJob(jobs, ORPHANS);
    after.push(listed);
  }
  expect(after).toEqual([1_000, 2_000, 2_500, 3_500]);
});
