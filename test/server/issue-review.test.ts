import { expect, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startStaff } from "#test/support/staff.ts";

const ISSUE = { subject: "The week", preview: "", introduction: "Hello", body: "", article_ids: [] };

describeOnEngines("newsletter issues among people", (open) => {
  test("a note on a newsletter issue notifies whoever wrote it or saved it last", async () => {
    const { as, ids, notifications, told, unread, nameOf } = await startStaff(open);
    const { id } = (await as("editor", "POST", editorApiUrl.issues(), ISSUE)).body;
    await as("another", "PUT", editorApiUrl.issue(id), { preview: "All of it" });
    const note = (await as("chief", "POST", editorApiUrl.issueNotes(id), { text: "Is this all?" })).body.id;
    expect(await told("editor")).toEqual([["noted", nameOf("chief")]]);
    expect(await told("another")).toEqual([["noted", nameOf("chief")]]);
    await as("editor", "POST", editorApiUrl.issueNoteReplies(id, note), { text: "Yes." });
    expect((await notifications("chief"))[0]).toMatchObject({
      ...{ kind: "noted", detail: "reply", article: null },
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
});
