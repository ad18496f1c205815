import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { createRandom } from "#shared/random.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { createPostgresDatabase, openMigrated, openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startPostgres } from "#test/support/postgres-cluster.ts";
import { SEED } from "#test/support/seed.ts";
import { startServer } from "#test/support/server-process.ts";
import { patient } from "#test/support/slowness.ts";
import { canMountDisks, mountForTest, POSTGRES_USER } from "#test/support/small-disk.ts";
import { startTestApp } from "#test/support/test-app.ts";

const NO_SPACE = { code: "storage_full", detail: expect.any(String) };
const LONG_TEXT = `<p>${"Long text that needs room. ".repeat(20_000)}</p>`;
const ARTICLE = { title: "Large", category: "Blockchain", content: LONG_TEXT, status: "published" };
/** Processes and long texts are slow on a busy machine. Milliseconds. */
const TIME_LIMIT = patient(120_000);
const drawPicture = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } })
    .png()
    .toBuffer();

test.skipIf(!canMountDisks)(
  "on a full disk every write is 507, reads continue, and writes resume when there is space",
  async () => {
    const disk = mountForTest(16);
    const env = { DEMO_CONTENT: "0", ADMIN_EMAIL: EDITOR.email, ADMIN_PASSWORD: EDITOR.password };
    const server = await startServer({ dataDir: join(disk.folder, "data"), env });
    onTestFinished(async () => void (await server.kill()));
    let token = "";
    const post = (path: string, body: object) =>
      fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
    token = (await (await post(editorApiUrl.token(), EDITOR)).json()).access;
    const { id } = await (await post(apiUrl.articles(), { ...ARTICLE, title: "Kept" })).json();
    const message = { firstName: "A", lastName: "B", email: "a@example.com", subject: "S", message: "M" };
    const writes: Record<string, () => Promise<Response>> = {
      create: () => post(apiUrl.articles(), ARTICLE),
      login: () => post(editorApiUrl.token(), EDITOR),
      subscribe: () => post(apiUrl.subscribe(), { email: "reader@example.com" }),
      contact: () => post("/api/contact/", message),
      async upload() {
        const body = new FormData();
        body.set("file", new Blob([new Uint8Array(await drawPicture())]), "picture.png");
        return fetch(server.url + editorApiUrl.upload(), {
          method: "POST",
          headers: { authorization: `Bearer ${token}` },
          body,
        });
      },
    };

    disk.fill();
    for (let round = 0; round < 2; round += 1) {
      for (const [name, write] of Object.entries(writes)) {
        const answer = await write();
        expect([answer.status, await answer.json()], name).toEqual([507, expect.objectContaining(NO_SPACE)]);
      }
      for (const path of [
        "/",
        `/article/${id}`,
        apiUrl.articles(),
        apiUrl.article(id),
        apiUrl.search("kept"),
        "/readyz",
      ])
        expect((await fetch(server.url + path)).status, path).toBe(200);
    }
    expect(await (await fetch(server.url + apiUrl.articles())).json()).toHaveLength(1);
    expect(readdirSync(join(disk.folder, "data", "media")), "no half picture").toEqual([]);

    disk.free();
    for (const [name, write] of Object.entries(writes)) expect((await write()).ok, name).toBe(true);
    expect(await (await fetch(server.url + apiUrl.articles())).json()).toHaveLength(2);
    expect(await server.stop()).toBe(0);
  },
  TIME_LIMIT,
);

test.skipIf(!canMountDisks || inject("postgres") === null)(
  `a full disk under PostgreSQL is 507, too (seed ${SEED})`,
  async () => {
    const disk = mountForTest(64, POSTGRES_USER);
    // A separate server: while a disk is full every checkpoint fails, and the other tests' databases need some.
    const server = await startPostgres();
    onTestFinished(() => server?.stop());
    const url = await createPostgresDatabase({ server: server?.address ?? null, folder: disk.folder });
    const database = await openMigrated({ engine: "postgres", url });
    const { app, store } = await startTestApp(database);
    const id = await publish(store, { title: "Kept" });
    const { headers } = await startEditor(app, database);
    // PostgreSQL would compress repetitive text.
    const { next } = createRandom(`${SEED}`);
    const content = `<p>${Array.from({ length: 40_000 }, () => next().toString(36)).join(" ")}</p>`;
    const write = () =>
      app.inject({ method: "POST", url: apiUrl.articles(), headers, payload: { ...ARTICLE, content } });
    disk.fill();
    for (let round = 0; round < 2; round += 1) {
      const refused = await write();
      expect([refused.statusCode, refused.json()]).toEqual([507, NO_SPACE]);
      expect((await app.inject(apiUrl.article(id))).json().title).toBe("Kept");
    }
    disk.free();
    expect((await write()).statusCode).toBe(201);
  },
  TIME_LIMIT,
);

test.skipIf(process.platform !== "linux")(
  "a limit on file size, such as a quota, is treated like a full disk",
  async () => {
    const database = await openSqliteForTest();
    const { app, store } = await startTestApp(database);
    const id = await publish(store, { title: "Kept" });
    const { headers } = await startEditor(app, database);
    const write = () => app.inject({ method: "POST", url: apiUrl.articles(), headers, payload: ARTICLE });
    const limitFiles = (bytes: number | "unlimited") =>
      execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`]);
    onTestFinished(() => void limitFiles("unlimited"));
    limitFiles(400_000);
    for (let round = 0; round < 2; round += 1) {
      const refused = await write();
      expect([refused.statusCode, refused.json()]).toEqual([507, NO_SPACE]);
      for (const url of ["/", `/article/${id}`, apiUrl.articles(), apiUrl.search("kept")])
        expect((await app.inject(url)).statusCode, url).toBe(200);
    }
    limitFiles("unlimited");
    expect((await write()).statusCode).toBe(201);
  },
);

test(
  "on a full disk for pictures an upload is 507 and leaves nothing, and works when there is space",
  async () => {
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
    const form = await formRequest({}, { file: await drawPicture() });
    const upload = () =>
      app.inject({ method: "POST", url: editorApiUrl.upload(), ...form, headers: { ...headers, ...form.headers } });
    const refused = await upload();
    expect([refused.statusCode, refused.json()]).toEqual([507, NO_SPACE]);
    expect(storedFiles()).toEqual([]);
    isFull = false;
    expect((await upload()).statusCode).toBe(201);
  },
  TIME_LIMIT,
);
