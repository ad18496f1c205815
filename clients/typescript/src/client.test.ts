import { describe, expect, test, vi } from "vitest";
import { type ClientOptions, createClient, isErrorOf, JaridaError } from "./client.ts";

const ADDRESS = "https://news.example";
const json =
  (body: object | null, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const failure = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ code, detail: "A sentence." }, status, headers);
const disconnected = () => {
  throw new TypeError("fetch failed");
};

/** A client whose requests get these responses in turn, the last one again and again, without waiting for repetitions. */
function clientWith(responses: (() => Response)[], options: ClientOptions = {}) {
  const sent: { method: string; url: string; headers: Headers; body: unknown }[] = [];
  const fetch = async (url: unknown, { method = "", headers, body }: RequestInit = {}) => {
    sent.push({ method, url: String(url), headers: new Headers(headers), body });
    return (responses[sent.length - 1] ?? responses.at(-1) ?? disconnected)();
  };
  return { jarida: createClient(ADDRESS, { fetch, ...options }), sent };
}

async function errorOf(request: Promise<unknown>): Promise<JaridaError> {
  const error = await request.catch((reason: unknown) => reason);
  if (!(error instanceof JaridaError)) throw new Error("There was no error of the API.", { cause: error });
  return error;
}

const NOW = { "retry-after": "0" };
const BODY = { title: "A title", category: "Tech" };

describe("a request", () => {
  test("has its path, parameters, key and version", async () => {
    const { jarida, sent } = clientWith([json({})], { key: async () => "jarida_key" });
    await jarida.get("/articles/{id}/revisions", {
      path: { id: 12 },
      query: { limit: 5, named: "true" },
      fields: ["n", "author"],
    });
    await jarida.put("/articles/{id}", { path: { id: 12 }, body: { title: "New" }, ifMatch: '"7-abc"' });
    expect(sent[0]?.url).toBe(`${ADDRESS}/api/articles/12/revisions?limit=5&named=true&fields=n%2Cauthor`);
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer jarida_key");
    expect(sent[1]).toMatchObject({ method: "PUT", url: `${ADDRESS}/api/articles/12`, body: '{"title":"New"}' });
    expect(sent[1]?.headers.get("if-match")).toBe('"7-abc"');
  });

  test("stays below the path that it names", async () => {
    const { jarida, sent } = clientWith([json({})]);
    await jarida.get("/topics/{slug}", { path: { slug: "a/b?c#d" } });
    expect(sent[0]?.url).toBe(`${ADDRESS}/api/topics/a%2Fb%3Fc%23d`);
    for (const slug of ["", ".", ".."])
      await expect(jarida.get("/topics/{slug}", { path: { slug } })).rejects.toThrow(
        "path.slug is missing or invalid.",
      );
    expect(sent).toHaveLength(1);
  });

  test("of a creation or a save has a key for repetitions, which is new for each", async () => {
    const { jarida, sent } = clientWith([json({})]);
    await jarida.post("/articles", { body: BODY });
    await jarida.post("/articles", { body: BODY });
    await jarida.post("/articles", { body: BODY, idempotencyKey: "own-key-1" });
    await jarida.post("/webhooks", { body: { url: "https://receiver.example/", events: [] } });
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{8,100}$/), expect.any(String), "own-key-1", null]);
    expect(keys[0]).not.toBe(keys[1]);
  });
});

test("an upload has the name of its file, or the given one", async () => {
  const { jarida, sent } = clientWith([json({ url: "/media/1.png" }, 201)]);
  await jarida.upload(new File(["a"], "own.png", { type: "image/png" }));
  await jarida.upload(new File(["a"], "own.png"), { name: "given.png" });
  await jarida.upload(new Uint8Array([1, 2]));
  const files = sent.map(({ body }) => (body instanceof FormData ? body.get("file") : null));
  const facts = files.map((file) => (file instanceof File ? [file.name, file.size] : []));
  expect(facts).toEqual([
    ["own.png", 1],
    ["given.png", 1],
    ["picture", 2],
  ]);
});

describe("a response", () => {
  test("has its data, version and number of rows", async () => {
    const { jarida } = clientWith([
      json([{ id: 1 }], 200, { etag: '"1"', "x-total-count": "31" }),
      () => new Response(null, { status: 204 }),
    ]);
    expect(await jarida.get("/articles")).toMatchObject({ data: [{ id: 1 }], status: 200, etag: '"1"', total: 31 });
    const removed = await jarida.delete("/articles/{id}", { path: { id: 1 } });
    expect(removed).toMatchObject({ data: undefined, status: 204, etag: undefined, total: undefined });
  });

  test("that is an error rejects with its code, sentences, scope, delay and request", async () => {
    const body = {
      code: "missing_scope",
      detail: "The key lacks a scope.",
      scope: "article.write",
      errors: { a: "b" },
    };
    const { jarida } = clientWith([json(body, 403, { "x-request-id": "r-1", "retry-after": "7" })]);
    const error = await errorOf(jarida.get("/articles"));
    expect(error).toMatchObject({
      ...body,
      operation: "GET /articles",
      status: 403,
      message: body.detail,
      requestId: "r-1",
      retryAfter: 7,
      body,
    });
    expect(isErrorOf(error, "GET /articles")).toBe(true);
    expect(isErrorOf(error, "GET /articles/{id}")).toBe(false);
    expect(isErrorOf(new Error("another"), "GET /articles")).toBe(false);
  });

  test("that is not from the API is unexpected, whatever its status", async () => {
    const page = (status: number) => () => new Response("<h1>Hello</h1>", { status });
    const cut = () => new Response('{"id": 1', { headers: { "content-type": "application/json" } });
    for (const response of [page(502), page(200), cut, json(null, 500), json({ code: 1 }, 500)]) {
      const { jarida } = clientWith([response]);
      expect(await errorOf(jarida.get("/articles"))).toMatchObject({ code: "unexpected_response", errors: {} });
    }
  });
});

describe("a failed request", () => {
  test("is sent again after 429, 503 and a lost connection, with the same key", async () => {
    const { jarida, sent } = clientWith([
      failure(429, "too_many_requests", NOW),
      failure(503, "stopping", NOW),
      json({}),
    ]);
    await jarida.post("/articles", { body: BODY });
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    expect(sent).toHaveLength(3);
    vi.useFakeTimers();
    const lost = clientWith([disconnected, failure(409, "idempotency_key_in_progress"), json({})]);
    const saved = lost.jarida.put("/articles/{id}", { path: { id: 1 }, body: {} });
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect((await saved).status).toBe(200);
    expect(lost.sent).toHaveLength(3);
  });

  test("is sent no more often than permitted", async () => {
    const { jarida, sent } = clientWith([failure(503, "maintenance", NOW)]);
    expect(await errorOf(jarida.get("/articles"))).toMatchObject({ code: "maintenance" });
    expect(sent).toHaveLength(3);
    const none = clientWith([failure(503, "maintenance", NOW)], { retries: 0 });
    await errorOf(none.jarida.get("/articles"));
    expect(none.sent).toHaveLength(1);
  });

  test("is not repeated if that could do something twice, or could not help", async () => {
    const contact = { firstName: "A", lastName: "B", email: "a@reader.example", subject: "C", message: "D" };
    for (const response of [failure(503, "stopping", NOW), failure(429, "too_many_requests", NOW), disconnected]) {
      const { jarida, sent } = clientWith([response]);
      await expect(jarida.post("/contact", { body: contact })).rejects.toThrow();
      await expect(jarida.patch("/media/{id}", { path: { id: 1 }, body: {} })).rejects.toThrow();
      await expect(jarida.upload(new Uint8Array(1))).rejects.toThrow();
      expect(sent).toHaveLength(3);
    }
    for (const status of [400, 404, 409, 500, 507]) {
      const { jarida, sent } = clientWith([failure(status, "internal_error", NOW)]);
      await errorOf(jarida.get("/articles"));
      expect(sent).toHaveLength(1);
    }
  });

  test("fails immediately if Retry-After is too long, in seconds or as a date", async () => {
    for (const after of ["61", new Date(Date.now() + 70_000).toUTCString()]) {
      const { jarida, sent } = clientWith([failure(429, "too_many_requests", { "retry-after": after })]);
      const error = await errorOf(jarida.get("/articles"));
      expect(error.retryAfter).toBeGreaterThan(60);
      expect(sent).toHaveLength(1);
    }
  });

  test("waits no longer than until it is aborted", async () => {
    const { jarida, sent } = clientWith([failure(429, "too_many_requests", { "retry-after": "30" })]);
    const signal = AbortSignal.timeout(20);
    await expect(jarida.get("/articles", { signal })).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(jarida.get("/articles", { signal })).rejects.toMatchObject({ name: "TimeoutError" });
    expect(sent.length).toBeLessThanOrEqual(2);
  });

  test("is cut at its time limit, also while its body arrives", async () => {
    const slow = (_url: unknown, { signal }: RequestInit = {}) => {
      const body = new ReadableStream({
        start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
      });
      return Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }));
    };
    const { jarida } = clientWith([], { fetch: slow, timeout: 20 });
    await expect(jarida.get("/articles")).rejects.toMatchObject({ name: "TimeoutError" });
    const opened = await jarida.open("GET", "/articles", {});
    await new Promise((resolve) => setTimeout(resolve, 60));
    await opened.body?.cancel();
    expect(opened.status).toBe(200);
  });
});

describe("a list", () => {
  test("goes from page to page until there is no next one, also past an empty one", async () => {
    const page = (results: object[], next_cursor: string | null) => json({ results, next_cursor });
    const pages = [page([{ id: 1 }, { id: 2 }], "a"), page([], "b"), page([{ id: 3 }], null)];
    const { jarida, sent } = clientWith(pages);
    const ids: number[] = [];
    for await (const { id } of jarida.list("/articles", {
      query: { updated_since: "2026-01-31T08:00:00Z" },
      fields: ["id"],
    }))
      ids.push(id);
    expect(ids).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => new URL(url).searchParams.get("cursor"))).toEqual(["", "a", "b"]);
    expect(sent.every(({ url }) => url.includes("fields=id"))).toBe(true);
  });

  test("of changes ends where there are none for now, and continues from its cursor", async () => {
    const change = { kind: "article", id: 1, event: "published", at: "2026-01-31T08:00:00Z", url: null };
    const pages = [json({ results: [change], next_cursor: "a" }), json({ results: [], next_cursor: "a" })];
    const { jarida, sent } = clientWith([...pages, ...pages]);
    const cursors: (string | null)[] = [];
    for await (const { next_cursor } of jarida.pages("/changes", { query: { since: "2026-01-31T08:00:00Z" } }))
      cursors.push(next_cursor);
    for await (const { id } of jarida.list("/changes", { cursor: "a" })) expect(id).toBe(1);
    expect(cursors).toEqual(["a", "a"]);
    expect(sent.map(({ url }) => new URL(url).searchParams.get("cursor"))).toEqual([null, "a", "a", "a"]);
  });

  test("asks for no page that is not read", async () => {
    const { jarida, sent } = clientWith([json({ results: [{ id: 1 }], next_cursor: "a" })]);
    for await (const _row of jarida.list("/articles/latest")) break;
    expect(sent).toHaveLength(1);
  });
});
