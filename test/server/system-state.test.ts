import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { recordEntry } from "#features/audit/commands.ts";
import { lastOfAction } from "#features/audit/queries.ts";
import { jobRuns } from "#features/system/state/job-runs.ts";
import { operator } from "#shared/actor.ts";
import { PRODUCT_VERSION } from "#shared/product-version.ts";
import { wallIn } from "#shared/time.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, logIn, startEditor, startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60_000;
const instantOfHour = (now: number) => Math.floor(now / HOUR) * HOUR;

describeOnEngines("the state of the system", (open) => {
  async function start(
    runBackup: (place: string) => Promise<void> = async () => undefined,
    clock = testClock(),
    settings: Parameters<typeof startTestApp>[1] = {},
  ) {
    const database = await open();
    const { app, runJob, mail } = await startTestApp(database, { clock, runBackup, ...settings });
    const call = await startPatientEditor(app, database, clock);
    const headers = { authorization: `Bearer ${(await logIn(app)).json().access}` };
    const read = async () => (await call({ method: "GET", url: "/api/system/" })).body;
    const backUp = () => call({ method: "POST", url: "/api/system/backups/" });
    const stateOfBackup = async () => (await read()).backup?.state;
    const readJob = async (name: string) => (await read()).jobs.find((job: { name: string }) => job.name === name);
    const schedule = (payload: object) =>
      app.inject({ method: "PUT", url: "/api/settings/backups/", headers, payload });
    const allow = (name: string, payload: object = { password: EDITOR.password }) =>
      app.inject({ method: "POST", url: `/api/system/backups/${name}/download/`, headers, payload });
    return {
      clock,
      database,
      read,
      readJob,
      runJob,
      backUp,
      stateOfBackup,
      allow,
      schedule,
      app,
      headers,
      mail,
    };
  }

  test("names version, database, disk, failed tasks and the last backup", async () => {
    const { clock, database, read } = await start();
    const task = { kind: "purge", state: "failed" as const, payload: "", due_at: 0, created_at: 0, finished_at: 1_000 };
    await database.db
      .insertInto("task")
      .values({ ...task, position: null, last_error: "No way out." })
      .execute();
    expect(await read()).toMatchObject({
      version: PRODUCT_VERSION,
      tasks: { queued: 0, running: 0, failed: 1 },
      failed_tasks: [{ kind: "purge", error: "No way out.", at: "1970-01-01T00:00:01.000Z" }],
      last_backup: null,
      backup: null,
    });
    const { database: stored, disk } = await read();
    expect(stored.bytes).toBeGreaterThan(10_000);
    expect(disk.free).toBeLessThanOrEqual(disk.total);
    const changes = { place: { to: "/backups/today" } };
    const subject = { kind: "publication" } as const;
    await recordEntry(database.db, clock, { by: operator, action: "publication.backup", subject, changes });
    expect((await read()).last_backup).toMatchObject({ place: "/backups/today" });
  });

  test("a backup runs after the response, one at a time, each into its own folder", async () => {
    const places: string[] = [];
    const made = Promise.withResolvers<void>();
    const { clock, backUp, stateOfBackup } = await start((place) => {
      places.push(place);
      return made.promise;
    });
    const both = await Promise.all([backUp(), backUp()]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(await stateOfBackup()).toBe("running");
    made.resolve();
    await expect.poll(stateOfBackup).toBe("done");
    clock.advance(1_000);
    expect((await backUp()).status).toBe(202);
    expect(new Set(places).size).toBe(2);
    expect(places.every((place) => /backups\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/.test(place))).toBe(true);
  });

  test("a backup deletes all but the newest 7, and interrupted ones, but no folder of the operator", async () => {
    let folder = "";
    const { clock, backUp, stateOfBackup } = await start(async (place) => {
      folder = dirname(place);
      mkdirSync(place, { recursive: true });
      for (const name of ["2020-01-01T0200", "today", "2020-01-02T00-00-00.partial"])
        mkdirSync(join(folder, name), { recursive: true });
    });
    for (let made = 0; made < 9; made++) {
      await backUp();
      await expect.poll(stateOfBackup).toBe("done");
      clock.advance(1_000);
    }
    const left = readdirSync(folder);
    expect(left).toEqual(expect.arrayContaining(["2020-01-01T0200", "today"]));
    expect(left).toHaveLength(2 + 7);
    const newest = new Date(clock.now() - 1_000).toISOString().slice(0, 19).replaceAll(":", "-");
    expect(left).toContain(newest);
  });

  test("a failed backup says why, and so does one whose server has ended", async () => {
    const failing = await start(() => Promise.reject(new Error("The disk is full.")));
    await failing.backUp();
    await expect
      .poll(async () => (await failing.read()).backup)
      .toMatchObject({
        state: "failed",
        error: "The disk is full.",
      });
    const lost = await start(() => new Promise(() => undefined));
    await lost.backUp();
    lost.clock.advance(60_000);
    expect((await lost.read()).backup).toMatchObject({
      state: "failed",
      error: expect.stringContaining("server stopped"),
    });
    expect((await lost.backUp()).status).toBe(202);
  });

  test("lists jobs with their last run in any process, and when a known one comes next", async () => {
    const { clock, database, readJob, runJob } = await start();
    expect(await readJob("old mail")).toMatchObject({
      title: "Delete old mail",
      last: null,
      failure: null,
      next: null,
    });
    const at = new Date(clock.now()).toISOString();
    await runJob("old mail");
    await runJob("runs of jobs");
    expect(await readJob("old mail")).toMatchObject({ last: { at, is_failed: false }, failure: null });
    expect((await readJob("old mail")).next > at).toBe(true);

    const other = await startTestApp(database, { clock });
    const { headers } = await startEditor(other.app, database, {
      ...EDITOR,
      email: "second@example.com",
      name: "Second",
    });
    const seen = (await other.app.inject({ method: "GET", url: "/api/system/", headers })).json();
    expect(seen.jobs.find((job: { name: string }) => job.name === "old mail").last.at).toBe(at);

    clock.advance(11 * 60_000);
    expect((await readJob("old mail")).next, "no process has run it when it was due").toBeNull();
  });

  test("writes a frequent job once a minute, and when it fails or recovers, without losing the failure", async () => {
    const { clock, database, readJob } = await start();
    const runs = jobRuns({ database, clock });
    let error: Error | undefined;
    const job = runs.watch({
      name: "mail",
      title: "Send mail",
      every: 1_000,
      run: async () => {
        if (error) throw error;
      },
    });
    const runAndWrite = async () => {
      const started = new Date(clock.now()).toISOString();
      await job.run(new AbortController().signal).catch(() => undefined);
      await runs.write();
      clock.advance(20_000);
      return started;
    };
    const first = await runAndWrite();
    await runAndWrite();
    expect((await readJob("mail")).last.at).toBe(first);
    error = new Error("The disk is full.");
    const failed = await runAndWrite();
    expect(await readJob("mail")).toMatchObject({
      last: { at: failed, is_failed: true },
      failure: { at: failed, error: "The disk is full." },
    });
    error = undefined;
    const recovered = await runAndWrite();
    expect(await readJob("mail")).toMatchObject({
      last: { at: recovered, is_failed: false },
      failure: { at: failed, error: "The disk is full." },
    });
    await runAndWrite();
    await runAndWrite();
    const later = await runAndWrite();
    expect((await readJob("mail")).last.at, "a minute later").toBe(later);
  });

  test.each([
    "..",
    "..%2F..",
    "%2Fetc",
    "today",
    "2020-01-01T00-00-00",
    "2026-01-01T00-00-00.partial",
    "a".repeat(200),
  ])("no backup is downloaded under the name %s", async (name) => {
    const { allow, database } = await start();
    expect((await allow(name)).statusCode).toBe(404);
    expect(await lastOfAction(database.db, "backup.download")).toBeUndefined();
  });

  test("a nightly backup runs once, at its hour in the newsroom's zone, and not for the night before it was switched on", async () => {
    const places: string[] = [];
    const clock = testClock();
    clock.advance(instantOfHour(clock.now()) + HOUR + 59 * 60_000 - clock.now());
    const { database, read, runJob, schedule, stateOfBackup } = await start(async (place) => {
      places.push(place);
    }, clock);
    const newsroom = { time_zone: "Africa/Nairobi", postal_address: "" };
    await database.db
      .insertInto("setting")
      .values({ key: "newsroom", value: JSON.stringify(newsroom), updated_at: 0 })
      .execute();
    const look = async () => {
      await runJob("nightly backup");
      if (places.length > 0) await expect.poll(stateOfBackup).not.toBe("running");
      return places.length;
    };
    const { hour } = wallIn("Africa/Nairobi", clock.now());
    expect(await look(), "off by default").toBe(0);
    expect((await schedule({ nightly: true, hour })).statusCode).toBe(200);
    expect(await look(), "its hour was before the change").toBe(0);
    expect((await schedule({ hour: (hour + 1) % 24 })).statusCode).toBe(200);
    clock.advance(60_000 - 1);
    expect(await look()).toBe(0);
    clock.advance(1);
    const other = await startTestApp(database, { clock, runBackup: async (place) => void places.push(place) });
    await Promise.all([runJob("nightly backup"), other.runJob("nightly backup")]);
    expect(await look()).toBe(1);
    clock.advance(5 * 60_000);
    expect(await look(), "once").toBe(1);
    expect(await lastOfAction(database.db, "backup.start")).toBeDefined();
    expect((await read()).backup.state).toBe("done");
  });

  test.each([{ kept: 0 }, { kept: 61 }, { kept: 1.5 }, { hour: 24 }, { hour: -1 }, { nightly: "yes" }, { other: 1 }])(
    "rejects %j as settings of backups",
    async (body) => {
      const { schedule } = await start();
      expect((await schedule(body)).statusCode).toBe(400);
    },
  );

  test("keeps as many backups as set", async () => {
    let folder = "";
    const { clock, backUp, schedule, stateOfBackup } = await start(async (place) => {
      folder = dirname(place);
      mkdirSync(place, { recursive: true });
    });
    await schedule({ kept: 2 });
    for (let made = 0; made < 4; made++) {
      await backUp();
      await expect.poll(stateOfBackup).toBe("done");
      clock.advance(1_000);
    }
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("a staging switch cancels mails to readers, waiting and new, but none to the team, and is on every response", async () => {
    const { app, database, headers, mail, read } = await start();
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const robots = async () => (await fetch(origin)).headers.get("x-robots-tag");
    const subscribe = (email: string) =>
      app.inject({ method: "POST", url: "/api/newsletter/subscribe/", payload: { email } });
    const turn = (on: boolean) => app.inject({ method: "PUT", url: "/api/system/staging/", headers, payload: { on } });
    const states = async () =>
      (await database.db.selectFrom("mail").select(["kind", "state"]).orderBy("id").execute()).map(
        ({ kind, state }) => `${kind} ${state}`,
      );
    expect((await read()).staging).toEqual({ is_on: false, is_variable: false });
    expect(await robots()).toBeNull();
    await subscribe("first@example.com");
    expect((await turn(true)).json().staging.is_on).toBe(true);
    expect(await states()).toEqual(["welcome cancelled"]);
    expect(await robots()).toBe("noindex, nofollow");
    const notices = await app.inject({ method: "GET", url: "/api/system/notices/", headers });
    expect(notices.json()).toEqual({
      is_staging: true,
      is_backup_failed: false,
      is_rotation_proposed: false,
      is_webhook_off: false,
      failed_tasks: [],
    });

    await subscribe("second@example.com");
    await app.inject({
      method: "POST",
      url: "/api/accounts/invitations/",
      headers,
      payload: { email: "new@news.example", role: "writer" },
    });
    await mail.mailer.drain();
    expect(await states()).toEqual(["welcome cancelled", "welcome cancelled", "invitation sent"]);

    expect((await turn(false)).json().staging.is_on).toBe(false);
    await subscribe("third@example.com");
    await mail.mailer.drain();
    expect((await states()).at(-1)).toBe("welcome sent");
    expect(await robots()).toBeNull();
    expect(await lastOfAction(database.db, "settings.change")).toBeDefined();
  });

  test.each([true, false])("STAGING=%s is stronger than the switch", async (isStaging) => {
    const { app, headers, read } = await start(undefined, undefined, { isStaging });
    const response = await app.inject({
      method: "PUT",
      url: "/api/system/staging/",
      headers,
      payload: { on: !isStaging },
    });
    expect(response.json().code).toBe("staging_variable");
    expect((await read()).staging).toEqual({ is_on: isStaging, is_variable: true });
  });
});
