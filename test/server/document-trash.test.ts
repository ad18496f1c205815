import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { EDITOR, startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60_000;

async function start(database: Database) {
  const clock = testClock();
  const { app, store } = await startTestApp(database, { clock });
  const send = await startPatientEditor(app, database, clock);
  return {
    clock,
    database,
    store,
    send,
    trash: (id: number) => send({ method: "DELETE", url: apiUrl.article(id) }),
    removeForGood: (id: number, query = {}) => send({ method: "DELETE", url: editorApiUrl.trashed(id, query) }),
    list: (query = "") => send({ method: "GET", url: `${editorApiUrl.trash()}${query}` }),
  };
}

describeOnEngines("the trash of all types", (open) => {
  test("takes issues that were not sent, with their versions, notes and time, apart from the article of the same number", async () => {
    const { send, trash, list, store, clock, removeForGood, database } = await start(await open());
    const article = await publish(store, { title: "An article" });
    const make = async (subject: string) =>
      (await send({ method: "POST", url: editorApiUrl.issues(), payload: { subject, introduction: "Hi." } })).body.id;
    const issue = await make("The week");
    expect(issue).toBe(article);
    const url = editorApiUrl.issue(issue);
    await send({ method: "PUT", url: editorApiUrl.issueDraft(issue), payload: { preview: "Once more" } });
    await send({ method: "POST", url: editorApiUrl.issueNotes(issue), payload: { text: "Why?" } });
    const at = new Date(clock.now() + HOUR).toISOString();
    await send({ method: "POST", url: editorApiUrl.issueAction(issue, "send"), payload: { at } });
    const before = (await send({ method: "GET", url })).body;
    expect((await send({ method: "DELETE", url })).status).toBe(204);
    expect((await send({ method: "GET", url })).status).toBe(404);
    clock.advance(1);
    await trash(article);
    expect((await list()).body).toMatchObject([
      { type: "article", id: article, title: "An article", category: "Blockchain" },
      { type: "issue", id: issue, title: "The week", trashed_by: EDITOR.name },
    ]);
    expect((await list("?type=issue")).body).toMatchObject([{ type: "issue", id: issue }]);

    const restore = () => send({ method: "POST", url: editorApiUrl.issueRestore(issue) });
    expect((await restore()).status).toBe(204);
    expect((await restore()).body.code).toBe("not_in_trash");
    expect((await send({ method: "GET", url })).body).toEqual({ ...before, updated_at: expect.any(String) });
    expect((await send({ method: "GET", url: editorApiUrl.issueNotes(issue) })).body).toHaveLength(1);
    expect((await send({ method: "GET", url: editorApiUrl.issueRevisions(issue) })).body).toHaveLength(3);

    await send({ method: "DELETE", url });
    clock.advance(2 * HOUR);
    await restore();
    expect((await send({ method: "GET", url })).body).toMatchObject({ state: "draft", scheduled_at: null });

    await send({ method: "DELETE", url });
    expect((await removeForGood(article)).status).toBe(204);
    expect((await list()).body).toMatchObject([{ type: "issue", id: issue }]);
    expect((await removeForGood(issue, { type: "issue" })).status).toBe(204);
    expect((await restore()).status).toBe(404);
    expect(await database.db.selectFrom("revision").selectAll().execute()).toEqual([]);
    expect(await make("Next")).not.toBe(issue);
  });
});
