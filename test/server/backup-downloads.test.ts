import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unpackTar } from "modern-tar";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "#db/migrations.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { lastOfAction } from "#features/audit/queries.ts";
import { addAccount, changeUser } from "#features/identity/accounts/commands.ts";
import { sessionDownloads } from "#features/identity/credentials/downloads.ts";
import { removeAccount } from "#features/identity/people/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { keyId } from "#platform/keys.ts";
import { operator } from "#shared/actor.ts";
import { testClock } from "#test/support/clock.ts";
import { runCommandHere } from "#test/support/command-here.ts";
import { EDITOR, logIn, startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { readEnv } from "../../src/env.ts";

const CHIEF = { ...EDITOR, email: "second@news.example", name: "Second" };

describeOnEngines("downloads of backups", (open) => {
  /** A site with one backup, as an earlier version made it: with the signing key. */
  async function start() {
    const database = await open();
    const clock = testClock();
    const runBackup = async (place: string) => {
      mkdirSync(join(place, "media", "a"), { recursive: true });
      const texts = { "database.db": "rows", "media/a/b.webp": "picture", secret: "the signing key" };
      for (const [name, text] of Object.entries({ ...texts, stray: "not in the manifest" }))
        writeFileSync(join(place, name), text);
      const files = Object.entries(texts).map(([name, text]) => ({ name, size: text.length, sha256: "x" }));
      const manifest = { format: 1, madeAt: "2026-01-02T03:04:05.000Z", files };
      writeFileSync(join(place, "manifest.json"), JSON.stringify(manifest));
      // No backup, though its name is that of one.
      mkdirSync(join(dirname(place), "2020-01-01T00-00-00"), { recursive: true });
    };
    const { app } = await startTestApp(database, { clock, runBackup });
    const { headers } = await startEditor(app, database, CHIEF);
    const other = await startEditor(app, database);
    const send = (url: string, payload: object = {}, as: Record<string, string> = headers) =>
      app.inject({ method: "POST", url, headers: as, payload });
    const read = async () => (await app.inject({ method: "GET", url: "/api/system/", headers })).json();
    await send("/api/system/backups/");
    await expect.poll(async () => (await read()).backup.state).toBe("done");
    const [{ name, bytes }] = (await read()).backups;
    const allow = (payload: object = { password: CHIEF.password }) =>
      send(`/api/system/backups/${name}/download/`, payload);
    const download = (token: string) =>
      app.inject({
        method: "POST",
        url: "/api/system/downloads/",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        payload: new URLSearchParams({ token }).toString(),
      });
    const tokenFor = async () => (await allow()).json().token as string;
    return { app, database, clock, headers, other, name, bytes, allow, download, tokenFor, send, read };
  }

  test("a download has what the manifest names, but never the signing key, and the log says who opened it", async () => {
    const { database, name, bytes, download, tokenFor } = await start();
    expect(bytes).toBe(4 + 7 + 15);
    const token = await tokenFor();
    expect(await lastOfAction(database.db, "backup.download"), "not opened yet").toBeUndefined();
    const response = await download(token);
    expect(response.headers).toMatchObject({
      "content-type": "application/x-tar",
      "content-disposition": `attachment; filename="jarida-${name}.tar"`,
      "cache-control": "no-store",
    });
    const entries = (await unpackTar(response.rawPayload)).filter(({ header }) => header.type === "file");
    const texts = Object.fromEntries(
      entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString()]),
    );
    const { [`${name}/manifest.json`]: manifest = "", ...others } = texts;
    expect(others).toEqual({ [`${name}/database.db`]: "rows", [`${name}/media/a/b.webp`]: "picture" });
    expect(JSON.parse(manifest).files.map((file: { name: string }) => file.name)).toEqual([
      "database.db",
      "media/a/b.webp",
    ]);
    expect(response.rawPayload.includes("the signing key")).toBe(false);
    const entry = await database.db
      .selectFrom("audit_entry")
      .select(["actor_name", "changes"])
      .where("action", "=", "backup.download")
      .execute();
    expect(entry).toEqual([{ actor_name: CHIEF.name, changes: JSON.stringify({ place: { to: name } }) }]);
  });

  test("a token is stored as a hash, works once, and for a minute", async () => {
    const { database, clock, download, tokenFor } = await start();
    const token = await tokenFor();
    expect(JSON.stringify(await database.db.selectFrom("download_ticket").selectAll().execute())).not.toContain(token);
    expect((await download(token)).statusCode).toBe(200);
    expect((await download(token)).json().code).toBe("download_expired");
    const late = await tokenFor();
    clock.advance(60_000);
    expect((await download(late)).json().code).toBe("download_expired");
    for (const made of ["x", "a".repeat(43)]) expect((await download(made)).statusCode).toBe(403);
  });

  test.each<[string, (database: Database, clock: Clock, id: number) => Promise<unknown>]>([
    ["logs out", ({ db }, _clock, id) => db.deleteFrom("session").where("account_id", "=", id).execute()],
    ["is suspended", (database, clock, id) => changeUser(database, clock, operator, id, { is_active: false })],
    ["is no chief any more", (database, clock, id) => changeUser(database, clock, operator, id, { role: "editor" })],
    ["is removed", (database, clock) => removeAccount(database, operator, CHIEF.email, clock)],
  ])("a token is void once its owner %s", async (_what, end) => {
    const site = await start();
    const { id } = await site.database.db
      .selectFrom("account")
      .select("id")
      .where("email", "=", CHIEF.email)
      .executeTakeFirstOrThrow();
    const token = await site.tokenFor();
    await end(site.database, site.clock, id);
    const response = await site.download(token);
    expect(response.statusCode).toBe(403);
    expect(await lastOfAction(site.database.db, "backup.download")).toBeUndefined();
  });

  test("asks for the password however recent the login is, and counts wrong ones", async () => {
    const { allow, database } = await start();
    for (const body of [{}, { password: "not the password" }]) {
      const response = await allow(body);
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, ["password"]]);
    }
    expect(await lastOfAction(database.db, "password.fail")).toBeDefined();
    const { account_id } = await database.db
      .selectFrom("session")
      .innerJoin("account", "account.id", "session.account_id")
      .select("account_id")
      .where("email", "=", CHIEF.email)
      .executeTakeFirstOrThrow();
    // Single sign-on made the password of this account, which nobody knows.
    const identity = { issuer: "https://login.example", subject: "1", account_id };
    await database.db.insertInto("oidc_identity").values(identity).execute();
    expect((await allow({})).statusCode).toBe(201);
  });

  test("a token for one kind of file opens no other", async () => {
    const { download, tokenFor, database, clock } = await start();
    const token = await tokenFor();
    const downloads = sessionDownloads({ database, clock } as never);
    const ticket = { token, address: "192.0.2.1", kind: "articles", needs: "desk.use" } as const;
    await expect(downloads.redeem(ticket, async () => undefined)).rejects.toMatchObject({ code: "download_expired" });
    expect((await download(token)).statusCode, "it was not used up").toBe(200);
  });

  test("a chief who loses the role or the login makes the desk propose a new key, until it is settled", async () => {
    const { app, database, clock, headers, other, read, send } = await start();
    const idOf = async (email: string) =>
      (await database.db.selectFrom("account").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
    const notices = async (as = headers) =>
      (await app.inject({ method: "GET", url: "/api/system/notices/", headers: as })).json().is_rotation_proposed;
    const third = await idOf(EDITOR.email);
    const settle = async () => {
      const proposed = await notices();
      await send("/api/system/rotation/settle/");
      return [proposed, await notices(), (await read()).rotation_proposed];
    };
    expect((await read()).rotation_proposed).toBeNull();
    await changeUser(database, clock, operator, third, { role: "editor" });
    expect(await notices(other.headers), "not to an editor").toBe(false);
    expect(await settle()).toEqual([true, false, null]);
    await changeUser(database, clock, operator, third, { is_active: false });
    expect(await notices(), "was no chief").toBe(false);
    await changeUser(database, clock, operator, third, { role: "chief", is_active: true });
    await changeUser(database, clock, operator, third, { is_active: false });
    expect(await settle()).toEqual([true, false, null]);
    await changeUser(database, clock, operator, third, { is_active: true });
    await removeAccount(database, operator, EDITOR.email, clock);
    expect(await settle()).toEqual([true, false, null]);
    expect(await lastOfAction(database.db, "secret.settle")).toBeDefined();
  });
});

test("a backup has the key only if the operator asks for it, and a restore ends all sessions and says which key is used", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jarida-backup-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = (name: string, ...args: string[]) => runCommandHere({ DATA_DIR: join(folder, name) }, args);
  const inDatabase = async <Result>(name: string, work: (db: Awaited<ReturnType<typeof openDatabase>>) => Result) => {
    const database = await openDatabase(readEnv({ DATA_DIR: join(folder, name) }).database);
    try {
      await migrate(database);
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const sessions = (name: string) => inDatabase(name, ({ db }) => db.selectFrom("session").select("id").execute());
  await inDatabase("first", async (database) => {
    const { app } = await startTestApp(database);
    await addAccount(database, testClock(), operator, { ...EDITOR, role: "chief" });
    expect((await logIn(app)).statusCode).toBe(200);
  });
  expect(await sessions("first")).toHaveLength(1);
  const secret = () => readFileSync(join(folder, "first", "secret"), "utf8");

  const plain = join(folder, "plain");
  expect((await run("first", "backup", plain)).code).toBe(0);
  expect(readdirSync(plain).sort()).toEqual(["database.db", "manifest.json"]);
  expect(readFileSync(join(plain, "manifest.json"), "utf8")).toContain(keyId(secret().trim()));
  const here = await run("first", "restore", plain, "--replace");
  expect(here.out).toContain("All sessions have ended");
  expect(here.out).toContain("rotate it: npm run jarida -- secret rotate");
  expect(await sessions("first")).toEqual([]);
  const elsewhere = await run("second", "restore", plain);
  expect(elsewhere.out).toContain("The backup has no signing key, so the one here is used, which is another one.");
  expect(readFileSync(join(folder, "second", "secret"), "utf8")).not.toBe(secret());

  const sealed = join(folder, "with-secret");
  expect((await run("first", "backup", sealed, "--with-secret")).code).toBe(0);
  expect(readdirSync(sealed)).toContain("secret");
  expect((await run("third", "restore", sealed)).out).toContain("Anybody who can read the backup can act as any user");
  expect(readFileSync(join(folder, "third", "secret"), "utf8")).toBe(secret());
});
