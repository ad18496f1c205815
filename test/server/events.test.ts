import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { updateArticle } from "#features/articles/commands.ts";
import { trashArticle } from "#features/articles/type.ts";
import { numberEvents, recordEvent, recordEvents, removeOldEvents } from "#features/events/commands.ts";
import { eventsAfter } from "#features/events/queries.ts";
import type { PlainEvent } from "#features/events/types.ts";
import { operator } from "#shared/actor.ts";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { DAY, HOUR } from "#shared/time.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startDocument } from "#test/support/document-contract.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { counting } from "#test/support/interruption.ts";
import { startStaff } from "#test/support/staff.ts";
import { startTestApp } from "#test/support/test-app.ts";

const renamed = (id: number): PlainEvent => ({
  by: operator,
  action: "series.update",
  subject: { kind: "series", id, title: "A name" },
  changes: { name: { from: "A", to: "B" } },
});

describeOnEngines("what happened", (open) => {
  test("is stored in order, without gaps for each subject and among all, and read once by a reader that goes on", async () => {
    const database = await open();
    const clock = testClock();
    for (const id of [1, 2, 1]) await recordEvent(database.db, clock, renamed(id));
    const first = await eventsAfter(database, 0, 2);
    expect(first.map(({ position, subject_id, n }) => [position, subject_id, n])).toEqual([
      [1, "1", 1],
      [2, "2", 1],
    ]);
    await recordEvents(database.db, clock, [renamed(2), renamed(3)]);
    const rest = await eventsAfter(database, first.at(-1)?.position ?? 0, 10);
    expect(rest.map(({ position, subject_id, n }) => [position, subject_id, n])).toEqual([
      [3, "1", 2],
      [4, "2", 2],
      [5, "3", 1],
    ]);
    expect(rest[0], "without words").toMatchObject({ action: "series.update", fields: '["name"]', actor_id: null });
  });

  test("is gone with its change, and never numbered before that is committed", async () => {
    const database = await open();
    const clock = testClock();
    const failed = database.db.transaction().execute(async (trx) => {
      await recordEvent(trx, clock, renamed(1));
      throw new Error("not today");
    });
    await expect(failed).rejects.toThrow("not today");
    await recordEvent(database.db, clock, renamed(1));
    expect((await eventsAfter(database, 0, 10)).map(({ position, n }) => [position, n])).toEqual([[1, 1]]);
  });

  test("is numbered once, however many read at the same time", async () => {
    const database = await open();
    const clock = testClock();
    const writes = Array.from({ length: 40 }, (_, id) => recordEvent(database.db, clock, renamed(id % 3)));
    const reads = Array.from({ length: 8 }, () => eventsAfter(database, 0, 100));
    await Promise.all([...writes, ...reads]);
    const all = await eventsAfter(database, 0, 100);
    expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    const ofFirst = all.filter(({ subject_id }) => subject_id === "0").map(({ n }) => n);
    expect(ofFirst).toEqual(ofFirst.map((_, index) => index + 1));
    for (const early of await Promise.all(reads)) expect(all.slice(0, early.length)).toEqual(early);
  });

  test("is numbered with as few statements, however much happened at once", async () => {
    const counted = counting(await open());
    const { db } = counted.database;
    const clock = testClock();
    const numbering = async (events: number) => {
      await recordEvents(
        db,
        clock,
        Array.from({ length: events }, (_, id) => renamed(id)),
      );
      return counted.statementsOf(() => numberEvents(counted.database));
    };
    expect(await numbering(60)).toBe(await numbering(3));
    expect((await eventsAfter(counted.database, 0, 100)).map(({ position }) => position)).toHaveLength(63);
  });

  test("is kept for 30 days, and positions go on after that", async () => {
    const database = await open();
    const clock = testClock();
    await recordEvent(database.db, clock, renamed(1));
    await eventsAfter(database, 0, 10);
    clock.advance(31 * DAY);
    await recordEvent(database.db, clock, renamed(1));
    await removeOldEvents(database, clock.now());
    expect((await eventsAfter(database, 0, 10)).map(({ position, n }) => [position, n])).toEqual([[2, 2]]);
  });
});

/** The actions of all events of a kind of subjects. */
async function actionsOf(database: Database, kind: string): Promise<string[]> {
  const events = await eventsAfter(database, 0, 1_000);
  return events.filter(({ subject_kind }) => subject_kind === kind).map(({ action }) => action);
}

describeOnEngines("what no command did", (open) => {
  test.each(DOCUMENT_TYPES)("a document becomes public at its time, once: %s", async (type) => {
    const { publish, call, body, later, clock, work, database } = await startDocument(open, type);
    const appeared = async () =>
      (await actionsOf(database, type)).filter((action) => action === `${type}.appeared`).length;
    await publish("editor", { at: later(1) });
    await publish("editor", { at: later(2) }, (await body()).etag);
    clock.advance(HOUR);
    await work();
    expect(await appeared(), "its time was moved").toBe(0);
    await call("chief", "DELETE", "");
    await call("chief", "POST", "restore/");
    clock.advance(HOUR);
    for (const _round of [1, 2]) await Promise.all([work(), work()]);
    expect(await appeared()).toBe(1);
    expect((await body()).phase).toBe("public");
  });

  test.each(DOCUMENT_TYPES)("one that was taken back before its time never appears: %s", async (type) => {
    const { publish, withdraw, later, clock, work, database } = await startDocument(open, type);
    await publish("editor", { at: later() });
    await withdraw("editor");
    clock.advance(HOUR);
    await work();
    expect(await actionsOf(database, type)).not.toContain(`${type}.appeared`);
    expect(await database.db.selectFrom("waiting_document").selectAll().execute()).toEqual([]);
  });

  test("the sending of an issue ends once, with the number of its recipients", async () => {
    const { as, publish, work, database } = await startDocument(open, "issue");
    for (const email of ["a@readers.example", "b@readers.example"])
      await as("chief", "POST", editorApiUrl.subscribers(), { email });
    await publish("editor");
    for (const _round of [1, 2]) await Promise.all([work(), work()]);
    expect(await actionsOf(database, "issue")).toEqual(["issue.created", "issue.published", "issue.sent"]);
    const { body } = await as("chief", "GET", editorApiUrl.audit({ action: "issue" }));
    expect(body[0]).toMatchObject({ action: "issue.sent", changes: { recipients: { to: 2 } } });
  });

  test("a subscriber is added and removed, by readers, editors and erasure, and not by asking again", async () => {
    const { as, app, database } = await startStaff(open);
    const reader = (url: string, payload: object) =>
      app.inject({ method: "POST", url: `/api/newsletter/${url}/`, payload });
    const email = "a@readers.example";
    for (const _again of [1, 2]) await reader("subscribe", { email });
    for (const _again of [1, 2]) await reader("unsubscribe", { email });
    await reader("subscribe", { email });
    await as("chief", "POST", "/api/newsletter/people/erase/", { email });
    const added = await as("chief", "POST", editorApiUrl.subscribers(), { email });
    await as("chief", "DELETE", `${editorApiUrl.subscribers()}${added.body.id}/`);
    const told = (await actionsOf(database, "subscriber")).filter((action) => /\.(added|removed)$/.test(action));
    const both = ["subscriber.added", "subscriber.removed"];
    expect(told).toEqual([...both, ...both, ...both]);
  });
});

describeOnSqlite("what happened to an article", (open) => {
  test("is stated once for each thing that people did, and not for what is only typed", async () => {
    const database = await open();
    const clock = testClock();
    const { app, store } = await startTestApp(database, { clock });
    const call = await startPatientEditor(app, database, clock);
    const id = await publish(store, { status: "draft", publishedAt: null });
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Typed" } });
    await call({ method: "POST", url: editorApiUrl.publish(id), payload: {} });
    await updateArticle(store, operator, id, { status: "draft" });
    await trashArticle(store, operator, id);
    const events = await eventsAfter(database, 0, 1_000);
    expect(events.filter(({ subject_kind }) => subject_kind === "article").map(({ action }) => action)).toEqual([
      "article.created",
      "article.published",
      "article.shown",
      "article.unpublished",
      "article.withdrawn",
      "article.trashed",
    ]);
  });
});
