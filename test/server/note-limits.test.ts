import { describe, expect, test } from "vitest";
import type { Note } from "#features/documents/notes/schema.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";
import { startStaff } from "#test/support/staff.ts";

/** A newsroom in which an editor has written a note on the writer's article. */
async function start(open = openSqliteForTest) {
  const staff = await startStaff(open);
  const id = await staff.write("writer");
  const { body: note } = await staff.as("editor", "POST", editorApiUrl.notes(id), { quote: "Text", text: "Source?" });
  const listed = async (): Promise<Note[]> => (await staff.as("chief", "GET", editorApiUrl.notes(id))).body;
  return { ...staff, id, n: (note as Note).id, listed };
}
type Room = Awaited<ReturnType<typeof start>>;

/** Puts as many rows of the same kind into the database, without a call for each. */
async function fill({ database, clock, id, n, ids }: Room, notes: number, replies: number): Promise<void> {
  const written = { text: "x", author_id: ids.editor, created_at: clock.now() };
  const note = { ...written, document_type: "article" as const, document_id: id, quote: "", state: "open" as const };
  const { db } = database;
  if (notes > 0)
    await db
      .insertInto("note")
      .values(Array.from({ length: notes }, () => note))
      .execute();
  const reply = { ...written, note_id: n };
  if (replies > 0)
    await db
      .insertInto("note_reply")
      .values(Array.from({ length: replies }, () => reply))
      .execute();
}

describe("what is refused names its field, and changes nothing:", () => {
  test("a note without text or with odd text, or with an odd quote", async () => {
    const room = await start();
    const refused: [payload: object, fields: string[]][] = [
      [{}, ["text"]],
      [{ text: " \n\t\u00a0" }, ["text"]],
      [{ text: 5 }, ["text"]],
      [{ text: null }, ["text"]],
      [{ text: "x".repeat(5_001) }, ["text"]],
      [{ text: "a\ud800" }, ["text"]],
      [{ text: "x", quote: "x".repeat(1_001) }, ["quote"]],
      [{ text: "x", quote: ["a"] }, ["quote"]],
      [{ quote: 1 }, ["quote", "text"]],
    ];
    for (const [payload, fields] of refused) {
      const { status, body } = await room.as("editor", "POST", editorApiUrl.notes(room.id), payload);
      expect([status, Object.keys(body.errors).sort()], JSON.stringify(payload).slice(0, 60)).toEqual([400, fields]);
    }
    expect(await room.listed()).toHaveLength(1);
  });

  test("a reply without text, and a state that there is none of", async () => {
    const room = await start();
    const before = await room.listed();
    const told = await room.told("writer");
    const answers = [
      await room.as("writer", "POST", editorApiUrl.noteReplies(room.id, room.n), { text: " " }),
      await room.as("writer", "POST", editorApiUrl.noteReplies(room.id, room.n), []),
      await room.as("writer", "PATCH", editorApiUrl.note(room.id, room.n), { state: "Resolved" }),
      await room.as("editor", "PATCH", editorApiUrl.note(room.id, room.n), { state: "resolved", text: "" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(Object.keys(answers[2]?.body.errors)).toEqual(["state"]);
    expect(await room.listed()).toEqual(before);
    expect(await room.told("writer")).toEqual(told);
  });

  test("words of somebody else, even together with a state that anybody may set", async () => {
    const room = await start();
    const before = await room.listed();
    const change = { state: "resolved", text: "Put into their mouth" };
    const { status, body } = await room.as("writer", "PATCH", editorApiUrl.note(room.id, room.n), change);
    expect([status, body.code]).toEqual([403, "not_the_author"]);
    const deleted = await room.as("chief", "DELETE", editorApiUrl.note(room.id, room.n));
    expect([deleted.status, deleted.body.code]).toEqual([403, "not_the_author"]);
    expect(await room.listed()).toEqual(before);
  });

  test("a note of a number that is none", async () => {
    const room = await start();
    const urlOf = (number: string) => editorApiUrl.note(room.id, room.n).replace(/\/\d+\/$/, `/${number}/`);
    for (const number of ["0", "-1", "01", "1.5", "1e3", "99999999999999999999", "x", "%00"]) {
      const change = await room.as("editor", "PATCH", urlOf(number), { state: "resolved" });
      expect([change.status, (await room.as("editor", "DELETE", urlOf(number))).status], number).toEqual([404, 404]);
    }
    expect(await room.listed()).toHaveLength(1);
  });
});

describe("a note", () => {
  test("may be as long as its limit in characters, whatever they are made of", async () => {
    const room = await start();
    const [text, quote] = ["🦊".repeat(5_000), "👩".repeat(1_000)];
    const { status, body } = await room.as("editor", "POST", editorApiUrl.notes(room.id), {
      text: ` ${text}\n`,
      quote,
    });
    expect([status, body.text === text, body.quote === quote]).toEqual([201, true, true]);
  });

  test("that is changed in nothing stays as it is", async () => {
    const room = await start();
    const [before] = await room.listed();
    const { status, body } = await room.as("editor", "PATCH", editorApiUrl.note(room.id, room.n), {});
    expect([status, body]).toEqual([200, { ...before, is_mine: true }]);
  });

  test("that is settled stays so whoever replies to it, until it is opened again", async () => {
    const room = await start();
    const reply = () =>
      room.as("writer", "POST", editorApiUrl.noteReplies(room.id, room.n), { text: "One more thing" });
    await room.as("chief", "PATCH", editorApiUrl.note(room.id, room.n), { state: "resolved" });
    expect((await reply()).body.state).toBe("resolved");
    await room.as("chief", "PATCH", editorApiUrl.note(room.id, room.n), { state: "open" });
    expect((await reply()).body.state).toBe("answered");
  });

  test("is deleted with its replies, and no other", async () => {
    const room = await start();
    const other = (await room.as("editor", "POST", editorApiUrl.notes(room.id), { text: "Another" })).body as Note;
    for (const n of [room.n, other.id])
      await room.as("writer", "POST", editorApiUrl.noteReplies(room.id, n), { text: "It is." });
    expect((await room.as("editor", "DELETE", editorApiUrl.note(room.id, room.n))).status).toBe(204);
    expect((await room.listed()).map(({ id, replies }) => [id, replies.length])).toEqual([[other.id, 1]]);
    expect(await room.database.db.selectFrom("note_reply").select("note_id").execute()).toEqual([
      { note_id: other.id },
    ]);
  });

  test("is not to be had of an article in the trash, and is there again with it", async () => {
    const room = await start();
    await room.as("writer", "DELETE", apiUrl.article(room.id));
    const calls = [
      await room.as("chief", "GET", editorApiUrl.notes(room.id)),
      await room.as("editor", "PATCH", editorApiUrl.note(room.id, room.n), { state: "resolved" }),
      await room.as("writer", "POST", editorApiUrl.noteReplies(room.id, room.n), { text: "x" }),
    ];
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404]);
    await room.as("chief", "POST", editorApiUrl.restore(room.id));
    expect((await room.listed()).map(({ state, replies }) => [state, replies])).toEqual([["open", []]]);
  });

  test("on somebody's draft is not for a contributor, who may not read that", async () => {
    const room = await start();
    for (const url of [editorApiUrl.notes(room.id), editorApiUrl.noteReplies(room.id, room.n)])
      expect([403, 404]).toContain((await room.as("contributor", "POST", url, { text: "May I?" })).status);
    expect((await room.listed())[0]?.replies).toEqual([]);
  });
});

describe("there are limits:", () => {
  test("500 notes on an article; another one is refused, told to nobody, and possible once one is gone", async () => {
    const room = await start();
    await fill(room, 498, 0);
    const write = () => room.as("editor", "POST", editorApiUrl.notes(room.id), { text: "One more" });
    expect((await write()).status).toBe(201);
    const told = await room.told("writer");
    const refused = await write();
    expect([refused.status, refused.body.code]).toEqual([409, "too_many_notes"]);
    expect(await room.listed()).toHaveLength(500);
    expect(await room.told("writer")).toEqual(told);
    const other = await room.write("writer");
    expect((await room.as("editor", "POST", editorApiUrl.notes(other), { text: "Elsewhere" })).status).toBe(201);
    await room.as("editor", "DELETE", editorApiUrl.note(room.id, room.n));
    expect((await write()).status).toBe(201);
  });

  test("200 replies to a note; another one is refused, and does not answer it", async () => {
    const room = await start();
    await fill(room, 0, 200);
    const refused = await room.as("writer", "POST", editorApiUrl.noteReplies(room.id, room.n), { text: "One more" });
    expect([refused.status, refused.body.code]).toEqual([409, "too_many_notes"]);
    const [note] = await room.listed();
    expect([note?.state, note?.replies.length]).toEqual(["open", 200]);
  });
});

describeOnSqlite("notes that several people change at once", (open) => {
  test("deletions and replies: each call ends with an answer that fits, and nothing is left behind", async () => {
    const room = await start(open);
    const url = editorApiUrl.note(room.id, room.n);
    const [deleted, again, ...replies] = await Promise.all([
      room.as("editor", "DELETE", url),
      room.as("editor", "DELETE", url),
      ...["writer", "chief"].map((name) =>
        room.as(name as "writer" | "chief", "POST", editorApiUrl.noteReplies(room.id, room.n), { text: "It is." }),
      ),
    ]);
    // On PostgreSQL both may find the note and be told that it is gone now.
    expect([deleted?.status, again?.status]).toContain(204);
    for (const call of [deleted, again]) expect([204, 404]).toContain(call?.status);
    for (const { status } of replies) expect([201, 404]).toContain(status);
    expect(await room.listed()).toEqual([]);
    expect(await room.database.db.selectFrom("note_reply").selectAll().execute()).toEqual([]);
  });
});
