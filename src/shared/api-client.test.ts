import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError, postApi, readApi, statusOf } from "./api-client.ts";

const sent: [url: string, init: RequestInit][] = [];
function answer(reply: () => Response | Promise<Response>): void {
  sent.length = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    return reply();
  });
}
const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);
afterEach(() => vi.unstubAllGlobals());

describe("reading", () => {
  test("returns the body, or a list with its full count", async () => {
    answer(() => Response.json([1, 2], { headers: { "x-total-count": "120" } }));
    expect(await readApi("/api/x/", "body")).toEqual([1, 2]);
    expect(await readApi("/api/x/", "paged")).toEqual({ items: [1, 2], total: 120 });
  });

  test("names a list's own address, if it was requested by another", async () => {
    const headers = { "x-total-count": "0", "content-location": "/api/categories/defi/" };
    answer(() => Response.json([], { headers }));
    expect(await readApi("/api/x/", "paged")).toMatchObject({ location: "/api/categories/defi/" });
  });

  test("is a lost connection if nothing arrives, or half of it", async () => {
    answer(() => Promise.reject(new TypeError("Failed to fetch")));
    expect(await failureOf(readApi("/api/x/", "body"))).toBeInstanceOf(NetworkError);
    answer(() => new Response('{"half":'));
    expect(await failureOf(readApi("/api/x/", "body"))).toMatchObject({
      name: "NetworkError",
      message: "Network Error",
    });
  });

  test("that a page has cancelled is not a lost connection", async () => {
    const abort = new AbortController();
    abort.abort();
    answer(() => Promise.reject(abort.signal.reason));
    expect(await failureOf(readApi("/api/x/", "body", abort.signal))).toBe(abort.signal.reason);
    expect(sent[0]?.[1].signal).toBe(abort.signal);
  });
});

describe("an error response", () => {
  const failWith = async (response: Response) => {
    answer(() => response);
    return (await failureOf(readApi("/api/x/", "body"))) as ApiError;
  };

  test("keeps the server's message and its messages by field", async () => {
    const errors = { title: "Add a title." };
    const failure = await failWith(Response.json({ detail: "Please look again.", errors }, { status: 400 }));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 400, detail: "Please look again.", errors, message: "Please look again." });
  });

  test("of the newsletter has its message in another field", async () => {
    expect(await failWith(Response.json({ error: "Unknown token." }, { status: 400 }))).toMatchObject({
      detail: "Unknown token.",
    });
  });

  test("of a proxy has no message to show, and no fields", async () => {
    const failure = await failWith(new Response("<h1>Bad Gateway</h1>", { status: 502 }));
    expect(failure).toMatchObject({
      status: 502,
      detail: undefined,
      errors: {},
      message: "The server responded with 502.",
    });
  });
});

test.each([
  ["a missing page is missing for search engines too", new ApiError(404, {}), 404],
  ["too many requests are no reason to drop a page", new ApiError(429, {}), 429],
  ["a fault of the server may pass", new ApiError(500, {}), 503],
  ["so may a lost connection", new NetworkError(), 503],
  ["and whatever else went wrong", new Error("bug"), 503],
])("%s", (_reason, error, status) => {
  expect(statusOf(error)).toBe(status);
});

describe("posting", () => {
  test("sends JSON and returns the body of the response", async () => {
    answer(() => Response.json({ id: 3 }, { status: 201 }));
    expect(await postApi("/api/x/", { name: "Amina" })).toEqual({ id: 3 });
    expect(sent).toEqual([
      ["/api/x/", { method: "POST", headers: { "content-type": "application/json" }, body: '{"name":"Amina"}' }],
    ]);
  });

  test("expects no body if there is none", async () => {
    for (const [body, status] of [
      [null, 204],
      ["", 200],
      ["OK", 200],
    ] as const) {
      answer(() => new Response(body, { status }));
      expect(await postApi("/api/x/", {})).toBeUndefined();
    }
  });

  test("rejects another success than the one that is expected", async () => {
    answer(() => Response.json({}, { status: 202 }));
    await expect(postApi("/api/x/", {}, 200)).rejects.toMatchObject({ status: 202 });
  });
});
