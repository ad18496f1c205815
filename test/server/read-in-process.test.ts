import fc from "fast-check";
import { expect, test } from "vitest";
import { readInProcess } from "#app/read-in-process.ts";
import { partsOfName, successOf } from "#platform/endpoints.ts";
import { ApiError, pagedResponse } from "#shared/api-client.ts";
import { isOpen } from "#shared/endpoint.ts";
import { urlOf } from "#shared/endpoint-client.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { publish } from "#test/support/articles.ts";
import { openSqliteForTest } from "#test/support/engines.ts";
import { SEED } from "#test/support/seed.ts";
import { startTestApp } from "#test/support/test-app.ts";

const asSent = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

/** A publication, and how a response is read: over HTTP, and in process. */
async function start() {
  const { app, store } = await startTestApp(await openSqliteForTest());
  for (const category of ["AI", "Café & Bar"]) await publish(store, { category, tags: ["one"], is_featured: true });
  const read = readInProcess(app);
  const refusal = (status: number, body: object) => ({ status, error: new ApiError(status, body) });
  return {
    app,
    byHttp: async (url: string) => {
      const { statusCode, headers, ...response } = await app.inject(url);
      const body = response.json();
      return statusCode < 400 ? asSent(pagedResponse(body, (name) => headers[name])) : refusal(statusCode, body);
    },
    inProcess: async (url: string) =>
      read(url, "paged", { viewer: ANYBODY, log: app.log }).then(
        (answer) => asSent(answer),
        (error: ApiError) => ({ status: error.status, error }),
      ),
  };
}

/** The endpoints that readers' pages may read, with the names of their parameters. */
const readable = ({ endpoints }: Awaited<ReturnType<typeof start>>["app"]) =>
  [...endpoints].flatMap(([name, { endpoint }]) =>
    partsOfName(name).method === "GET" && isOpen(endpoint) && successOf(endpoint) !== undefined
      ? [{ name, params: Object.keys(endpoint.params?.shape ?? {}), query: Object.keys(endpoint.query?.shape ?? {}) }]
      : [],
  );

const VALUES = ["1", "2", "3", "999", "0", "-1", "ai", "AI", "café & bar", "cafe-bar", "100", "101", "", " ", "\u0000"];
/** Whether a segment of a path can be the text: an empty one and dots never arrive as they are. */
const isSegment = (text: string) => !["", ".", ".."].includes(text);
const value = fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: "grapheme", maxLength: 20 }));

test("an in-process read responds and fails as one over HTTP does", async () => {
  const { app, byHttp, inProcess } = await start();
  const endpoints = readable(app);
  expect(endpoints.map(({ name }) => name)).toContain("GET /articles/search");
  const url = fc.constantFrom(...endpoints).chain(({ name, params, query }) =>
    fc
      .record({
        params: fc.record(Object.fromEntries(params.map((param) => [param, value.filter(isSegment)]))),
        query: fc.record(Object.fromEntries(query.map((key) => [key, value])), { requiredKeys: [] }),
      })
      .filter((given) => JSON.stringify(given).isWellFormed())
      .map((given) => urlOf(name, given)),
  );
  await fc.assert(
    fc.asyncProperty(url, async (address) => {
      expect(await inProcess(address), address).toEqual(await byHttp(address));
    }),
    { numRuns: 300, seed: SEED },
  );
});

test("a path that no page may read is an internal error, not a response", async () => {
  const { inProcess } = await start();
  for (const url of ["/api/contact/", "/api/articles/1/nothing/", "/api/nothing/"])
    expect(await inProcess(url), url).toMatchObject({ status: 500 });
});
