import { describe, expect, test } from "vitest";
import type { AuditEntry } from "#features/audit/endpoints.ts";
import { RETENTION, RETENTION_NAMES, type Retention } from "#features/settings/rules.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startDesk } from "#test/support/desk.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";
import { recordQueries, scansOf } from "#test/support/query-plans.ts";
import { startTestApp } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;
const url = editorApiUrl.retention();
/** More than the job removes in one statement. */
const MANY = 1_201;

/** A newsroom with some of everything that has a period, as old as `age` days. */
async function startWith(open: OpenTestDatabase, age: Partial<Record<keyof Retention, number>>) {
  const desk = await startDesk(open);
  const { db } = desk.database;
  const at = (name: keyof Retention) => desk.clock.now() - (age[name] ?? 0) * DAY;
  const message = { first_name: "A", last_name: "B", email: "a@example.com", subject: "S", message: "M" };
  await db
    .insertInto("contact_message")
    .values({ ...message, created_at: at("messages") })
    .execute();
  const subscriber = (status: "pending" | "unsubscribed" | "active", changed_at: number) => ({
    email: `${status}@example.com`,
    status,
    created_at: 0,
    changed_at,
  });
  await db
    .insertInto("subscriber")
    .values([
      subscriber("pending", at("unconfirmed")),
      subscriber("unsubscribed", at("unsubscribed")),
      subscriber("active", 0),
    ])
    .execute();
  const bounce = { email: "gone@example.com", count: 3, last_at: at("bounces"), last_error: "no" };
  await db.insertInto("mail_bounce").values(bounce).execute();
  const left = async () => ({
    messages: (await db.selectFrom("contact_message").select("id").execute()).length,
    subscribers: (await db.selectFrom("subscriber").select("status").orderBy("id").execute()).map((row) => row.status),
    bounces: (await db.selectFrom("mail_bounce").select("email").execute()).length,
  });
  return { ...desk, left };
}

const ALL = { messages: 1, subscribers: ["pending", "unsubscribed", "active"], bounces: 1 };
const initialAges = (more: number) =>
  Object.fromEntries(RETENTION_NAMES.map((name) => [name, RETENTION[name].initial + more]));

describeOnEngines("what is kept about persons", (open) => {
  test("stays until its period is over, and subscribers as long as they subscribe", async () => {
    const young = await startWith(open, initialAges(-1));
    await young.sweepRetention();
    expect(await young.left()).toEqual(ALL);
    young.clock.advance(2 * DAY);
    await young.sweepRetention();
    expect(await young.left()).toEqual({ messages: 0, subscribers: ["active"], bounces: 0 });
  });

  test("goes by the periods that a chief has set", async () => {
    const { call, left, sweepRetention } = await startWith(open, { messages: 20, unconfirmed: 20, unsubscribed: 40 });
    await sweepRetention();
    expect(await left()).toEqual(ALL);
    expect((await call({ method: "PUT", url, payload: { messages: 21, unconfirmed: 19 } })).status).toBe(200);
    await sweepRetention();
    expect(await left()).toEqual({ ...ALL, subscribers: ["unsubscribed", "active"] });
    await call({ method: "PUT", url, payload: { messages: 19, unsubscribed: 39 } });
    await sweepRetention();
    expect(await left()).toEqual({ ...ALL, messages: 0, subscribers: ["active"] });
  });

  test("goes in batches, and what has an end of its own goes with it", async () => {
    const { database, clock, sweepRetention, left, call } = await startWith(open, {});
    const { db } = database;
    const rows = Array.from({ length: MANY }, (_, index) => ({
      email: `p${index}@example.com`,
      status: "pending" as const,
      created_at: 0,
      changed_at: index,
    }));
    for (const part of [rows.slice(0, 700), rows.slice(700)]) await db.insertInto("subscriber").values(part).execute();
    const row = { hash: "h", expires_at: clock.now() + DAY };
    await db
      .insertInto("password_reset")
      .values({ ...row, account_id: 1, generation: 0 })
      .execute();
    await db
      .insertInto("sign_in_ticket")
      .values({ ...row, account_id: null, generation: 0, purpose: "sign-in", challenge: "" })
      .execute();
    await db
      .insertInto("oidc_login")
      .values({ ...row, state: "", nonce: "", verifier: "", account_id: null })
      .execute();
    await call({
      method: "POST",
      url: "/api/accounts/invitations/",
      payload: { email: "i@example.com", role: "writer" },
    });
    const count = async () => {
      const tables = [
        "password_reset",
        "sign_in_ticket",
        "oidc_login",
        "invitation",
        "session",
        "known_client",
      ] as const;
      const counts = tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length);
      return (await Promise.all(counts)).filter((rows) => rows > 0).length;
    };
    await sweepRetention();
    expect(await left()).toEqual(ALL);
    expect(await count()).toBe(6);
    clock.advance(100 * DAY);
    await sweepRetention();
    expect(await count()).toBe(0);
  });

  test("is found by an index, without reading a table from end to end", async () => {
    const database = await open();
    const { recorded, queries } = recordQueries(database);
    const { sweepRetention } = await startTestApp(recorded, { clock: testClock() });
    queries.length = 0;
    await sweepRetention();
    const removals = queries.filter(({ sql }) => sql.startsWith("delete"));
    expect(removals.length).toBeGreaterThanOrEqual(10);
    for (const query of removals) expect(await scansOf(database, query), query.sql).toEqual([]);
  });
});

describeOnEngines("the periods", (open) => {
  test("are told to everybody, changed by chiefs within bounds, and recorded", async () => {
    const { app, call } = await startDesk(open);
    const initial = Object.fromEntries(RETENTION_NAMES.map((name) => [name, RETENTION[name].initial]));
    expect((await app.inject(url)).json()).toEqual(initial);
    const opened = await call({ method: "GET", url });
    for (const name of RETENTION_NAMES)
      for (const days of [RETENTION[name].min - 1, RETENTION[name].max + 1, 1.5, "30", null]) {
        const refused = await call({ method: "PUT", url, payload: { [name]: days } });
        expect(refused.status).toBe(400);
        expect(refused.body.errors[name]).toContain(`${RETENTION[name].label} must be a whole number from`);
      }
    expect((await call({ method: "PUT", url, payload: { views: 3 } })).status).toBe(400);
    expect((await app.inject(url)).json()).toEqual(initial);

    const saved = await call({ method: "PUT", url, ifMatch: String(opened.headers.etag), payload: { messages: 30 } });
    expect(saved).toMatchObject({ status: 200, body: { ...initial, messages: 30 } });
    const stale = { method: "PUT" as const, url, ifMatch: String(opened.headers.etag), payload: { messages: 60 } };
    expect((await call(stale)).status).toBe(409);
    const [entry] = (await call({ method: "GET", url: editorApiUrl.audit() })).body as AuditEntry[];
    expect(entry).toMatchObject({
      action: "settings.change",
      subject: { id: "retention" },
      changes: { messages: { from: 365, to: 30 } },
    });
  });

  test("of the audit log and of mails are those that their jobs go by", async () => {
    const clock = testClock();
    const database = await open();
    const { app, mail, pruneAudit, sealAudit } = await startTestApp(database, { clock });
    const call = await startPatientEditor(app, database, clock);
    await call({ method: "PUT", url, payload: { audit: 30, mails: 7 } });
    expect((await call({ method: "GET", url: editorApiUrl.auditSettings() })).body).toEqual({ retention_days: 30 });
    await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: "r@example.com" } });
    await mail.mailer.drain();
    const rows = async (table: "mail" | "audit_entry") =>
      (await database.db.selectFrom(table).select("id").execute()).length;
    await sealAudit();
    const entries = await rows("audit_entry");
    clock.advance(6 * DAY);
    await mail.removeOldMails();
    expect(await rows("mail")).toBe(1);
    clock.advance(2 * DAY);
    await mail.removeOldMails();
    expect(await rows("mail")).toBe(0);
    clock.advance(24 * DAY);
    await pruneAudit();
    expect(await rows("audit_entry")).toBeLessThan(entries);
  });
});

describe("the privacy page", () => {
  describeOnEngines("states the periods", (open) => {
    test("as they are, at once after a change", async () => {
      const { app, call } = await startDesk(open);
      const page = async () => (await app.inject(pageUrl.privacyPolicy())).body.replaceAll("<!-- -->", "");
      for (const name of RETENTION_NAMES)
        expect(await page()).toContain(
          `${RETENTION[name].readers}: ${RETENTION[name].initial.toLocaleString("en")} days`,
        );
      // process.test.ts sees that it is so.
      expect(await page()).toContain("error logs, without IP addresses.");
      await call({ method: "PUT", url, payload: { messages: 30 } });
      expect(await page()).toContain("Messages you send us: 30 days");
      await call({ method: "PUT", url: editorApiUrl.auditSettings(), payload: { retention_days: 31 } });
      expect(await page()).toContain(`${RETENTION.audit.readers}: 31 days`);
    });
  });
});
