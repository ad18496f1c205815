import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { checkChain } from "#features/audit/chain.ts";
import { recordEntry } from "#features/audit/commands.ts";
import type { AuditEntry } from "#features/audit/endpoints.ts";
import { operator } from "#shared/actor.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import type { testClock } from "#test/support/clock.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const DAY = 24 * 60 * 60_000;

/** What somebody with the database at hand might do to the entry `n`. */
const TAMPERING: Record<string, (db: Database["db"], n: number) => Promise<unknown>> = {
  "another actor": (db, n) => db.updateTable("audit_entry").set({ actor_id: 99 }).where("n", "=", n).execute(),
  "another name": (db, n) => db.updateTable("audit_entry").set({ actor_name: "Mallory" }).where("n", "=", n).execute(),
  "another time": (db, n) => db.updateTable("audit_entry").set({ at: 0 }).where("n", "=", n).execute(),
  "other values": (db, n) => db.updateTable("audit_entry").set({ changes: "{}" }).where("n", "=", n).execute(),
  "another title": (db, n) => db.updateTable("audit_entry").set({ subject_title: "x" }).where("n", "=", n).execute(),
  "words by which it is not found": (db, n) =>
    db.updateTable("audit_entry").set({ words: "" }).where("n", "=", n).execute(),
  "a name made to look erased": (db, n) =>
    db.updateTable("audit_entry").set({ actor_name: "", network: "", who_salt: "" }).where("n", "=", n).execute(),
  "details made to look erased": (db, n) =>
    db
      .updateTable("audit_entry")
      .set({ subject_title: "", changes: "{}", details_salt: "" })
      .where("n", "=", n)
      .execute(),
  deleted: (db, n) => db.deleteFrom("audit_entry").where("n", "=", n).execute(),
  "swapped with the next": async (db, n) => {
    await db.updateTable("audit_entry").set({ n: 1_000_000 }).where("n", "=", n).execute();
    await db
      .updateTable("audit_entry")
      .set({ n })
      .where("n", "=", n + 1)
      .execute();
    await db
      .updateTable("audit_entry")
      .set({ n: n + 1 })
      .where("n", "=", 1_000_000)
      .execute();
  },
};

async function fill(database: Database, clock: ReturnType<typeof testClock>, count: number) {
  for (let index = 0; index < count; index += 1)
    await recordEntry(database.db, clock, {
      by: operator,
      action: "settings.change",
      subject: { kind: "settings", id: "newsroom" },
      changes: { index: { from: index, to: index + 1 } },
    });
}

describeOnEngines("the audit log's chain", (open) => {
  const faultOf = async (db: Database["db"], known?: { n: number; hash: string }) =>
    (await checkChain(db, known)).fault;

  test("names the entry that somebody has changed, deleted or moved", async () => {
    const { database, clock, sealAudit } = await startDesk(open);
    await fill(database, clock, 5);
    await sealAudit();
    const { last } = await checkChain(database.db);
    const n = last - 2;
    for (const [how, tamper] of Object.entries(TAMPERING)) {
      const undone = new Error("undone");
      await database.db
        .transaction()
        .execute(async (trx) => {
          await tamper(trx, n);
          expect(await faultOf(trx), how).toMatchObject({ n });
          throw undone;
        })
        .catch((error: unknown) => expect(error).toBe(undone));
    }
    expect(await faultOf(database.db)).toBeUndefined();
  });

  test("shows that its end is missing, or that all of it was rebuilt", async () => {
    const { database, clock, sealAudit, logged } = await startLogged(open);
    await fill(database, clock, 5);
    await sealAudit();
    const { last } = await checkChain(database.db);
    const noted = logged().at(-1);
    expect(noted).toMatchObject({ n: last, action: "settings.change", changed: ["index"], hash: expect.any(String) });
    const known = { n: last, hash: noted?.hash ?? "" };
    expect(await faultOf(database.db, known)).toBeUndefined();

    await database.db
      .deleteFrom("audit_entry")
      .where("n", ">", last - 2)
      .execute();
    expect(await faultOf(database.db)).toMatchObject({ n: last - 1 });
    // Whoever shortens the record of its end as well is found by a hash of the server's log.
    const { hash } = await database.db
      .selectFrom("audit_entry")
      .select("hash")
      .where("n", "=", last - 2)
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable("audit_chain")
      .set({ head_n: last - 2, head_hash: hash ?? "" })
      .execute();
    expect(await faultOf(database.db)).toBeUndefined();
    expect(await faultOf(database.db, known)).toMatchObject({ n: last });
    await fill(database, clock, 3);
    await sealAudit();
    expect(await faultOf(database.db)).toBeUndefined();
    expect(await faultOf(database.db, known)).toMatchObject({ n: last });
  });

  test("is made by one at a time, however many seal it, and covers what is recorded meanwhile", async () => {
    const { database, clock, sealAudit, call } = await startDesk(open);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0
          ? sealAudit()
          : index % 7 === 0
            ? call({ method: "GET", url: editorApiUrl.audit() }).then(() => undefined)
            : fill(database, clock, 3),
      ),
    );
    await sealAudit();
    const verdict = await checkChain(database.db);
    expect(verdict.fault).toBeUndefined();
    expect(verdict).toMatchObject({ first: 1, waiting: 0 });
    expect(verdict.entries).toBe(verdict.last);
  });

  test("loses its beginning after the time that is set, and the rest is still verified", async () => {
    const { database, clock, call, sealAudit, pruneAudit } = await startDesk(open);
    const settings = await call({ method: "GET", url: editorApiUrl.auditSettings() });
    expect(settings.body).toEqual({ retention_days: 400 });
    await fill(database, clock, 4);
    await sealAudit();
    const before = await checkChain(database.db);
    clock.advance(40 * DAY);
    await pruneAudit();
    expect((await checkChain(database.db)).first).toBe(1);
    await call({ method: "PUT", url: editorApiUrl.auditSettings(), payload: { retention_days: 30 } });
    await pruneAudit();
    await sealAudit();
    const after = await checkChain(database.db);
    expect(after.fault).toBeUndefined();
    expect(after.first).toBe(before.last + 1);
    const [newest, changed] = (await call({ method: "GET", url: editorApiUrl.audit() })).body as AuditEntry[];
    expect(newest).toMatchObject({
      action: "audit.prune",
      actor: { kind: "system" },
      changes: { entries: { to: before.last } },
    });
    expect(changed).toMatchObject({ changes: { retention_days: { from: 400, to: 30 } } });
    // What is old enough stays while it is counted from the middle: only the beginning goes.
    await database.db.deleteFrom("audit_entry").where("n", "=", after.first).execute();
    expect(await faultOf(database.db)).toMatchObject({ n: after.first });
    for (const retention_days of [29, 3_651, 30.5, "400", null])
      expect(
        (await call({ method: "PUT", url: editorApiUrl.auditSettings(), payload: { retention_days } })).status,
      ).toBe(400);
  });

  test("says nothing in the server's log by which a person could be found", async () => {
    const { logged, call, sealAudit } = await startLogged(open);
    await call({ method: "PUT", url: editorApiUrl.profile(), payload: { bio: "Lives in Nairobi." } });
    await sealAudit();
    expect(logged().at(-1)).toMatchObject({ action: "account.profile", actor: "account", changed: ["bio"] });
    expect(JSON.stringify(logged())).not.toMatch(/Amina|Nairobi/);
  });
});

/** A desk whose log is kept: the audit log's lines in it. */
async function startLogged(open: OpenTestDatabase) {
  const lines: string[] = [];
  const desk = await startDesk(open, { logLine: (line) => lines.push(line) });
  const logged = () =>
    lines.map((line) => JSON.parse(line)).flatMap(({ audit }) => (audit ? [audit as Record<string, string>] : []));
  return { ...desk, logged };
}
