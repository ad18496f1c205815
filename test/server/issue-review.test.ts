import { expect, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startStaff } from "#test/support/staff.ts";

const ISSUE = { subject: "The week", preview: "", introduction: "Hello", body: "", article_ids: [] };

const pageUrl = (...parts: (string | number)[]) => `/api/pages/${parts.map((part) => `${part}/`).join("")}`;

describeOnSqlite("newsletter issues among people", (open) => {
  test("a note on a newsletter issue notifies whoever wrote it or saved it last", async () => {
    const { as, ids, notifications, told, unread, nameOf } = await startStaff(open);
    const { id } = (await as("editor", "POST", editorApiUrl.issues(), ISSUE)).body;
    await as("another", "PUT", editorApiUrl.issue(id), { preview: "All of it" });
    const note = (await as("chief", "POST", editorApiUrl.issueNotes(id), { text: "Is this all?" })).body.id;
    expect(await told("editor")).toEqual([
      ["noted", nameOf("chief")],
      ["changed", nameOf("another")],
    ]);
    expect(await told("another")).toEqual([["noted", nameOf("chief")]]);
    await as("editor", "POST", editorApiUrl.issueNoteReplies(id, note), { text: "Yes." });
    expect((await notifications("chief"))[0]).toMatchObject({
      kind: "noted",
      detail: "reply",
      article: null,
      document: { type: "issue", id, title: "The week" },
    });
    expect((await as("chief", "GET", editorApiUrl.overview())).body.waiting).toMatchObject([
      { kind: "notes", total: 1, articles: [{ type: "issue", id, title: "The week" }] },
    ]);
    // A writer sees no issues, and no notification about one.
    await as("chief", "PATCH", editorApiUrl.user(ids.another), { role: "writer" });
    expect([await told("another"), await unread("another")]).toEqual([[], 0]);
    await as("chief", "DELETE", editorApiUrl.issue(id));
    expect(await unread("editor")).toBe(0);
  });

  test("somebody is asked to review an issue, requests changes, and approves it", async () => {
    const { as, ids, told, nameOf, notifications } = await startStaff(open);
    const { id } = (await as("editor", "POST", editorApiUrl.issues(), ISSUE)).body;
    const asked = editorApiUrl.issueAsked(id);
    const message = "Is the tone right?";
    expect((await as("editor", "PUT", asked, { people: [ids.another], message })).body.people).toMatchObject([
      { id: ids.another, message },
    ]);
    expect((await as("writer", "GET", asked)).status).toBe(403);
    expect((await as("another", "GET", editorApiUrl.overview())).body.waiting).toMatchObject([
      { kind: "asked", total: 1, articles: [{ type: "issue", id, title: "The week" }] },
    ]);
    const answer = (body: object, tag?: string) => as("another", "POST", editorApiUrl.issueAnswer(id), body, tag);
    await answer({ answer: "changes", message: "Shorter, please." });
    expect((await notifications("editor"))[0]).toMatchObject({
      kind: "returned",
      detail: "changes",
      actor: nameOf("another"),
      document: { type: "issue", id },
    });
    const tag = String((await as("editor", "PUT", editorApiUrl.issue(id), { introduction: "Hi" })).headers.etag);
    await as("editor", "PUT", asked, { person: ids.another });
    expect((await answer({ answer: "approve" }, tag)).body.people).toMatchObject([{ answer: "approve" }]);
    expect((await told("editor"))[0]).toEqual(["approved", nameOf("another")]);
    // Requests end when the issue is sent.
    await as("editor", "POST", editorApiUrl.issueAction(id, "send"), {}, tag);
    expect((await as("editor", "GET", asked)).body).toEqual({ asked: null, people: [] });
    const entries = (await as("chief", "GET", editorApiUrl.audit({ query: "week" }))).body;
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["issue.ask", "issue.decline", "issue.approve", "issue.send"]));
  });

  test("the two-person rule covers issues where a chief says so: sending needs an approval of exactly these words", async () => {
    const { as, ids } = await startStaff(open);
    const { id } = (await as("editor", "POST", editorApiUrl.issues(), { ...ISSUE, introduction: "A hack" })).body;
    const rule = { enabled: true, words: ["hack"] };
    const later = { at: new Date(Date.UTC(2030, 0, 1)).toISOString() };
    const tagOf = async () => String((await as("editor", "GET", editorApiUrl.issue(id))).headers.etag);
    const act = async (action: "send" | "pause" | "resume", body?: object) =>
      as("editor", "POST", editorApiUrl.issueAction(id, action), body, action === "send" ? await tagOf() : undefined);
    await as("chief", "PUT", editorApiUrl.reviewSettings(), rule);
    expect((await act("send", later)).status).toBe(200);
    // What is scheduled and not approved is paused when the rule starts to cover it.
    const covers = (await as("chief", "PUT", editorApiUrl.reviewSettings(), { also: ["issue"] })).body;
    expect(covers).toMatchObject({ also: ["issue"], held: [{ type: "issue", id, title: "The week" }] });
    const needs = "This issue needs the approval of a second person, because it says “hack”.";
    expect(await act("resume")).toMatchObject({ status: 403, body: { errors: { review: needs } } });
    expect((await act("send", later)).status).toBe(403);
    const approve = async (by: "editor" | "another") =>
      as(by, "POST", editorApiUrl.issueApprovals(id), undefined, await tagOf());
    expect((await approve("editor")).body.detail).toContain("You wrote this text");
    expect(await approve("another")).toMatchObject({ status: 201, body: { approval: { is_mine: true } } });
    expect((await act("send", later)).body.state).toBe("scheduled");
    const rewrite = (introduction: string) => as("editor", "PUT", editorApiUrl.issue(id), { introduction });
    expect((await rewrite("Another hack")).status).toBe(403);
    await act("pause");
    expect((await rewrite("Another hack")).status).toBe(200);
    expect((await act("resume")).status).toBe(403);
    const { reasons, approval } = (await as("another", "GET", editorApiUrl.issueReview(id))).body;
    expect([reasons, approval]).toEqual([[{ kind: "word", value: "hack" }], null]);
    expect(ids.another).toBeGreaterThan(0);
  });

  test("an issue that has lost its approval is not sent at its time, which is in the audit log", async () => {
    const { as, clock, mail, database } = await startStaff(open);
    const { id } = (await as("editor", "POST", editorApiUrl.issues(), { ...ISSUE, introduction: "A hack" })).body;
    await as("chief", "PUT", editorApiUrl.reviewSettings(), { enabled: true, words: ["hack"], also: ["issue"] });
    const tag = String((await as("another", "GET", editorApiUrl.issue(id))).headers.etag);
    await as("another", "POST", editorApiUrl.issueApprovals(id), undefined, tag);
    const later = { at: new Date(clock.now() + 60_000).toISOString() };
    expect((await as("editor", "POST", editorApiUrl.issueAction(id, "send"), later, tag)).status).toBe(200);
    await database.db.deleteFrom("approval").execute();
    clock.advance(60_000);
    await mail.advanceIssues();
    expect((await as("editor", "GET", editorApiUrl.issue(id))).body.state).toBe("paused");
    const [last] = (await as("chief", "GET", editorApiUrl.audit({ action: "issue" }))).body;
    expect(last).toMatchObject({ action: "issue.pause", actor: { kind: "system" } });
  });

  test("the two-person rule covers pages where a chief says so, and requests end when a page is published", async () => {
    const { as, ids } = await startStaff(open);
    const made = await as("editor", "POST", pageUrl(), { title: "Our hack report", content: "<p>All.</p>" });
    const { id } = made.body;
    await as("chief", "PUT", editorApiUrl.reviewSettings(), { enabled: true, words: ["hack"], also: ["page"] });
    await as("editor", "PUT", pageUrl(id, "asked"), { person: ids.another });
    const publish = () => as("editor", "POST", pageUrl(id, "publish"), {});
    const needs = "This page needs the approval of a second person, because it says “hack”.";
    expect(await publish()).toMatchObject({ status: 403, body: { errors: { review: needs } } });
    const answer = { answer: "approve" };
    const answered = await as("another", "POST", pageUrl(id, "asked/answer"), answer, String(made.headers.etag));
    expect(answered.body.people).toMatchObject([{ answer: "approve" }]);
    expect((await publish()).status).toBe(200);
    expect((await as("editor", "GET", pageUrl(id, "asked"))).body.people).toEqual([]);
    const rewrite = (title: string) => as("editor", "PUT", pageUrl(id), { title });
    expect((await rewrite("Another hack report")).status).toBe(403);
  });
});
