import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import type { EditorApi, SendOptions } from "#shared/editor-api.tsx";
import { apiError } from "#test/support/api-error.ts";
import { exampleIssue } from "#test/support/issue-answers.ts";
import {
  allIssues,
  autosaveIssue,
  createIssue,
  issueChanged,
  issueReach,
  issuesChanged,
  issuesNamed,
  oneIssue,
  oneRevision,
  readIssue,
  readNewest,
  recipientsOf,
  restoreRevision,
  revisionCalls,
  revisionsOf,
  sendIssue,
  stepIssue,
  updateIssue,
  versioned,
} from "./calls.ts";

type Sent = { method: string; url: string; body: unknown; options: SendOptions | undefined };

/** A server that answers every call with an issue of the next version. */
function server(hasOthers = false) {
  const sent: Sent[] = [];
  const send: EditorApi["send"] = async (method, url, body, options) => {
    sent.push({ method, url, body, options });
    return { body: exampleIssue({ id: 7, version: 5 }), etag: null, hasOthers };
  };
  return { api: { send } as EditorApi, sent };
}

const SEEN = versioned(exampleIssue({ id: 7, version: 4 }));
const AT = "2026-11-24T08:00:00.000Z";

describe("what changes an issue names the version that the editor saw", () => {
  test.each<[string, (api: EditorApi) => Promise<unknown>, string, unknown]>([
    ["saving", (api) => updateIssue(api, SEEN, { subject: "a" }), "PUT /api/newsletter/issues/7/", { subject: "a" }],
    [
      "saving by itself",
      (api) => autosaveIssue(api, SEEN, { subject: "a" }),
      "PUT /api/newsletter/issues/7/draft/",
      { subject: "a" },
    ],
    [
      "restoring a version",
      (api) => restoreRevision(api, SEEN, 2),
      "POST /api/newsletter/issues/7/revisions/2/restore/",
      undefined,
    ],
    ["sending now", (api) => sendIssue(api, SEEN.row, null), "POST /api/newsletter/issues/7/send/", {}],
    ["sending at a time", (api) => sendIssue(api, SEEN.row, AT), "POST /api/newsletter/issues/7/send/", { at: AT }],
  ])("%s", async (_what, call, address, body) => {
    const { api, sent } = server();
    await call(api);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([address]);
    expect(sent[0]?.body).toEqual(body);
    expect(sent[0]?.options?.ifMatch).toBe('"4"');
  });

  test("the next change names the version that the answer has", async () => {
    const { api, sent } = server();
    const stored = await updateIssue(api, SEEN, { subject: "a" });
    expect(stored.etag).toBe('"5"');
    await autosaveIssue(api, stored, { subject: "b" });
    expect(sent[1]?.options?.ifMatch).toBe('"5"');
  });

  test("resuming names it, and pausing does not: pausing must work during others' changes", async () => {
    const { api, sent } = server();
    await stepIssue(api, SEEN.row, "pause");
    await stepIssue(api, SEEN.row, "resume");
    expect(sent.map(({ url, options }) => [url, options?.ifMatch])).toEqual([
      ["/api/newsletter/issues/7/pause/", undefined],
      ["/api/newsletter/issues/7/resume/", '"4"'],
    ]);
  });
});

test.each([true, false])(
  "a new draft is sent with its key, and tells whether it was stored before: %j",
  async (was) => {
    const { api, sent } = server(was);
    const made = await createIssue(api, { subject: "a" }, "key-1");
    expect(sent).toMatchObject([{ method: "POST", body: { subject: "a" }, options: { idempotencyKey: "key-1" } }]);
    expect(made).toMatchObject({ row: { id: 7 }, etag: '"5"', hasOthers: was });
  },
);

test("the newest version is the working copy, or the issue if that has just ended", async () => {
  const { api, sent } = server();
  expect((await readNewest(api, 7)).etag).toBe('"5"');
  expect(sent).toHaveLength(1);
  const answers = [exampleIssue({ id: 7, has_draft: true }), exampleIssue({ id: 7, subject: "Typed", etag: '"5d6"' })];
  const send = async () => ({ body: answers.shift(), etag: null, hasOthers: false });
  expect(await readNewest({ send } as unknown as EditorApi, 7)).toMatchObject({
    row: { subject: "Typed" },
    etag: '"5d6"',
  });
  const gone = [exampleIssue({ id: 7, has_draft: true }), apiError("not_found"), exampleIssue({ id: 7, version: 6 })];
  const endSoon = async () => {
    const next = gone.shift();
    if (next instanceof Error) throw next;
    return { body: next, etag: null, hasOthers: false };
  };
  expect((await readNewest({ send: endSoon } as unknown as EditorApi, 7)).etag).toBe('"6"');
});

test("an issue that is fetched can be given up meanwhile", async () => {
  const { api, sent } = server();
  const { signal } = new AbortController();
  await readIssue(api, 7, signal);
  await readIssue(api, 7);
  expect(sent.map(({ options }) => options?.signal)).toEqual([signal, undefined]);
});

describe("an issue that has changed", () => {
  const KEYS = {
    own: oneIssue(7).queryKey,
    list: allIssues(1).queryKey,
    found: issuesNamed("week")(1).queryKey,
    recipients: recipientsOf(7, "failed")(1).queryKey,
    reach: issueReach().queryKey,
    versions: revisionsOf(7)(1).queryKey,
    other: ["/api/newsletter/subscribers/?limit=50&offset=0", "paged"],
  } as Record<string, readonly unknown[]>;
  function cache() {
    const client = new QueryClient();
    for (const key of Object.values(KEYS)) client.setQueryData(key, { items: [], total: 0 });
    const stale = () =>
      Object.keys(KEYS).filter((name) => client.getQueryState(KEYS[name] as readonly unknown[])?.isInvalidated);
    return { client, stale };
  }

  test("is shown as it is now, and all else about issues is fetched again, but nothing about subscribers", () => {
    const { client, stale } = cache();
    const changed = exampleIssue({ id: 7, version: 5, state: "scheduled" });
    issueChanged(client, changed);
    expect(client.getQueryData(KEYS.own as readonly unknown[])).toEqual(changed);
    expect(stale().sort()).toEqual(["found", "list", "own", "reach", "recipients", "versions"]);
  });

  test("need not be known: the list, its searches and its numbers are fetched again all the same", () => {
    const { client, stale } = cache();
    issuesChanged(client);
    expect(stale()).not.toContain("other");
    expect(stale()).toHaveLength(6);
  });
});

test("the versions of one issue are found among those of others", () => {
  const { predicate } = revisionCalls(7);
  const isOwn = (queryKey: readonly unknown[]) => predicate({ queryKey });
  expect([revisionsOf(7)(2), oneRevision(7, 3)].map(({ queryKey }) => isOwn(queryKey))).toEqual([true, true]);
  expect([revisionsOf(71)(1), oneRevision(8, 3), oneIssue(7)].map(({ queryKey }) => isOwn(queryKey))).toEqual([
    false,
    false,
    false,
  ]);
});
