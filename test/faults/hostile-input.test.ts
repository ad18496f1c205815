import type { FastifyInstance, InjectOptions } from "fastify";
import { expect, test } from "vitest";
import { insertIssue } from "#features/newsletter/issues/commands.ts";
import { operator } from "#shared/actor.ts";
import { publish } from "#test/support/articles.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { IS_THOROUGH } from "#test/support/thorough.ts";

/** The short form sends each fifth request, which covers every endpoint. */
const STEP = IS_THOROUGH ? 1 : 5;

type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
};
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } };
type Call = Pick<InjectOptions, "method" | "url" | "payload" | "headers">;

/** Numbers beyond each kind of column, and text that no database stores or that only JSON can carry. */
const HOSTILE_VALUES: unknown[] = [
  "a\u0000b",
  "\ud800",
  2_147_483_648,
  3_000_000_000,
  Number.MAX_SAFE_INTEGER,
  1e308,
  -1,
  [3_000_000_000],
  ["a\u0000b"],
  null,
  { $ne: 1 },
];
/** The same in addresses, encoded; the fourth is a lone surrogate, which is not UTF-8. */
const HOSTILE_TEXTS = ["a%00b", "%00", "3000000000", "%ED%A0%80", "99999999999999999999", "-1", "1e9", "%F0%9F%92%A9"];

/** A value that matches a schema well enough for a call to validate its other fields too. */
function sampleOf(schema: Schema, document: Document): unknown {
  if (schema.$ref) return sampleOf(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, document);
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return sampleOf(choice, document);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, sampleOf(field, document)]),
      );
    case "array":
      return [sampleOf(schema.items ?? {}, document)];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    default:
      return "text@news.example";
  }
}

/** All calls to one operation of the document with one hostile value in one place each. */
function* callsOf(document: Document, path: string, method: string, operation: Operation): Generator<Call> {
  const verb = method.toUpperCase() as "GET";
  const withParams = (value: string) => path.replace(/\{\w+\}/g, value);
  // The stream of a document that exists would not end.
  const known = withParams(path.includes("/presence") ? "999999" : "1");
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const sample = schema && sampleOf(schema, document);
  const payload = sample === undefined ? {} : { payload: sample as object };
  if (path.includes("{")) for (const text of HOSTILE_TEXTS) yield { method: verb, url: withParams(text), ...payload };
  const queries = (operation.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name);
  for (const name of [...queries, "unknown"])
    for (const text of HOSTILE_TEXTS) yield { method: verb, url: `${known}?${name}=${text}`, ...payload };
  if (sample === undefined) return;
  for (const value of HOSTILE_VALUES) {
    const headers = { "content-type": "application/json" };
    yield { method: verb, url: known, headers, payload: JSON.stringify(value) };
    for (const name of Object.keys(Object(sample)))
      yield { method: verb, url: known, payload: { ...Object(sample), [name]: value } };
  }
}

const OTHER_ADDRESSES = [
  "/category/{slug}/rss.xml",
  "/category/{slug}/feed.json",
  "/sitemaps/{file}",
  "/go/{id}",
  "/r/{slug}",
]
  .concat([
    "/media/{key}/{file}",
    "/category/{slug}",
    "/article/{id}",
    "/search?query={text}",
    "/category/ai?page={text}",
  ])
  .concat(["/newsletter/confirm?token={text}", "/unsubscribe?token={text}"]);

describeOnEngines("hostile input", (open) => {
  async function start() {
    const database = await open();
    const parts = await startTestApp(database);
    const { headers } = await startEditor(parts.app, database);
    await publish(parts.store, { category: "AI" });
    const issue = { subject: "An issue", preview: "", introduction: "", body: "" as const, article_ids: [] };
    await database.db.transaction().execute((trx) => insertIssue(trx, parts.clock, operator, issue));
    return { ...parts, headers };
  }

  async function failuresOf(app: FastifyInstance, calls: Iterable<Call>, headers: Record<string, string>) {
    const failures: string[] = [];
    for (const call of calls) {
      const answer = await app.inject({ ...call, headers: { ...headers, ...call.headers } });
      const isJson = String(answer.headers["content-type"]).includes("application/json");
      const isSpoken =
        answer.statusCode < 400 || !call.url?.toString().startsWith("/api") || (isJson && answer.json().detail);
      if (answer.statusCode >= 500 || !isSpoken)
        failures.push(`${answer.statusCode} ${call.method} ${call.url} ${JSON.stringify(call.payload)?.slice(0, 300)}`);
    }
    return failures;
  }

  test("any value in any place of any call is at most a client error", async () => {
    const { app, headers } = await start();
    const document = (await app.inject("/api/openapi.json")).json<Document>();
    let count = 0;
    for (const [path, methods] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(methods)) {
        // Each guess takes as long as a real one; another suite sends hostile input there.
        if (path.startsWith("/api/token") && path.length < 12) continue;
        const calls = [...callsOf(document, path, method, operation)].filter(() => {
          count += 1;
          return count % STEP === 0;
        });
        expect(await failuresOf(app, calls, headers)).toEqual([]);
      }
    expect(count).toBeGreaterThan(1_000);
  });

  test("so is any value in the address of a page, a feed or a picture, or in a header", async () => {
    const { app } = await start();
    const calls = OTHER_ADDRESSES.flatMap((address) =>
      HOSTILE_TEXTS.map((text): Call => ({ method: "GET", url: address.replace(/\{\w+\}/g, text) })),
    );
    expect(await failuresOf(app, calls, {})).toEqual([]);
    const odd = '"3000000000-\u00ff", W/"99999999999999999999"';
    const named = ["if-match", "if-none-match", "accept", "user-agent", "x-forwarded-for", "purpose"];
    expect(
      await failuresOf(
        app,
        named.flatMap((name) => [
          { method: "GET", url: "/api/articles/1/", headers: { [name]: odd } },
          { method: "POST", url: "/api/articles/1/view/", headers: { [name]: odd } },
          { method: "GET", url: "/go/1", headers: { [name]: odd } },
        ]),
        {},
      ),
    ).toEqual([]);
  });
});
