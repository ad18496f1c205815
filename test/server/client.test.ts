import sharp from "sharp";
import { expect, expectTypeOf, test } from "vitest";
import {
  createClient,
  type ErrorCodeOf,
  isErrorOf,
  JaridaError,
  type Schemas,
} from "#clients/typescript/src/client.ts";
import { publish } from "#test/support/articles.ts";
import { startWithClient } from "#test/support/client.ts";

const WRITING = ["read", "article.write", "article.publish", "picture.upload"];
const BODY = { title: "From a program", category: "Tech" };

async function reasonOf(request: Promise<unknown>): Promise<unknown> {
  return request.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test("the client reads what everyone can read, with types of the rows and fields that it asks for", async () => {
  const { anyone, store } = await startWithClient();
  const id = await publish(store, { title: "First words" });
  const { data: article, etag } = await anyone.get("/articles/{id}", { path: { id } });
  expectTypeOf(article).toEqualTypeOf<Schemas["Article"]>();
  expect(article).toMatchObject({ id, title: "First words" });
  expect(etag).toMatch(/^"/);
  const { data: found } = await anyone.get("/articles/search", { query: { query: "words" }, fields: ["id", "title"] });
  expectTypeOf(found).toEqualTypeOf<{ id: number; title: string }[]>();
  expect(found).toEqual([{ id, title: "First words" }]);
  const { data, total } = await anyone.get("/articles", { query: { limit: 1 } });
  expect([data.length, total]).toEqual([1, 1]);
  // @ts-expect-error a list has its own methods for cursors
  await anyone.get("/articles", { query: { cursor: "" } });
  // @ts-expect-error no field has this name
  await expect(anyone.get("/articles", { fields: ["nothing"] })).rejects.toMatchObject({ code: "unknown_field" });
});

test("the client reads long lists by cursor, and follows changes from where it was", async () => {
  const { anyone, store, clock } = await startWithClient();
  const made: number[] = [];
  for (let n = 0; n < 12; n += 1) made.push(await publish(store, { title: `Article ${n}` }));
  const read: number[] = [];
  for await (const { id } of anyone.list("/articles/latest", { fields: ["id"] })) read.push(id);
  for await (const row of anyone.list("/articles/search", { query: { query: "article", limit: 5 }, fields: ["id"] })) {
    expectTypeOf(row).toEqualTypeOf<{ id: number }>();
    read.push(row.id);
  }
  expect(read.toSorted((a, b) => a - b)).toEqual([...made, ...made].toSorted((a, b) => a - b));
  let cursor: string | undefined;
  const follow = async () => {
    const ids: number[] = [];
    for await (const { results, next_cursor } of anyone.pages("/changes", { cursor, query: { limit: 5 } })) {
      expectTypeOf(results).toEqualTypeOf<Schemas["DocumentChange"][]>();
      ids.push(...results.map(({ id }) => id));
      cursor = next_cursor ?? undefined;
    }
    return ids;
  };
  expect(await follow()).toEqual(made);
  expect(await follow()).toEqual([]);
  clock.advance(1000);
  const later = await publish(store);
  expect(await follow()).toEqual([later]);
  // @ts-expect-error a change has always all its fields
  for await (const { id } of anyone.list("/changes", { fields: ["id"] })) expect(id).toBeGreaterThan(0);
});

test("the client creates an article once, also if the response was lost", async () => {
  const { makeClient, anyone } = await startWithClient();
  let lost = 0;
  const jarida = await makeClient(WRITING, {
    fetch: async (...request) => {
      const response = await fetch(...request);
      if (lost++ > 0) return response;
      throw new TypeError("fetch failed");
    },
  });
  const { data, headers } = await jarida.post("/articles", { body: { ...BODY, status: "published" } });
  expect(lost).toBe(2);
  expect(headers.get("idempotency-replayed")).toBe("true");
  const { data: all } = await anyone.get("/articles", { fields: ["id"] });
  expect(all).toEqual([{ id: data.id }]);
});

test("the client saves only the version that it read", async () => {
  const { makeClient } = await startWithClient();
  const jarida = await makeClient(WRITING);
  const created = await jarida.post("/articles", { body: BODY });
  const path = { id: created.data.id };
  const { etag } = await jarida.get("/articles/{id}", { path });
  const first = await jarida.put("/articles/{id}", { path, body: { title: "First" }, ifMatch: etag });
  expect(first.etag).not.toBe(etag);
  const error = await reasonOf(jarida.put("/articles/{id}", { path, body: { title: "Second" }, ifMatch: etag }));
  if (!isErrorOf(error, "PUT /articles/{id}")) throw error;
  expectTypeOf(error.code).toEqualTypeOf<ErrorCodeOf<"PUT /articles/{id}"> | "unexpected_response">();
  // @ts-expect-error no cursor belongs to this operation
  expect(error.code === "cursor_expired").toBe(false);
  expect(error.code).toBe("stale_version");
  await jarida.put("/articles/{id}", { path, body: { title: "Second" }, ifMatch: first.etag });
  const removed = await jarida.delete("/articles/{id}", { path });
  expectTypeOf(removed.data).toEqualTypeOf<undefined>();
  expect(removed.status).toBe(204);
});

test("the client rejects with the code, the fields and the scope of an error", async () => {
  const { makeClient, anyone, address } = await startWithClient();
  const reader = await makeClient(["read"]);
  const missing = await reasonOf(anyone.get("/articles/{id}", { path: { id: 4711 } }));
  expect(missing).toBeInstanceOf(JaridaError);
  expect(missing).toMatchObject({ status: 404, code: "article_not_found" });
  expect(await reasonOf(reader.post("/articles", { body: BODY }))).toMatchObject({
    status: 403,
    code: "missing_scope",
    scope: "article.write",
    requestId: expect.any(String),
  });
  const writer = await makeClient(WRITING);
  const invalid = await reasonOf(writer.post("/articles", { body: { ...BODY, title: "" } }));
  expect(invalid).toMatchObject({ status: 400, code: "invalid_input", errors: { title: expect.any(String) } });
  const unknown = createClient(address, { key: () => "jarida_unknown" });
  expect(await reasonOf(unknown.get("/articles"))).toMatchObject({ status: 401, code: "invalid_key" });
});

test("the client uploads a picture, and opens what is no JSON", async () => {
  const { makeClient, chief, address, app } = await startWithClient();
  const jarida = await makeClient(WRITING);
  const bytes = await sharp({ create: { width: 4, height: 3, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  for (const picture of [bytes, new Blob([new Uint8Array(bytes)], { type: "image/png" })]) {
    const { data, status } = await jarida.upload(picture, { name: "black.png" });
    expectTypeOf(data).toEqualTypeOf<Schemas["Upload"]>();
    expect(status).toBe(201);
    const { pathname } = new URL(data.url, address);
    expect((await app.inject(pathname)).statusCode).toBe(200);
  }
  expect(await reasonOf(jarida.upload(new Uint8Array([1, 2, 3])))).toMatchObject({ code: "picture_unreadable" });
  const asChief = createClient(address, { key: () => chief.headers.authorization.replace("Bearer ", "") });
  const csv = await asChief.open("GET", "/audit", { headers: { accept: "text/csv" } });
  expect(csv.headers.get("content-type")).toContain("text/csv");
  expect((await csv.text()).split("\n").length).toBeGreaterThan(2);
});
