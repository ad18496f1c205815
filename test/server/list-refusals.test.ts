import { describe, expect, test } from "vitest";
import { replacePictureInIssues } from "#features/newsletter/issues/pictures.ts";
import { operator } from "#shared/actor.ts";
import type { CleanHtml } from "#shared/html.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startEditor } from "#test/support/editor.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const NOBODY = 4_711;
const MESSAGE = {
  firstName: "Amina",
  lastName: "Otieno",
  email: "amina@example.com",
  subject: "A correction",
  message: "Hello.",
};
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

async function start() {
  const database = await openSqliteForTest();
  const site = await startTestApp(database);
  const { headers } = await startEditor(site.app, database);
  const call = async (method: Method, url: string, payload?: object) => {
    const response = await site.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.body && response.json() };
  };
  const draft = async (fields: object = {}) =>
    (await call("POST", editorApiUrl.issues(), { subject: "The week", introduction: "Hello.", ...fields })).body;
  return { ...site, ...{ database, call, draft } };
}

describe("what is not there", () => {
  const { issue, issueAction, message, subscriber } = editorApiUrl;
  const CALLS: [string, Method, string, object | undefined, string][] = [
    ["a message that is marked", "PUT", message(NOBODY), { state: "done" }, "message_not_found"],
    ["a message that is deleted", "DELETE", message(NOBODY), undefined, "message_not_found"],
    ["a subscriber", "DELETE", subscriber(NOBODY), undefined, "subscriber_not_found"],
    ["an issue to test", "POST", issueAction(NOBODY, "test"), { email: "a@b.example" }, "issue_not_found"],
    ["an issue whose versions are read", "GET", `${issue(NOBODY)}revisions/`, undefined, "issue_not_found"],
    ["an issue whose version is read", "GET", `${issue(NOBODY)}revisions/1/`, undefined, "issue_not_found"],
    ["an issue whose version is named", "PATCH", `${issue(NOBODY)}revisions/1/`, { note: "a" }, "issue_not_found"],
  ];
  test("is a 404 that says so, and the audit log tells nothing of it", async () => {
    const { call, database } = await start();
    const entries = () => database.db.selectFrom("audit_entry").select("action").execute();
    const before = await entries();
    for (const [what, method, url, payload, code] of CALLS)
      expect(await call(method, url, payload), what).toMatchObject({ status: 404, body: { code } });
    expect(await entries()).toEqual(before);
  });

  test("is a version too, of an issue that is there: it is neither named nor brought back", async () => {
    const { call, draft } = await start();
    const { id, version } = await draft();
    for (const n of ["2", "0", "x"]) {
      const at = `${issue(id)}revisions/${n}/`;
      expect(await call("PATCH", at, { note: "a" }), n).toMatchObject({ status: 404 });
      expect(await call("POST", `${at}restore/`), n).toMatchObject({ status: 404 });
    }
    expect((await call("GET", issue(id))).body).toMatchObject({ version, subject: "The week" });
  });
});

test("a mark that is refused leaves the message as it is", async () => {
  const { app, call, database } = await start();
  await app.inject({ method: "POST", url: apiUrl.contact(), payload: MESSAGE });
  const { id } = await database.db.selectFrom("contact_message").select("id").executeTakeFirstOrThrow();
  for (const payload of [{ state: "sent" }, { state: null }, {}, ["done"]])
    expect((await call("PUT", editorApiUrl.message(id), payload)).status, JSON.stringify(payload)).toBe(400);
  expect(await database.db.selectFrom("contact_message").select("state").execute()).toEqual([{ state: "new" }]);
});

const SETTINGS: [setting: object, fields: string[]][] = [
  [{ enabled: "yes", weekday: 5, hour: 8 }, ["enabled"]],
  [{ enabled: true, weekday: 7, hour: 8 }, ["weekday"]],
  [{ enabled: true, weekday: -1, hour: 24 }, ["weekday", "hour"]],
  [{ enabled: true, weekday: 1.5, hour: "8" }, ["weekday", "hour"]],
];
test("a digest at a time that there is not is refused by field, and stays as it was set", async () => {
  const { call } = await start();
  const before = (await call("GET", "/api/newsletter/digest/")).body;
  for (const [setting, fields] of SETTINGS) {
    const { status, body } = await call("PUT", "/api/newsletter/digest/", setting);
    expect([status, Object.keys(body.errors)], JSON.stringify(setting)).toEqual([400, fields]);
  }
  expect((await call("GET", "/api/newsletter/digest/")).body).toEqual(before);
});

describe("a picture that is replaced", () => {
  const [OLD, NEW] = ["/media/abcdefgh/1600x900.jpg", "/media/zyxwvuts/800x600.jpg"];
  const REPLACED = { key: "abcdefgh", url: NEW };
  const body = `<p>a</p><img src="${OLD}" alt="A quay" />`;

  async function withIssues() {
    const parts = await start();
    const { db } = parts.database;
    const put = async (text: string, begun: number | null = null) => {
      const { id } = await parts.draft();
      await db
        .updateTable("issue")
        .set({ body: text as CleanHtml, started_at: begun })
        .where("id", "=", id)
        .execute();
      return id as number;
    };
    const bodyOf = async (id: number) =>
      (await db.selectFrom("issue").select("body").where("id", "=", id).executeTakeFirstOrThrow()).body;
    const replace = () => replacePictureInIssues(parts.store, operator, REPLACED);
    return { put, bodyOf, replace };
  }

  test("is replaced in every issue that is not being sent, and counted; what was sent keeps its own", async () => {
    const { put, bodyOf, replace } = await withIssues();
    const [draft, sent, other] = [await put(body), await put(body, 1), await put("<p>b</p>")];
    expect(await replace()).toBe(1);
    expect(await bodyOf(draft)).toContain(NEW);
    expect(await bodyOf(draft)).not.toContain(OLD);
    expect([await bodyOf(sent), await bodyOf(other)]).toEqual([body, "<p>b</p>"]);
  });

  test("is replaced once: a second time there is nothing left to do", async () => {
    const { put, replace } = await withIssues();
    await put(body);
    expect([await replace(), await replace()]).toEqual([1, 0]);
  });
});
