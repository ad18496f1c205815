import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "#db/open-database.ts";
import type { ArticleDetail } from "#features/articles/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { createPostgresDatabase } from "../support/engines.ts";
import { type ServerProcess, startServer } from "../support/server-process.ts";

const CLI = join(import.meta.dirname, "..", "..", "dist", "server", "cli.js");
const EDITOR = { email: "editor@news.example", password: "correct horse battery" };
/** Articles that exist before the backup begins. */
const BEFORE = 6;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "jarida-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Outcome = { code: number | null; out: string; err: string };
function jarida(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [CLI, ...args], { env: { PATH: process.env.PATH, ...env } });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

const call = (server: ServerProcess, method: string, path: string, token?: string, body?: object) =>
  fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });

/** An editor who writes one article after another, each with a picture, until stopped. */
async function startWriter(server: ServerProcess) {
  const { access } = await (await call(server, "POST", editorApiUrl.token(), undefined, EDITOR)).json();
  const written: ArticleDetail[] = [];
  let isStopping = false;
  const write = async () => {
    while (!isStopping) {
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
  await expect.poll(() => written.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(BEFORE);
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

/** One changed byte, and nothing is touched. */
async function expectDamageRefused(into: Record<string, string>, backup: string): Promise<void> {
  const damaged = join(temporaryFolder(), "damaged");
  cpSync(backup, damaged, { recursive: true });
  const [key = ""] = readdirSync(join(damaged, "media"));
  const [file = ""] = readdirSync(join(damaged, "media", key));
  writeFileSync(join(damaged, "media", key, file), "other bytes");
  const refused = await jarida(into, "restore", damaged);
  expect(refused).toEqual({ code: 1, out: "", err: expect.stringMatching(/^The backup is damaged: media\/.+\n$/) });
  expect(existsSync(join(into.DATA_DIR ?? "", "media")), "nothing was touched").toBe(false);
}

async function backUpAndRestore(source: Place, target: Place): Promise<void> {
  const base = { DEMO_CONTENT: "0", SITE_URL: "http://localhost:3000" };
  const account = { ADMIN_EMAIL: EDITOR.email, ADMIN_PASSWORD: EDITOR.password };
  const server = await startServer({ dataDir: source.dataDir, env: { ...base, ...account, ...source.env } });
  const writer = await startWriter(server);
  const monday = join(temporaryFolder(), "monday");
  const least = writer.written.length;
  const made = await jarida({ DATA_DIR: source.dataDir, ...source.env }, "backup", monday);
  await writer.stop();
  expect(made).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(/^\d+ articles and \d+ pictures are in /),
  });
  expect(writer.written.length, "the backup was made under writes").toBeGreaterThan(least);
  expect(statSync(monday).mode & 0o077).toBe(0);
  await server.stop();
  await leaveDueMail(source.settings);
  const tuesday = join(temporaryFolder(), "tuesday");
  expect(await jarida({ DATA_DIR: source.dataDir, ...source.env }, "backup", tuesday)).toMatchObject({ code: 0 });

  const into = { DATA_DIR: target.dataDir, ...target.env };
  if (target.settings.engine === "sqlite") await expectDamageRefused(into, monday);

  expect(await jarida(into, "restore", monday)).toMatchObject({ code: 0, err: "" });
  const restored = await startServer({ dataDir: target.dataDir, env: { ...base, ...target.env } });
  expect(restored.output(), "the account is there").not.toContain("password:");
  await expectRestored(restored, writer.access, writer.written, least);
  if (target.settings.engine === "sqlite") {
    const again = await jarida(into, "restore", monday);
    expect(again).toMatchObject({ code: 1, err: expect.stringMatching(/^There is a publication already\..+\n$/) });
    const busy = await jarida(into, "restore", monday, "--replace");
    expect(busy).toMatchObject({ code: 1, err: expect.stringMatching(/is in use\. Stop the server.+\n$/) });
  }
  const [first] = writer.written;
  expect((await call(restored, "DELETE", apiUrl.article(first?.id ?? 0), writer.access)).status).toBe(204);
  await restored.stop();
  expect(await jarida(into, "restore", tuesday, "--replace")).toMatchObject({ code: 0, err: "" });
  const replaced = await startServer({ dataDir: target.dataDir, env: { ...base, ...target.env } });
  await expectRestored(replaced, writer.access, writer.written, writer.written.length);
  const mails = await (await call(replaced, "GET", editorApiUrl.outbox(), writer.access)).json();
  expect(mails).toMatchObject([{ state: "uncertain", email: "reader@example.com" }]);
  const issues = await (await call(replaced, "GET", editorApiUrl.issues(), writer.access)).json();
  expect(issues).toMatchObject([{ state: "paused" }]);
  expect(await replaced.stop()).toBe(0);
}

type Place = { dataDir: string; env: Record<string, string>; settings: Parameters<typeof openDatabase>[0] };

function sqlitePlace(): Place {
  const dataDir = temporaryFolder();
  return { dataDir, env: {}, settings: { engine: "sqlite", path: join(dataDir, "jarida.db") } };
}

async function postgresPlace(): Promise<Place> {
  const url = await createPostgresDatabase();
  return { dataDir: temporaryFolder(), env: { DATABASE_URL: url }, settings: { engine: "postgres", url } };
}

test(
  "a backup made during writes restores every article and picture (sqlite)",
  () => backUpAndRestore(sqlitePlace(), sqlitePlace()),
  60_000,
);

test.skipIf(inject("postgres") === null)(
  "a backup made during writes restores every article and picture (postgres)",
  async () => backUpAndRestore(await postgresPlace(), await postgresPlace()),
  60_000,
);

test("what cannot be backed up or restored is explained in one line", async () => {
  const env = { DATA_DIR: temporaryFolder() };
  const full = temporaryFolder();
  writeFileSync(join(full, "file"), "");
  for (const [args, sentence] of [
    [["backup"], "Usage: npm run jarida -- backup FOLDER"],
    [["backup", full], `${full} is not empty.`],
    [["backup", join(full, "new")], /^There is no database at /],
    [["restore"], "Usage: npm run jarida -- restore FOLDER [--replace]"],
    [["restore", full], `There is no backup at ${full}.`],
  ] as const) {
    const { code, out, err } = await jarida(env, ...args);
    expect([code, out], args.join(" ")).toEqual([1, ""]);
    expect(err.trimEnd(), args.join(" ")).toMatch(sentence);
    expect(err.trimEnd()).not.toContain("\n");
  }
  expect(readdirSync(full)).toEqual(["file"]);
});
