import { expect, test } from "vitest";
import type { AuditEntry } from "#features/audit/endpoints.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

async function start(open: OpenTestDatabase) {
  const staff = await startStaff(open);
  const { as, ids } = staff;
  return {
    ...staff,
    ask: (by: Person, id: number, person: Person | number) =>
      as(by, "PUT", editorApiUrl.asked(id), { person: typeof person === "number" ? person : ids[person] }),
    asked: async (by: Person, id: number) => (await as(by, "GET", editorApiUrl.asked(id))).body.asked,
    listed: async (by: Person, query = "asked=true") =>
      ((await as(by, "GET", `${apiUrl.articles()}?${query}`)).body as { id: number }[]).map(({ id }) => id),
  };
}

describeOnSqlite("asking a person to review an article", (open) => {
  test("names whoever may approve, without addresses, and not oneself", async () => {
    const { as, ids, nameOf } = await start(open);
    const editor = { id: ids.editor, name: nameOf("editor") };
    const another = { id: ids.another, name: nameOf("another") };
    const chief = { id: ids.chief, name: nameOf("chief") };
    expect((await as("writer", "GET", editorApiUrl.reviewers())).body).toEqual([chief, editor, another]);
    expect((await as("editor", "GET", editorApiUrl.reviewers())).body).toEqual([chief, another]);
    await as("chief", "PATCH", editorApiUrl.user(ids.another), { is_active: false });
    expect((await as("contributor", "GET", editorApiUrl.reviewers())).body).toEqual([chief, editor]);
  });

  test("a writer asks, changes and withdraws it; the log tells of it, and the asked person finds it", async () => {
    const { as, ids, nameOf, write, ask, asked, listed, told, unread, clock } = await start(open);
    const id = await write("writer", { status: "ready" });
    await write("writer");
    expect(await asked("writer", id)).toBeNull();
    const at = new Date(clock.now()).toISOString();
    const unanswered = { message: "", answer: null, answer_message: "", answered: null };
    const request = { id: ids.editor, name: nameOf("editor"), by: nameOf("writer"), at, ...unanswered };
    expect(await ask("writer", id, "editor")).toMatchObject({
      status: 200,
      body: { asked: { ...request, is_me: false } },
    });
    clock.advance(60_000);
    await ask("writer", id, "editor");
    expect(await asked("editor", id)).toEqual({ ...request, is_me: true });
    expect(await told("editor")).toEqual([["asked", nameOf("writer")]]);
    expect([await listed("editor"), await listed("chief"), await listed("writer")]).toEqual([[id], [], []]);
    expect(await listed("editor", "asked=true&status=draft")).toEqual([]);
    expect(await listed("editor", "asked=true&sort=title&query=bridge")).toEqual([id]);

    await ask("writer", id, "another");
    expect([await told("editor"), await told("another")]).toEqual([[], [["asked", nameOf("writer")]]]);
    expect((await as("editor", "DELETE", editorApiUrl.asked(id))).status).toBe(204);
    expect((await as("writer", "DELETE", editorApiUrl.asked(id))).status).toBe(409);
    expect([await asked("writer", id), await unread("another"), await listed("another")]).toEqual([null, 0, []]);
    const entries = (await as("chief", "GET", editorApiUrl.audit({ query: "bridge" }))).body as AuditEntry[];
    expect(entries.map(({ action }) => action).filter((action) => /ask$/.test(action))).toEqual([
      ...["article.unask", "article.ask", "article.ask"],
    ]);
  });

  test("several people are asked with a message, and a further one without asking the others again", async () => {
    const { as, ids, nameOf, write, asked, told, clock } = await start(open);
    const id = await write("writer");
    const ask = async (body: object) => (await as("writer", "PUT", editorApiUrl.asked(id), body)).body;
    const names = (body: { people: { name: string; message: string }[] }) =>
      body.people.map(({ name, message }) => [name, message]);
    const both = await ask({ people: [ids.editor, ids.another, ids.editor], message: "Please by noon" });
    expect(names(both)).toEqual([
      [nameOf("editor"), "Please by noon"],
      [nameOf("another"), "Please by noon"],
    ]);
    clock.advance(60_000);
    expect(names(await ask({ people: [ids.another, ids.chief] }))).toEqual([
      [nameOf("another"), "Please by noon"],
      [nameOf("chief"), ""],
    ]);
    expect((await asked("writer", id)).name).toBe(nameOf("another"));
    expect([await told("editor"), (await told("another")).length, (await told("chief")).length]).toEqual([[], 1, 1]);
    for (const wrong of [{}, { people: [] }, { person: ids.chief, people: [ids.chief] }, { people: [ids.writer] }])
      expect([wrong, (await as("writer", "PUT", editorApiUrl.asked(id), wrong)).status]).toEqual([wrong, 400]);
  });

  test("a reviewer requests changes or approves; asker and owners are notified, and asking again deletes the answer", async () => {
    const { as, ids, nameOf, write, ask, told, listed, clock } = await start(open);
    const id = await write("writer");
    await ask("chief", id, "editor");
    const answer = (by: Person, body: object, tag?: string) => as(by, "POST", editorApiUrl.answer(id), body, tag);
    expect((await answer("another", { answer: "changes", message: "No" })).status).toBe(409);
    expect((await answer("editor", { answer: "changes" })).body.errors.message).toBe("Describe what should change.");
    expect((await answer("writer", { answer: "changes", message: "No" })).status).toBe(403);
    clock.advance(60_000);
    const declined = await answer("editor", { answer: "changes", message: "Name the source." });
    expect(declined.body).toMatchObject({
      asked: null,
      people: [{ id: ids.editor, answer: "changes", answer_message: "Name the source.", is_me: true }],
    });
    expect([await told("writer"), await told("chief")]).toEqual([
      [["returned changes", nameOf("editor")]],
      [["returned changes", nameOf("editor")]],
    ]);
    expect([await told("editor"), await listed("editor")]).toEqual([[], []]);
    const waiting = async (by: Person) => (await as(by, "GET", editorApiUrl.overview())).body.waiting;
    const story = { state: "changes", has_changes: false };
    const about = { type: "article", id, title: "Bridge opens", story };
    const requested = { kind: "requested", total: 1, articles: [about] };
    expect(await waiting("writer")).toEqual([requested]);

    const again = (await ask("writer", id, "editor")).body;
    expect(again.people).toMatchObject([{ answer: null, answer_message: "", answered: null, by: nameOf("writer") }]);
    expect(await waiting("writer")).toEqual([]);
    expect(await waiting("editor")).toMatchObject([{ kind: "asked", total: 1, articles: [{ type: "article", id }] }]);
    const tag = String((await as("editor", "GET", apiUrl.article(id))).headers.etag);
    expect((await answer("editor", { answer: "approve" })).status).toBe(400);
    expect((await answer("editor", { answer: "approve" }, '"7"')).status).toBe(409);
    expect((await answer("editor", { answer: "approve", message: "Well done" }, tag)).body.people).toMatchObject([
      { answer: "approve", answer_message: "Well done" },
    ]);
    expect((await as("writer", "GET", editorApiUrl.review(id))).body.approval.by).toBe(nameOf("editor"));
    expect((await told("writer"))[0]).toEqual(["approved", nameOf("editor")]);
    // An approval without an answer is one, too.
    await ask("writer", id, "another");
    await as("another", "POST", editorApiUrl.approvals(id), undefined, tag);
    expect((await as("writer", "GET", editorApiUrl.asked(id))).body.people[1]).toMatchObject({ answer: "approve" });
    const entries = (await as("chief", "GET", editorApiUrl.audit({ query: "bridge" }))).body as AuditEntry[];
    expect(entries.filter(({ action }) => action === "article.decline")).toHaveLength(1);
  });

  test("a reviewer who has corrected the text may say that it is fine, and is no second person", async () => {
    const { as, ids, write, ask } = await start(open);
    const id = await write("writer", { sources: ["A friend"] });
    await ask("writer", id, "editor");
    const draft = await as("editor", "PUT", editorApiUrl.draft(id), { excerpt: "Corrected" });
    const approve = async () =>
      as("editor", "POST", editorApiUrl.answer(id), { answer: "approve" }, String(draft.headers.etag));
    await as("chief", "PUT", editorApiUrl.reviewSettings(), { enabled: true, words: ["bridge"] });
    expect((await approve()).status).toBe(403);
    await as("chief", "PUT", editorApiUrl.reviewSettings(), { enabled: false });
    expect((await approve()).body.people).toMatchObject([{ id: ids.editor, answer: "approve" }]);
    expect((await as("writer", "GET", editorApiUrl.review(id))).body.approval).toBeNull();
  });

  test("only those who may approve can be asked, by those who may write, and others learn nothing", async () => {
    const { as, ids, write, ask, asked } = await start(open);
    const id = await write("writer");
    for (const wrong of [ids.writer, ids.contributor, 9_999, 1.5, "1", null])
      expect([wrong, (await ask("chief", id, wrong as number)).status]).toEqual([wrong, 400]);
    expect((await ask("editor", id, "editor")).body.errors.person).toContain("yourself");
    expect((await ask("contributor", id, "editor")).status).toBe(404);
    expect((await as("contributor", "GET", editorApiUrl.asked(id))).status).toBe(404);
    await as("editor", "PUT", apiUrl.article(id), { status: "published" });
    const refused = await ask("contributor", id, "editor");
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining("article.write")]);
    expect((await as("contributor", "GET", editorApiUrl.asked(id))).status).toBe(403);
    expect(await asked("writer", id)).toBeNull();
  });

  test("it ends when the text is published, in the trash, or the person may not approve any more", async () => {
    const { as, ids, write, ask, asked, told, sweepRetention, database } = await start(open);
    const id = await write("writer", { status: "ready" });
    const publish = () => as("editor", "POST", editorApiUrl.publish(id));
    await ask("writer", id, "another");
    await publish();
    expect([await asked("writer", id), await told("another")]).toEqual([null, [["asked closed", "Baraka Njoroge"]]]);
    // What is new about a published article can be looked at too; a switch that is turned meanwhile ends nothing.
    await as("writer", "PUT", editorApiUrl.draft(id), { excerpt: "New" });
    await ask("writer", id, "another");
    await as("editor", "POST", editorApiUrl.bulk(), { ids: [id], change: { is_featured: true } });
    expect(await asked("writer", id)).not.toBeNull();
    await publish();
    expect(await asked("writer", id)).toBeNull();

    const other = await write("writer");
    await ask("writer", other, "another");
    await as("writer", "DELETE", apiUrl.article(other));
    await as("writer", "POST", editorApiUrl.restore(other));
    expect(await asked("writer", other)).toBeNull();

    const change = (fields: object) => as("chief", "PATCH", editorApiUrl.user(ids.another), fields);
    for (const [gone, back] of [
      [{ is_active: false }, { is_active: true }],
      [{ role: "writer" }, { role: "editor" }],
    ] as const) {
      await ask("writer", other, "another");
      await change(gone);
      expect([gone, await asked("writer", other)]).toEqual([gone, null]);
      await sweepRetention();
      await change(back);
      expect([gone, await asked("writer", other)]).toEqual([gone, null]);
    }
    await ask("writer", other, "another");
    await as("chief", "DELETE", `/api/accounts/users/${ids.another}/`);
    expect(await asked("writer", other)).toBeNull();
    expect(await database.db.selectFrom("review_request").selectAll().execute()).toEqual([]);
  });
});
