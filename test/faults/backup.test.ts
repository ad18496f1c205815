import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/open-database.ts";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { objectStorage } from "#platform/object-storage.ts";
import type { BucketSettings } from "#platform/object-store.ts";
import { localStorage, type Storage } from "#platform/storage.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { runCli } from "#test/support/cli-process.ts";
import { runCommandHere } from "#test/support/command-here.ts";
import { createPostgresDatabase } from "#test/support/engines.ts";
import { startObjectStore } from "#test/support/object-store.ts";
import { type ServerProcess, startServer } from "#test/support/server-process.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

const EDITOR = { email: "editor@news.example", password: "correct horse battery" };
/** Articles that exist before the backup begins. */
const BEFORE = 6;
/** Articles in all: the slower the machine, the more would be written during the backup, and then be compared. */
const MOST = 24;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const jarida = (env: Record<string, string>, ...args: string[]) => runCli(env, args);
/** What is rejected is rejected alike in this process, which saves the start of another. */
const jaridaHere = (env: Record<string, string>, ...args: string[]) => runCommandHere(env, args);

const call = (server: ServerProcess, method: string, path: string, token?: string, body?: object) =>
  fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });

const accessTo = async (server: ServerProcess): Promise<string> =>
  (await (await call(server, "POST", editorApiUrl.token(), undefined, EDITOR)).json()).access;

/** An editor who writes one article after another, each with a picture, until stopped. */
async function startWriter(server: ServerProcess) {
  const access = await accessTo(server);
  const written: ArticleDetail[] = [];
  let isStopping = false;
  const write = async () => {
    while (!isStopping && written.length < MOST) {
      const background = { r: written.length, g: 90, b: 30 };
      const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
      const answer = await call(server, "POST", apiUrl.articles(), access, {
        title: `Number ${written.length}`,
        category: "Blockchain",
        tags: ["kept"],
        status: "published",
        content: `<p>Text</p><img src="data:image/png;base64,${picture.toString("base64")}" alt="" />`,
      });
      expect(answer.status).toBe(201);
      written.push(await answer.json());
    }
  };
  const writing = write();
  await expect.poll(() => written.length).toBeGreaterThanOrEqual(BEFORE);
  return {
    access,
    written,
    async stop() {
      isStopping = true;
      await writing;
    },
  };
}

const pictureOf = ({ content }: ArticleDetail) => /src="([^"]+)"/.exec(content)?.[1] ?? "";

/** Everything written before the backup, and the first of what was written during it, is there unchanged. */
async function expectRestored(server: ServerProcess, token: string, written: ArticleDetail[], least: number) {
  const list = await call(server, "GET", apiUrl.articles(), token);
  const count = Number(list.headers.get("x-total-count"));
  expect(count).toBeGreaterThanOrEqual(least);
  for (const article of written.slice(0, count)) {
    const again = await (await call(server, "GET", apiUrl.article(article.id), token)).json();
    expect(again).toEqual(article);
    const file = await call(server, "GET", pictureOf(article));
    expect(file.status).toBe(200);
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).width).toBe(40);
  }
  const found = await (await call(server, "GET", `${apiUrl.search("kept")}&limit=100`)).json();
  expect(found).toHaveLength(count);
}

/** What a restored publication must not send by itself: a mail and an issue that are due. */
async function leaveDueMail(settings: Place["settings"]) {
  const { db, close } = await openDatabase(settings);
  const body = { subject: "Subject", html: "<p>Text</p>", text: "Text" };
  const { id } = await db.insertInto("mail_body").values(body).returning("id").executeTakeFirstOrThrow();
  await db
    .insertInto("mail")
    .values({
      kind: "contact",
      state: "queued",
      priority: 0,
      body_id: id,
      created_at: 0,
      due_at: 0,
      message_id: "waiting@news.example",
      to_email: "reader@example.com",
    })
    .execute();
  const times = { created_at: 0, updated_at: 0, scheduled_at: 0 };
  const words = { subject: "Subject", preview: "", introduction: "Hello.", article_ids: "[]" };
  await db
    .insertInto("issue")
    .values({ state: "scheduled", ...words, ...times })
    .execute();
  await close();
}

/** Where backups are kept: places by name, and how to change a byte of one, until the returned function is called. */
type Shelf = { place: (name: string) => string; damage: (name: string) => Promise<() => Promise<void>> };

function folderShelf(): Shelf {
  const folder = temporaryFolder();
  return {
    place: (name) => join(folder, name),
    async damage(name) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
      const [key = ""] = readdirSync(join(folder, name, "media"));
      const [file = ""] = readdirSync(join(folder, name, "media", key));
      const path = join(folder, name, "media", key, file);
      const bytes = readFileSync(path);
      writeFileSync(path, "other bytes");
      return async () => writeFileSync(path, bytes);
    },
  };
}

function bucketShelf(bucket: BucketSettings): Shelf {
  return {
    place: (name) => `s3://backups/of/${name}`,
    async damage(name) {
      const files = objectStorage(bucket, { prefix: `of/${name}/` });
      for await (const { name: file } of files.list()) {
        if (!file.startsWith("media/")) continue;
        const bytes = Buffer.concat((await (await files.read(file))?.stream.toArray()) ?? []);
        await files.put(file, Buffer.from("other bytes"));
        return () => files.put(file, bytes);
      }
      throw new Error("The backup has no pictures.");
    },
  };
}

/** One changed byte, and nothing is touched. */
async function expectDamageRefused({ dataDir, env, pictures }: Place, shelf: Shelf, name: string): Promise<void> {
  const repair = await shelf.damage(name);
  const refused = await jaridaHere({ DATA_DIR: dataDir, ...env }, "restore", shelf.place(name));
  expect(refused).toEqual({ code: 1, out: "", err: expect.stringMatching(/^The backup is damaged: media\/.+\n$/) });
  for await (const file of pictures.list()) expect.unreachable(`nothing was touched, but ${file.name} is there`);
  await repair();
}

async function backUpAndRestore(source: Place, target: Place, shelf = folderShelf()): Promise<void> {
  const base = { DEMO_CONTENT: "0", SITE_URL: "http://localhost:3000" };
  const account = { ADMIN_EMAIL: EDITOR.email, ADMIN_PASSWORD: EDITOR.password };
  const server = await startServer({ dataDir: source.dataDir, env: { ...base, ...account, ...source.env } });
  const writer = await startWriter(server);
  const monday = shelf.place("monday");
  const least = writer.written.length;
  const made = await jarida({ DATA_DIR: source.dataDir, ...source.env }, "backup", monday);
  await writer.stop();
  expect(made).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^\d+ articles and \d+ pictures are in /),
  });
  expect(writer.written.length, "the backup was made under writes").toBeGreaterThan(least);
  await server.stop();
  await leaveDueMail(source.settings);
  const tuesday = shelf.place("tuesday");
  expect(await jarida({ DATA_DIR: source.dataDir, ...source.env }, "backup", tuesday)).toMatchObject({ code: 0 });

  const into = { DATA_DIR: target.dataDir, ...target.env };
  await expectDamageRefused(target, shelf, "monday");

  expect(await jarida(into, "restore", monday)).toMatchObject({ code: 0, err: "" });
  const restored = await startServer({ dataDir: target.dataDir, env: { ...base, ...target.env } });
  expect(restored.output(), "the account is there").not.toContain("password:");
  expect((await call(restored, "GET", editorApiUrl.me(), writer.access)).status, "the session has ended").toBe(401);
  const restoredAccess = await accessTo(restored);
  await expectRestored(restored, restoredAccess, writer.written, least);
  if (target.settings.engine === "sqlite") {
    const again = await jaridaHere(into, "restore", monday);
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The database already has a publication\..+\n$/),
    });
    const busy = await jaridaHere(into, "restore", monday, "--replace");
    expect(busy).toMatchObject({ code: 1, err: expect.stringMatching(/is in use\. Stop the server.+\n$/) });
  }
  const [first] = writer.written;
  expect((await call(restored, "DELETE", apiUrl.article(first?.id ?? 0), restoredAccess)).status).toBe(204);
  await restored.stop();
  expect(await jarida(into, "restore", tuesday, "--replace")).toMatchObject({ code: 0, err: "" });
  const replaced = await startServer({ dataDir: target.dataDir, env: { ...base, ...target.env } });
  const access = await accessTo(replaced);
  await expectRestored(replaced, access, writer.written, writer.written.length);
  const mails = await (await call(replaced, "GET", editorApiUrl.outbox(), access)).json();
  expect(mails).toMatchObject([{ state: "uncertain", email: "reader@example.com" }]);
  const issues = await (await call(replaced, "GET", editorApiUrl.issues(), access)).json();
  expect(issues).toMatchObject([{ state: "paused" }]);
  expect(await replaced.stop()).toBe(0);
}

type Place = {
  dataDir: string;
  env: Record<string, string>;
  settings: Parameters<typeof openDatabase>[0];
  pictures: Storage;
};

function sqlitePlace(): Place {
  const dataDir = temporaryFolder();
  const settings = { engine: "sqlite" as const, path: join(dataDir, "jarida.db") };
  return { dataDir, env: {}, settings, pictures: localStorage(join(dataDir, "media")) };
}

async function postgresPlace(): Promise<Place> {
  const url = await createPostgresDatabase();
  const dataDir = temporaryFolder();
  const pictures = localStorage(join(dataDir, "media"));
  return { dataDir, env: { DATABASE_URL: url }, settings: { engine: "postgres", url }, pictures };
}

/**
 * The database and the place of the pictures are copied independently: `npm test` combines each once, where it has both
 * engines.
 */
const isLeftOut = !IS_THOROUGH && inject("postgres") !== null;

test.skipIf(isLeftOut)("a backup made during writes restores every article and picture (sqlite)", () =>
  backUpAndRestore(sqlitePlace(), sqlitePlace()),
);

test.skipIf(inject("postgres") === null)(
  "a backup made during writes restores every article and picture (postgres)",
  async () => backUpAndRestore(await postgresPlace(), await postgresPlace()),
);

/** The same with pictures in a bucket, a backup in another, and an empty third one to restore into. */
async function backUpAndRestoreInBuckets(source: Place, target: Place): Promise<void> {
  const store = await startObjectStore("pictures");
  const bucketOf = async (bucket: string) => {
    if (bucket !== "pictures") await store.addBucket(bucket);
    return { ...store.settings, bucket };
  };
  const inBucket = async (place: Place, bucket: string): Promise<Place> => ({
    ...place,
    env: { ...place.env, ...store.env, S3_BUCKET: bucket },
    pictures: objectStorage(await bucketOf(bucket)),
  });
  const backups = await bucketOf("backups");
  // An interrupted backup left this behind; no picture has such a key, so it is listed last.
  await objectStorage(backups, { prefix: "of/monday/" }).put("media/zz/1.jpg", Buffer.from("half"));
  const from = await inBucket(source, "pictures");
  const nothing = await jaridaHere({ DATA_DIR: from.dataDir, ...from.env }, "restore", "s3://backups/of/monday");
  expect(nothing).toEqual({ code: 1, out: "", err: "No backup found at s3://backups/of/monday.\n" });
  await backUpAndRestore(from, await inBucket(target, "restored"), bucketShelf(backups));
  for (const { dataDir } of [source, target])
    expect(readdirSync(dataDir), "nothing of it stays on the machine").not.toContain("backup.partial");
}

test("a backup in a bucket, of pictures in a bucket, is restored into an empty one (sqlite)", () =>
  backUpAndRestoreInBuckets(sqlitePlace(), sqlitePlace()));

test.skipIf(isLeftOut || inject("postgres") === null)(
  "a backup in a bucket, of pictures in a bucket, is restored into an empty one (postgres)",
  async () => backUpAndRestoreInBuckets(await postgresPlace(), await postgresPlace()),
);

test("a bucket that cannot take a backup says so in one line, and keeps what it has", async () => {
  const store = await startObjectStore("pictures");
  await store.addBucket("backups");
  const other = objectStorage({ ...store.settings, bucket: "backups" }, { prefix: "used/" });
  await other.put("report.pdf", Buffer.from("x"));
  const env = { DATA_DIR: temporaryFolder(), ...store.env };
  writeFileSync(join(env.DATA_DIR, "jarida.db"), "");
  for (const [place, sentence] of [
    ["s3://backups/used", "s3://backups/used is not empty."],
    ["s3://backups", "s3://backups must have the form s3://BUCKET/PREFIX."],
    [
      "s3://pictures/media/old",
      "s3://pictures/media/old already stores this publication's pictures. Choose another place.",
    ],
    ["s3://missing/backup", /^The object store rejected the request: 404 NoSuchBucket/],
  ] as const) {
    const { code, out, err } = await runCommandHere(env, ["backup", place]);
    expect([code, out], place).toEqual([1, ""]);
    expect(err.trimEnd(), place).toMatch(sentence);
    expect(err.trimEnd(), place).not.toContain("\n");
  }
  const { AWS_ACCESS_KEY_ID: _, S3_BUCKET: __, ...keyless } = env;
  const refused = await runCommandHere(keyless, ["backup", "s3://backups/new"]);
  expect(refused.err).toBe("To use a bucket, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.\n");
  expect(await other.read("report.pdf")).not.toBeNull();
});

test("what cannot be backed up or restored is explained in one line", async () => {
  const env = { DATA_DIR: temporaryFolder() };
  const full = temporaryFolder();
  writeFileSync(join(env.DATA_DIR, "jarida.db"), "");
  writeFileSync(join(full, "file"), "");
  for (const [args, sentence] of [
    [["backup"], "Usage: npm run jarida -- backup FOLDER|s3://BUCKET/PREFIX [--keep N] [--with-secret]"],
    [["backup", full], `${full} is not empty.`],
    [["restore"], "Usage: npm run jarida -- restore FOLDER|s3://BUCKET/PREFIX [--replace|--check]"],
    [["restore", full], `No backup found at ${full}.`],
  ] as const) {
    const { code, out, err } = await runCommandHere(env, [...args]);
    expect([code, out], args.join(" ")).toEqual([1, ""]);
    expect(err.trimEnd(), args.join(" ")).toMatch(sentence);
    expect(err.trimEnd()).not.toContain("\n");
  }
  expect(readdirSync(full)).toEqual(["file"]);
});
