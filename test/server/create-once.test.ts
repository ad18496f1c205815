import sharp from "sharp";
import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnEngines, type OpenTestDatabase, openSqliteForTest } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { startTestApp } from "#test/support/test-app.ts";

const KEY = "0198c5f2-7a11-7c3e";

async function start(open: OpenTestDatabase) {
  const database = await open();
  const site = await startTestApp(database);
  const { headers } = await startEditor(site.app, database);
  const post = (url: string, payload: object | Buffer, more: Record<string, string> = {}) =>
    site.app.inject({ method: "POST", url, payload, headers: { ...headers, ...more } });
  const countOf = async (url: string) => Number((await site.app.inject({ url, headers })).headers["x-total-count"]);
  return { ...site, database, headers, post, countOf };
}

const KINDS = [
  ["article", apiUrl.articles(), apiUrl.article, { title: "Said once", category: "Tech" }],
  ["issue", editorApiUrl.issues(), editorApiUrl.issue, { subject: "Said once" }],
] as const;

describeOnEngines("creating something once", (open) => {
  test.each(KINDS)("an %s requested again under its key is returned, not created again", async (...kind) => {
    const [, list, one, body] = kind;
    const { app, headers, post, countOf } = await start(open);
    const first = await post(list, body, { "idempotency-key": KEY });
    expect(first.statusCode).toBe(201);
    expect(first.headers).not.toHaveProperty("idempotency-replayed");
    // What is sent later changes nothing: the stored one is returned.
    const again = await post(
      list,
      { ...body, ...("title" in body ? { title: "Other" } : { subject: "Other" }) },
      { "idempotency-key": KEY },
    );
    expect(again.statusCode).toBe(201);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.json()).toEqual(first.json());
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(await countOf(list)).toBe(1);
    // Another key, and none, create another one.
    await post(list, body, { "idempotency-key": `${KEY}-2` });
    await post(list, body);
    expect(await countOf(list)).toBe(3);
    await app.inject({ method: "DELETE", url: one(first.json().id), headers });
    const gone = await post(list, body, { "idempotency-key": KEY });
    expect([gone.statusCode, gone.json().detail]).toEqual([404, expect.stringMatching(/has been deleted/)]);
    expect(await countOf(list)).toBe(2);
  });

  test.each(KINDS)("of many concurrent requests for an %s one creates it and all return it", async (...kind) => {
    const [, list, , body] = kind;
    const { post, countOf } = await start(open);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(list, body, { "idempotency-key": KEY })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await countOf(list)).toBe(1);
  });

  test("a failed creation leaves its key free, and a picture sent twice is stored once", async () => {
    const { post, countOf, storedFiles } = await start(open);
    const key = { "idempotency-key": KEY };
    expect((await post(apiUrl.articles(), { title: "" }, key)).statusCode).toBe(400);
    const pixels = sharp({ create: { width: 320, height: 200, channels: 3, background: "teal" } });
    const fields = { title: "With a picture", category: "Tech" };
    const form = await formRequest(fields, { image_url: await pixels.png().toBuffer() });
    const send = () => post(apiUrl.articles(), form.payload, { ...form.headers, ...key });
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.json().image_url)).size).toBe(1);
    expect(await countOf(apiUrl.articles())).toBe(1);
    expect(storedFiles()).toHaveLength(1);
  });
});

test("the same key of another account is a different key", async () => {
  const { app, database, post } = await start(openSqliteForTest);
  const other = await startEditor(app, database, { ...EDITOR, email: "other@news.example" });
  const body = { title: "Said by two", category: "Tech" };
  const mine = await post(apiUrl.articles(), body, { "idempotency-key": KEY });
  const theirs = await post(apiUrl.articles(), body, { "idempotency-key": KEY, ...other.headers });
  expect(theirs.json().id).not.toBe(mine.json().id);
});

test.each(["short", "x".repeat(101), "with spaces in it", "%00%00%00%00", "a,b,c,d,e,f"])(
  "the key %j is rejected, and nothing is created",
  async (key) => {
    const { post, countOf } = await start(openSqliteForTest);
    const answer = await post(apiUrl.articles(), { title: "T", category: "Tech" }, { "idempotency-key": key });
    expect([answer.statusCode, answer.json().code]).toEqual([400, "invalid_idempotency_key"]);
    expect(await countOf(apiUrl.articles())).toBe(0);
  },
);
