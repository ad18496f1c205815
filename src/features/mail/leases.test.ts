import { expect, test } from "vitest";
import { describeOnEngines } from "#test/support/engines.ts";
import { startOutbox } from "#test/support/outbox.ts";
import { eraseFromOutbox } from "./commands.ts";
import { LEASE, type Settlement, type TakenMail, TakenMails } from "./leases.ts";
import { countByIssue } from "./queries.ts";

const mail = (id: number) => ({ id }) as TakenMail;

/** The mails of a process, and its queries to the database. */
function start(due: number[], { roomAt = null as number | null, failGiveBack = false } = {}) {
  const asked: string[] = [];
  const full: number[] = [];
  const taken = new TakenMails(
    {
      async take(count) {
        asked.push(`take ${count}`);
        return { mails: due.splice(0, count).map(mail), roomAt };
      },
      async release(ids) {
        asked.push(`give back ${ids}`);
        if (failGiveBack) throw new Error("The database is away.");
      },
    },
    2,
    (at) => full.push(at),
  );
  return { taken, asked, full };
}

test("lanes that ask at the same time share one query, and no mail is handed out twice", async () => {
  const { taken, asked } = start([1, 2, 3]);
  const mails = await Promise.all([taken.next(), taken.next()]);
  expect(mails.map((one) => one?.id).sort()).toEqual([1, 2]);
  expect(asked).toEqual(["take 2"]);
  expect((await taken.next())?.id).toBe(3);
  expect(await taken.next()).toBeUndefined();
});

test("a mail that was put back comes first", async () => {
  const { taken } = start([1, 2]);
  const first = await taken.next();
  if (first) taken.putBack(first);
  expect((await taken.next())?.id).toBe(1);
});

test("if the rate limit is reached, says when it will have room", async () => {
  const { taken, full } = start([], { roomAt: 42 });
  expect(await taken.next()).toBeUndefined();
  expect(full).toEqual([42]);
});

test("mails that were returned are requested again", async () => {
  const { taken, asked } = start([1, 2, 3]);
  await taken.next();
  await taken.releaseAll();
  expect((await taken.next())?.id).toBe(3);
  expect(asked).toEqual(["take 2", "give back 2", "take 2"]);
});

test("mails that could not be returned are still sent by this process", async () => {
  const { taken } = start([1, 2], { failGiveBack: true });
  await taken.next();
  await expect(taken.releaseAll()).rejects.toThrow("away");
  expect((await taken.next())?.id).toBe(2);
});

const idsOf = ({ mails }: { mails: TakenMail[] }) => mails.map(({ id }) => id);

describeOnEngines("leases on mails", (open) => {
  const start = () => startOutbox(open);

  test("mails that somebody waits for come before issues, then the longest due, and nothing before its time", async () => {
    const { put, newProcess, clock } = await start();
    const now = clock.now();
    const issue = await put({ kind: "issue", priority: 1, due_at: now - 60_000 });
    const later = await put({ due_at: now });
    const first = await put({ due_at: now - 1 });
    await put({ due_at: now + 1 });
    const process = newProcess();
    expect(idsOf(await process.take(1))).toEqual([first]);
    expect(idsOf(await process.take(10))).toEqual([later, issue]);
    expect(idsOf(await process.take(10))).toEqual([]);
  });

  test("only queued mails are claimed", async () => {
    const { put, newProcess } = await start();
    for (const state of ["sending", "sent", "failed", "uncertain", "held", "cancelled"] as const) await put({ state });
    expect(idsOf(await newProcess().take(10))).toEqual([]);
  });

  test("attempts are counted from the first one, which starts the 24 hours", async () => {
    const { put, read, newProcess, clock } = await start();
    const id = await put();
    const began = clock.now();
    const process = newProcess();
    await process.take(1);
    await process.write([], [{ id, email: "", at: began, state: "queued", error: "busy", retryAt: began + 1_000 }]);
    clock.advance(1_000);
    expect(idsOf(await process.take(1))).toEqual([id]);
    expect(await read(id)).toMatchObject({ attempts: 2, first_tried_at: began, claimed_at: began + 1_000 });
  });

  test("a lease expires after its time and not before, and only its own process renews it", async () => {
    const { put, newProcess, clock } = await start();
    const [ours, theirs] = [await put(), await put()];
    const [living, dead] = [newProcess(), newProcess()];
    expect(idsOf(await living.take(1))).toEqual([ours]);
    expect(idsOf(await dead.take(1))).toEqual([theirs]);
    clock.advance(LEASE);
    await living.renew();
    await living.recover();
    expect(idsOf(await living.take(10)), "the last moment").toEqual([]);
    clock.advance(1);
    await living.recover();
    expect(idsOf(await living.take(10))).toEqual([theirs]);
  });

  test("a text is sent only if the process still holds the mail and nobody has stopped it", async () => {
    const { put, db, newProcess, clock } = await start();
    const names = ["ours", "held", "cancelled", "lost"];
    const [ours = 0, held = 0, cancelled = 0, lost = 0] = await Promise.all(names.map(() => put()));
    const process = newProcess();
    expect((await process.take(4)).mails).toHaveLength(4);
    for (const [id, state] of [
      [held, "held"],
      [cancelled, "cancelled"],
    ] as const)
      await db.updateTable("mail").set({ state }).where("id", "=", id).execute();
    clock.advance(LEASE + 1);
    await db.updateTable("mail").set({ lease_until: clock.now() }).where("id", "!=", lost).execute();
    const other = newProcess();
    await other.recover();
    expect(idsOf(await other.take(4))).toEqual([lost]);
    expect(await process.write([ours, held, cancelled, lost], [])).toEqual(new Set([ours]));
    expect(await process.write([ours], []), "it has left already").toEqual(new Set());
  });

  test("a process that was only slow may still record the outcome of an uncertain mail", async () => {
    const { put, read, newProcess, clock } = await start();
    const slow = newProcess();
    const report = async (outcome: Settlement["state"]) => {
      const id = await put();
      await slow.take(1);
      await slow.write([id], []);
      clock.advance(LEASE + 1);
      expect(await newProcess().recover()).toBe(1);
      expect(await read(id)).toMatchObject({ state: "uncertain", settled_at: clock.now() });
      const facts = { id, email: "reader@example.com", at: clock.now(), error: "no", isBounce: false, retryAt: 0 };
      await slow.write([], [{ ...facts, state: outcome } as Settlement]);
      return read(id);
    };
    expect(await report("sent")).toMatchObject({ state: "sent", last_error: "", lease_by: null });
    expect(await report("failed")).toMatchObject({ state: "failed", last_error: "no", lease_by: null });
  });

  test("a mail counts once for its issue, where it is, whichever process reports it and however often", async () => {
    const { put, newProcess, clock, db } = await start();
    const mailOf = (subscriber_id: number) => put({ kind: "issue", issue_id: 7, subscriber_id, priority: 1 });
    const ids = [await mailOf(1), await mailOf(2), await mailOf(3)];
    const slow = newProcess();
    await slow.take(3);
    await slow.write(ids, []);
    const counts = async () =>
      Object.fromEntries(
        (await countByIssue(db, [7])).map(({ state, count, rejected }) => [state, [Number(count), Number(rejected)]]),
      );
    clock.advance(LEASE + 1);
    await newProcess().recover();
    expect(await counts()).toEqual({ uncertain: [3, 0] });
    const [sent = 0, rejected = 0] = ids;
    const facts = { email: "reader@example.com", at: clock.now(), error: "550 5.1.1 unknown" };
    const outcomes: Settlement[] = [
      { ...facts, id: sent, state: "sent" },
      { ...facts, id: rejected, state: "failed", isBounce: true, isRejected: true },
    ];
    for (let time = 0; time < 2; time += 1) await slow.write([], outcomes);
    expect(await counts()).toEqual({ sent: [1, 0], failed: [1, 1], uncertain: [1, 0] });
    await eraseFromOutbox(db, facts.email, clock.now());
    expect(await counts()).toEqual({ sent: [1, 0], failed: [1, 1], uncertain: [1, 0] });
  });

  test("an outcome changes nothing once an editor has decided, or another process has the mail", async () => {
    const { put, read, newProcess, db, bounces } = await start();
    const process = newProcess();
    for (const change of [{ lease_by: null }, { lease_by: "another process" }, { state: "cancelled" as const }]) {
      const id = await put();
      await process.take(1);
      await db.updateTable("mail").set(change).where("id", "=", id).execute();
      const before = await read(id);
      const outcome = { id, email: "reader@example.com", at: 1, error: "550 unknown", isBounce: true } as const;
      await process.write([], [{ ...outcome, state: "failed" }]);
      expect(await read(id)).toEqual(before);
      expect(await bounces()).toEqual({});
    }
  });

  test("a person erased while a mail is in flight leaves no trace when its outcome arrives", async () => {
    const { put, read, newProcess, db, bounces, clock } = await start();
    const email = "reader@example.com";
    const ids = [await put(), await put({ kind: "issue", issue_id: 1, subscriber_id: 1, priority: 1 })];
    const process = newProcess();
    await process.take(2);
    await process.write(ids, []);
    await eraseFromOutbox(db, email, clock.now());
    const error = "550 <reader@example.com> unknown";
    const refused = { email, at: clock.now(), state: "failed", error, isBounce: true } as const;
    await process.write(
      [],
      ids.map((id) => ({ ...refused, id })),
    );
    expect(await read(ids[0] ?? 0)).toBeUndefined();
    expect(await read(ids[1] ?? 0)).toMatchObject({ state: "failed", to_email: "", last_error: "" });
    expect(await bounces()).toEqual({});
  });

  test("a mail that is released counts as never claimed, unless its text is being sent", async () => {
    const { put, read, newProcess, clock } = await start();
    const [fresh, retried, leaving] = [
      await put(),
      await put({ attempts: 3, first_tried_at: clock.now() - 1_000 }),
      await put(),
    ];
    const process = newProcess();
    await process.take(3);
    await process.write([leaving], []);
    await newProcess().release([fresh]);
    expect(await read(fresh), "by a process that does not hold it").toMatchObject({ attempts: 1 });
    await process.release([fresh, retried, leaving]);
    expect(await read(fresh)).toMatchObject({ attempts: 0, first_tried_at: null, lease_by: null, lease_until: null });
    expect(await read(retried)).toMatchObject({ attempts: 3, first_tried_at: clock.now() - 1_000, lease_by: null });
    expect(await read(leaving)).toMatchObject({ state: "sending", attempts: 1, lease_by: expect.any(String) });
  });

  test("a mail that was written to a file is marked", async () => {
    const { put, read, newProcess } = await start();
    for (const isFile of [true, false]) {
      const id = await put();
      const process = newProcess();
      await process.take(1);
      await process.write([], [{ id, email: "reader@example.com", at: 1, state: "sent", isFile }]);
      expect(await read(id)).toMatchObject({ state: "sent", is_file: isFile ? 1 : 0 });
    }
  });

  test("unknown addresses are counted until a mail is delivered; other failures do not count", async () => {
    const { put, newProcess, bounces } = await start();
    const process = newProcess();
    const end = async (email: string, outcome: { state: "sent" } | { isBounce: boolean }) => {
      const id = await put({ to_email: email });
      await process.take(1);
      await process.write([], [{ id, email, at: 1, state: "failed", error: "550", ...outcome } as Settlement]);
    };
    for (let time = 0; time < 2; time += 1) await end("gone@example.com", { isBounce: true });
    await end("back@example.com", { isBounce: true });
    await end("full@example.com", { isBounce: false });
    expect(await bounces()).toEqual({ "gone@example.com": 2, "back@example.com": 1 });
    await end("back@example.com", { state: "sent" });
    expect(await bounces()).toEqual({ "gone@example.com": 2 });
  });

  test("processes share the rate, and learn when it has room for as many as they want", async () => {
    const { put, newProcess, clock } = await start();
    const ids = [await put(), await put(), await put()];
    const [one, other] = [newProcess(120), newProcess(120)];
    const began = clock.now();
    expect(idsOf(await one.take(1))).toEqual(ids.slice(0, 1));
    clock.advance(400);
    expect(await other.take(5), "two are due, and there is room for one").toEqual({ mails: [], roomAt: began + 1_000 });
    expect(idsOf(await other.take(1))).toEqual(ids.slice(1, 2));
    clock.advance(599);
    expect(await one.take(1)).toEqual({ mails: [], roomAt: began + 1_000 });
    clock.advance(1);
    expect(idsOf(await one.take(1))).toEqual(ids.slice(2));
    expect(await one.take(1), "nothing is left").toEqual({ mails: [], roomAt: null });
  });
});
