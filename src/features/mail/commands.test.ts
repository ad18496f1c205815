import { expect, test } from "vitest";
import { operator } from "#shared/actor.ts";
import { ConflictError, NotFoundError } from "#shared/errors.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startOutbox } from "#test/support/outbox.ts";
import {
  createMailQueue,
  eraseFromOutbox,
  holdIssueMails,
  mailName,
  markUnsentUncertain,
  putIssueMails,
  releaseIssueMails,
  sendAgain,
  stopMailsTo,
  storeBody,
} from "./commands.ts";
import { MAIL_STATES } from "./endpoints.ts";
import { countMailsTo } from "./queries.ts";

const LEASED = { lease_by: "a process", lease_until: 1 };

test("a mail's file name sorts by time and cannot leave its folder", () => {
  const early = mailName({ id: 12, kind: "welcome", created_at: Date.UTC(2026, 8, 9, 7, 5, 3, 999) });
  expect(early).toBe("20260909T070503Z-12-welcome");
  expect(early < mailName({ id: 2, kind: "issue", created_at: Date.UTC(2026, 9, 1) })).toBe(true);
});

describeOnEngines("mails in the outbox", (open) => {
  const start = () => startOutbox(open);
  type Outbox = Awaited<ReturnType<typeof start>>;

  /** Queues one mail of an issue per state, each to its own subscriber; returns the states by id. */
  async function putEachState({ put }: Outbox, issue_id = 7) {
    for (const [place, state] of MAIL_STATES.entries())
      await put({ kind: "issue", issue_id, subscriber_id: place + 1, state, priority: 1, ...LEASED });
  }
  const states = async ({ readAll }: Outbox) => (await readAll()).map(({ state }) => state);

  test("an editor resends what failed or is uncertain, as if it were new, and nothing else", async () => {
    const outbox = await start();
    const { database, clock, put, read } = outbox;
    const old = { attempts: 12, first_tried_at: 1, settled_at: 2, due_at: 1, last_error: "451 later", ...LEASED };
    for (const state of MAIL_STATES) {
      const id = await put({ state, ...old });
      const again = sendAgain(database, clock, operator, id);
      if (state === "failed" || state === "uncertain") {
        await again;
        const fresh = { attempts: 0, first_tried_at: null, settled_at: null, last_error: "", lease_by: null };
        expect(await read(id)).toMatchObject({ state: "queued", due_at: clock.now(), ...fresh });
      } else {
        await expect(again, state).rejects.toThrow(ConflictError);
        expect(await read(id)).toMatchObject({ state, ...old });
      }
    }
    const erased = await put({ state: "failed", to_email: "" });
    await expect(sendAgain(database, clock, operator, erased)).rejects.toThrow(ConflictError);
    await expect(sendAgain(database, clock, operator, erased + 1)).rejects.toThrow(NotFoundError);
  });

  test("a pause holds only unsent mails, takes them from their process, and touches no other issue", async () => {
    const outbox = await start();
    await putEachState(outbox);
    const other = await outbox.put({ kind: "issue", issue_id: 8, subscriber_id: 1, ...LEASED });
    await holdIssueMails(outbox.db, 7);
    expect(await states(outbox)).toEqual(["held", ...MAIL_STATES.slice(1), "queued"]);
    const [held] = await outbox.readAll();
    expect(held).toMatchObject({ lease_by: null, lease_until: null });
    expect(await outbox.read(other)).toMatchObject(LEASED);
    await releaseIssueMails(outbox.db, 7, 5_000);
    const released = MAIL_STATES.map((state) => (state === "held" ? "queued" : state));
    expect(await states(outbox)).toEqual([...released, "queued"]);
  });

  test("a resumed issue has its full time for retries again", async () => {
    const outbox = await start();
    const id = await outbox.put({
      kind: "issue",
      issue_id: 7,
      state: "held",
      attempts: 9,
      first_tried_at: 1,
      due_at: 9_000,
    });
    await releaseIssueMails(outbox.db, 7, 5_000);
    expect(await outbox.read(id)).toMatchObject({ state: "queued", attempts: 0, first_tried_at: null, due_at: 5_000 });
  });

  test("who unsubscribes gets no more issues, and still gets transactional mails", async () => {
    const outbox = await start();
    const { put, db, clock, readAll } = outbox;
    const issue = { kind: "issue", priority: 1 } as const;
    const mails = [
      { ...issue, issue_id: 1, subscriber_id: 5, state: "sent" },
      { ...issue, issue_id: 2, subscriber_id: 5, state: "uncertain" },
      { ...issue, issue_id: 3, subscriber_id: 5, state: "failed" },
      { ...issue, issue_id: 4, subscriber_id: 5, state: "queued", ...LEASED },
      { ...issue, issue_id: 5, subscriber_id: 5, state: "held" },
      { kind: "goodbye", subscriber_id: 5, state: "queued" },
      { ...issue, issue_id: 4, subscriber_id: 6, state: "queued" },
    ] as const;
    for (const mail of mails) await put(mail);
    await stopMailsTo(db, 5, clock.now());
    expect(await states(outbox)).toEqual(["sent", "uncertain", "failed", "cancelled", "cancelled", "queued", "queued"]);
    expect((await readAll())[3]).toMatchObject({ lease_by: null, settled_at: clock.now() });
  });

  test("an issue's mails are queued once for each subscriber, however often a batch is repeated", async () => {
    const { db, clock, body_id, readAll } = await start();
    const mailQueue = createMailQueue({
      clock,
      site: { name: "Jarida", url: "https://news.example" },
      sends: async () => true,
      wake: () => undefined,
    });
    const recipients = [1, 2].map((id) => ({ id, email: `r${id}@example.com` }));
    const issue = { issueId: 7, bodyId: body_id };
    await putIssueMails(db, mailQueue, clock.now(), { ...issue, recipients });
    await putIssueMails(db, mailQueue, clock.now(), {
      ...issue,
      recipients: [...recipients, { id: 3, email: "c@d.example" }],
    });
    await putIssueMails(db, mailQueue, clock.now(), { ...issue, recipients: [] });
    await putIssueMails(db, mailQueue, clock.now(), { ...issue, issueId: 8, recipients: recipients.slice(0, 1) });
    const mails = await readAll();
    expect(mails.map(({ issue_id, subscriber_id }) => [issue_id, subscriber_id])).toEqual([
      [7, 1],
      [7, 2],
      [7, 3],
      [8, 1],
    ]);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(4);
    for (const { message_id } of mails) expect(message_id).toMatch(/^<[\w-]{36}@news\.example>$/);
  });

  test("erasing a person deletes mails to and from them with their texts, and anonymises an issue's numbers", async () => {
    const { put, db, clock, readAll, body_id } = await start();
    const email = "reader@example.com";
    const own = await storeBody(db, { subject: "Welcome", html: "", text: "" });
    const shared = await storeBody(db, { subject: "To two", html: "", text: "" });
    const names = [
      await put({ body_id: own }),
      await put({ body_id: shared, kind: "contact", to_email: "desk@news.example", reply_email: email }),
      await put({ kind: "issue", issue_id: 1, subscriber_id: 5, state: "sent", last_error: `to ${email}` }),
      await put({ kind: "issue", issue_id: 2, subscriber_id: 5, state: "held", ...LEASED }),
    ];
    await put({ body_id: shared, to_email: "other@example.com" });
    await db.insertInto("mail_bounce").values({ email, count: 3, last_at: 0, last_error: "550" }).execute();
    const forgotten = await eraseFromOutbox(db, email, clock.now());
    expect(forgotten.map((name) => Number(name.split("-")[1])).sort()).toEqual(names.sort());
    expect(JSON.stringify([await readAll(), await db.selectFrom("mail_bounce").selectAll().execute()])).not.toContain(
      email,
    );
    expect(await readAll()).toMatchObject([
      { state: "sent", to_email: "", subscriber_id: null, last_error: "" },
      { state: "cancelled", to_email: "", subscriber_id: null, lease_by: null, settled_at: clock.now() },
      { to_email: "other@example.com" },
    ]);
    const bodies = await db.selectFrom("mail_body").select("id").orderBy("id").execute();
    expect(
      bodies.map(({ id }) => id),
      "what others' mails say is theirs",
    ).toEqual([body_id, shared]);
  });

  test("after a restore nothing is sent automatically: queued mails may have been sent since", async () => {
    const outbox = await start();
    await putEachState(outbox);
    await markUnsentUncertain(outbox.db, outbox.clock.now(), "backup");
    const after = MAIL_STATES.map((state) => (["queued", "sending", "held"].includes(state) ? "uncertain" : state));
    expect(await states(outbox)).toEqual(after);
    expect(await outbox.readAll()).toMatchObject([
      { lease_by: null, last_error: expect.stringContaining("restored") },
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
    expect((await outbox.newProcess().take(10)).mails).toEqual([]);
  });

  test("mails caused by forms are counted by address, kind and day", async () => {
    const { put, db, clock } = await start();
    const since = clock.now() - 24 * 60 * 60_000;
    for (const created_at of [since, since + 1, clock.now()]) await put({ created_at });
    await put({ kind: "goodbye", state: "failed" });
    await put({ kind: "contact" });
    await put({ to_email: "other@example.com" });
    expect(await countMailsTo(db, "reader@example.com", ["welcome", "goodbye"], since)).toBe(3);
  });
});
