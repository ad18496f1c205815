import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

async function start(open: OpenTestDatabase) {
  const database = await open();
  const site = await startTestApp(database);
  const { headers } = await startEditor(site.app, database);
  const call = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object, more: object = {}) =>
    site.app.inject({ method, url, headers: { ...headers, ...more }, ...(payload && { payload }) });
  return { ...site, call };
}
type Site = Awaited<ReturnType<typeof start>>;

/** One row of each kind: where it is changed, and three valid changes of it. */
const KINDS = {
  "ad space": {
    list: apiUrl.ads(),
    body: { name: "Top", location: "homepage" },
    urlOf: (id: number) => editorApiUrl.ad(id),
    changes: [{ alt: "One" }, { alt: "Two" }, { active: false }],
  },
  category: {
    list: apiUrl.categories(),
    body: { name: "Layer two" },
    urlOf: (id: number) => apiUrl.category(String(id)),
    changes: [{ name: "One" }, { name: "Two" }, { name: "Three", slug: "three" }],
  },
  profile: {
    list: null,
    body: {},
    urlOf: () => editorApiUrl.profile(),
    changes: [
      { bio: "One" },
      { links: [{ label: "Two", url: "https://two.example/" }] },
      { imageUrl: "/media/me.png" },
    ],
  },
};
const EACH = Object.entries(KINDS);

/** Its address, and its current tag. */
async function begin({ call }: Site, { list, body, urlOf }: (typeof KINDS)[keyof typeof KINDS]) {
  const found = await (list === null ? call("GET", editorApiUrl.me()) : call("POST", list, body));
  return { url: urlOf(found.json().id), tag: String(found.headers.etag) };
}

describeOnSqlite("an edit that names the version it started from", (open) => {
  test.each(EACH)("of the %s is rejected if somebody has changed it since, and only then", async (_what, kind) => {
    const site = await start(open);
    const { url, tag } = await begin(site, kind);
    const [first, second, third] = kind.changes;
    const mine = await site.call("PUT", url, first, { "if-match": tag });
    expect(mine.statusCode).toBe(200);
    const stale = await site.call("PUT", url, second, { "if-match": tag });
    expect([stale.statusCode, Object.keys(stale.json()).toSorted()]).toEqual([409, ["code", "detail"]]);
    const now = String(mine.headers.etag);
    for (const matching of [`W/${now}`, `"other", ${now}`, now.replace(/-.*/, '"'), "*"])
      expect((await site.call("PUT", url, first, { "if-match": matching })).statusCode, matching).toBe(200);
    // Nothing of the rejected one was stored, and a client that names no version changes the current one.
    expect(await site.call("PUT", url, third)).toMatchObject({ statusCode: 200 });
    expect((await site.call("PUT", url, first, { "if-match": now })).statusCode).toBe(409);
    expect((await site.call("PUT", url, first, { "if-match": "garbage" })).statusCode).toBe(409);
  });

  test.each(EACH)("of the %s: of several concurrent ones from one version, one is stored", async (_what, kind) => {
    const site = await start(open);
    const { url, tag } = await begin(site, kind);
    const answers = await Promise.all(kind.changes.map((change) => site.call("PUT", url, change, { "if-match": tag })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  test("does not conflict with counts of readers and articles, which still change the tag", async () => {
    const site = await start(open);
    const { url, tag } = await begin(site, KINDS.category);
    await site.call("POST", apiUrl.articles(), { title: "In it", category: "Layer two", status: "published" });
    const after = await site.call("PUT", url, { name: "Layer two" }, { "if-match": tag });
    expect([after.statusCode, after.json().count]).toEqual([200, 1]);
    expect(after.headers.etag).not.toBe(tag);
  });

  test("gets an error at its slug if that is taken, unlike a stale one", async () => {
    const site = await start(open);
    const { url, tag } = await begin(site, KINDS.category);
    await site.call("POST", apiUrl.categories(), { name: "Taken" });
    const refused = await site.call("PUT", url, { name: "Other", slug: "taken" }, { "if-match": tag });
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([409, ["slug"]]);
  });
});

describeOnSqlite("an addition with a key", (open) => {
  test.each(EACH.filter(([, { list }]) => list !== null))(
    "of the %s is made once, however often it is requested",
    async (_what, kind) => {
      const site = await start(open);
      const list = kind.list ?? "";
      const key = { "idempotency-key": "0198c5f2-7a11-7c3e" };
      const count = async () => (await site.call("GET", list)).json().length;
      const before = await count();
      const answers = await Promise.all([1, 2, 3].map(() => site.call("POST", list, kind.body, key)));
      expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json().id}`)).size).toBe(1);
      const again = await site.call("POST", list, { ...kind.body, name: "Other" }, key);
      expect([again.statusCode, again.headers["idempotency-replayed"]]).toEqual([201, "true"]);
      expect(again.json()).toEqual(answers[0]?.json());
      expect(await count()).toBe(before + 1);
      await site.call("DELETE", kind.urlOf(again.json().id));
      expect((await site.call("POST", list, kind.body, key)).statusCode).toBe(404);
    },
  );
});
