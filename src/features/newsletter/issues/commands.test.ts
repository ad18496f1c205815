import { expect, test } from "vitest";
import { publishDocument } from "#features/documents/lifecycle/publishing.ts";
import { saveDocument } from "#features/documents/lifecycle/saving.ts";
import type { WritingStore } from "#features/documents/lifecycle/type.ts";
import { trashDocument } from "#features/documents/trash/commands.ts";
import { createMailQueue } from "#features/mail/commands.ts";
import type { IssueTable } from "#features/newsletter/tables.ts";
import { operator } from "#shared/actor.ts";
import { DomainError } from "#shared/errors.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import type { IssueParts } from "./commands.ts";
import { setDigest } from "./digest.ts";
import { issueDocument } from "./document.ts";
import { findIssue, readDigest } from "./queries.ts";
import { WEEK } from "./rules.ts";
import { pauseDueIssues, pauseIssue, requireAhead, resumeIssue } from "./sending.ts";

type State = IssueTable["state"];
const HOUR = 60 * 60_000;

/** An issue's situations: paused ones differ by whether their sending had begun. */
const SITUATIONS = ["draft", "scheduled", "sending", "paused before", "paused while", "sent"] as const;
type Situation = (typeof SITUATIONS)[number];
const stateOf = (situation: Situation) => situation.split(" ")[0] as State;
const hasBegun = (situation: Situation) => ["sending", "paused while", "sent"].includes(situation);

type Parts = WritingStore & IssueParts;
type Action = (parts: Parts, id: number) => Promise<unknown>;

const change = (parts: Parts, id: number, fields: object, ifMatch?: string) =>
  saveDocument(parts, issueDocument(parts), operator, id, { fields }, { ifMatch });
const send = (parts: Parts, id: number, at?: number, ifMatch?: string) =>
  publishDocument(parts, issueDocument(parts), operator, id, { at, ifMatch });

const ACTIONS: Record<string, Action> = {
  change: (parts, id) => change(parts, id, { subject: "New" }),
  delete: (parts, id) => trashDocument(parts, issueDocument(parts), operator, id),
  send: (parts, id) => send(parts, id),
  pause: (parts, id) => pauseIssue(parts, issueDocument(parts), operator, id, undefined),
  resume: (parts, id) => resumeIssue(parts, issueDocument(parts), operator, id, undefined),
};

/** What becomes of an issue; what is not listed is refused. */
const OUTCOMES: Record<string, Partial<Record<Situation, State | "gone">>> = {
  change: { draft: "draft", scheduled: "scheduled", "paused before": "paused" },
  delete: { draft: "gone", scheduled: "gone", "paused before": "gone" },
  send: { draft: "scheduled", scheduled: "scheduled", "paused before": "scheduled" },
  pause: { scheduled: "paused", sending: "paused" },
  resume: { "paused before": "scheduled", "paused while": "sending" },
};

describeOnEngines("an issue", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const site = { name: "Jarida", url: "https://news.example" };
    const { store } = await startTestApp(database, { clock });
    const parts = {
      ...store,
      mailQueue: createMailQueue({ clock, site, sends: async () => true, wake: () => undefined }),
    };
    const put = async (change: Partial<IssueTable> = {}): Promise<number> => {
      const texts = { subject: "The week", preview: "", introduction: "Hello.", article_ids: "[]" };
      const plain = { state: "draft", body_id: null, scheduled_at: null, started_at: null, finished_at: null } as const;
      const { id } = await database.db
        .insertInto("issue")
        .values({ ...texts, ...plain, created_at: 0, updated_at: 0, ...change } as never)
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    };
    const stateNow = async (id: number) => (await findIssue(database.db, id))?.state ?? "gone";
    return { parts, clock, db: database.db, put, stateNow };
  }

  test("can be changed, deleted and sent until its sending begins, and paused and resumed in the right states", async () => {
    const { parts, put, stateNow, clock } = await start();
    for (const [name, act] of Object.entries(ACTIONS))
      for (const situation of SITUATIONS) {
        const before = { state: stateOf(situation), started_at: hasBegun(situation) ? clock.now() : null };
        // An earlier failure, which an editor's step ends.
        const id = await put({ ...before, attempts: 3, due_at: clock.now() + HOUR, last_error: "It failed." } as never);
        const expected = OUTCOMES[name]?.[situation];
        const outcome = await act(parts, id).catch((error: Error) => error);
        const what = `${name}: ${situation}`;
        expect(outcome instanceof DomainError && outcome.name, what).toBe(expected ? false : "ConflictError");
        expect(await stateNow(id), what).toBe(expected ?? before.state);
        const failures = expected
          ? { attempts: 0, due_at: 0, last_error: "" }
          : { attempts: 3, last_error: "It failed." };
        if (expected !== "gone") expect(await findIssue(parts.database.db, id), what).toMatchObject(failures);
      }
  });

  test("that does not exist is a 404 for every action", async () => {
    const { parts } = await start();
    for (const [name, act] of Object.entries(ACTIONS))
      await expect(act(parts, 4_711), name).rejects.toMatchObject({ name: "NotFoundError" });
  });

  test("may be sent at a time that has just passed in the form, but not at an earlier one", async () => {
    const { parts, put, clock } = await start();
    const id = await put();
    expect(() => requireAhead(clock.now() - 60_001, clock.now())).toThrow("The time is in the past.");
    requireAhead(clock.now() - 60_000, clock.now());
    expect(await send(parts, id, clock.now() - 60_000)).toMatchObject({
      row: { state: "scheduled", scheduled_at: clock.now() },
    });
    expect(await send(parts, id, clock.now() + HOUR)).toMatchObject({ row: { scheduled_at: clock.now() + HOUR } });
  });

  test("needs content: an introduction or an article", async () => {
    const { parts, put } = await start();
    const sent = async (fields: object) => send(parts, await put(fields));
    await expect(sent({ introduction: "" })).rejects.toMatchObject({ name: "InvalidError" });
    expect(await sent({ introduction: "", article_ids: "[7]" })).toMatchObject({ row: { state: "scheduled" } });
    expect(await sent({ introduction: "Hello." })).toMatchObject({ row: { state: "scheduled" } });
  });

  test("that changes between two checks is neither overwritten nor sent", async () => {
    const { parts, put, db } = await start();
    const id = await put();
    await change(parts, id, { subject: "Theirs" }, '"1"');
    await expect(change(parts, id, { subject: "Mine" }, '"1"')).rejects.toThrow(/has changed since/);
    await expect(send(parts, id, undefined, '"1"')).rejects.toThrow(/has changed since/);
    expect(await findIssue(db, id)).toMatchObject({ subject: "Theirs", state: "draft", version: 2 });
    const began = await put({ state: "sending", started_at: 1 });
    await expect(
      change(parts, began, { subject: "Mine" }, '"9"'),
      "that it has begun is what an editor must know first",
    ).rejects.toThrow(/being sent/);
  });

  test("that was due in a restored database waits for an editor, and the digest skips past slots", async () => {
    const { parts, put, stateNow, db, clock } = await start();
    const now = clock.now();
    const ids = [
      await put({ state: "sending", started_at: now }),
      await put({ state: "scheduled", scheduled_at: now }),
      await put({ state: "scheduled", scheduled_at: now + 1 }),
      await put({ state: "draft" }),
    ];
    await setDigest(parts, operator, { enabled: true, weekday: 5, hour: 8 });
    await pauseDueIssues(db, now);
    expect(await Promise.all(ids.map(stateNow))).toEqual(["paused", "paused", "scheduled", "draft"]);
    expect(await readDigest(db)).toMatchObject({ enabled: 1, done_until: now });
    const ahead = now + WEEK;
    await db.updateTable("digest").set({ done_until: ahead }).execute();
    await pauseDueIssues(db, now);
    expect(await readDigest(db), "a slot that is taken care of is not opened again").toMatchObject({
      done_until: ahead,
    });
  });
});
