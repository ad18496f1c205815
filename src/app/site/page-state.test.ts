import { onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, NetworkError, type ReadApi } from "#shared/api-client.ts";
import { dehydrateQueries, hydrateQueries, type PageState } from "./page-state.ts";
import { createQueryClient } from "./query-client.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

const LIST = ["/api/articles/latest/", "body"] as const;
const PRICES = ["/api/market/ticker/", "body"] as const;

/** The cache of a server after these calls, as the browser finds it in the page. */
async function pageAfter(answers: Record<string, () => unknown>): Promise<PageState["queries"]> {
  const read: ReadApi = async (url) => answers[url]?.();
  const server = createQueryClient(read, "server");
  for (const url of Object.keys(answers)) await server.prefetchQuery({ queryKey: [url, "body"] });
  return JSON.parse(JSON.stringify(dehydrateQueries(server)));
}
const fail = (error: Error) => () => {
  throw error;
};
async function browserWith(answers: Record<string, () => unknown>, read: ReadApi = async () => "fetched") {
  const client = createQueryClient(read, "browser");
  hydrateQueries(client, await pageAfter(answers));
  return client;
}
/** What a component sees when it first reads a call, and whether it fetched it. */
function firstUse(client: QueryClient, queryKey: readonly unknown[]) {
  const observer = new QueryObserver(client, { queryKey: [...queryKey] });
  const end = observer.subscribe(() => {});
  const { data, error, isFetching } = observer.getCurrentResult();
  end();
  return { data, error, isFetching };
}

describe("data that came with the page", () => {
  test("is there for the first paint, and not fetched again", async () => {
    const client = await browserWith({ [LIST[0]]: () => [1, 2] });
    expect(firstUse(client, LIST)).toEqual({ data: [1, 2], error: null, isFetching: false });
  });

  test("is dated by its arrival, whatever the server's clock said", async () => {
    const queries = await pageAfter({ [LIST[0]]: () => [1] });
    vi.setSystemTime(NOW + 60 * 60_000);
    const client = createQueryClient(async () => "fetched", "browser");
    hydrateQueries(client, queries);
    expect(firstUse(client, LIST).isFetching).toBe(false);
    vi.advanceTimersByTime(30_000);
    expect(firstUse(client, LIST).isFetching).toBe(true);
  });

  test("shows prices, which are as old as the cached page, and fetches them at once", async () => {
    const client = await browserWith({ [PRICES[0]]: () => ["BTC"] });
    expect(firstUse(client, PRICES)).toEqual({ data: ["BTC"], error: null, isFetching: true });
  });

  test("contains nothing that had not arrived yet", async () => {
    const server = new QueryClient();
    void server.prefetchQuery({ queryKey: LIST, queryFn: () => new Promise(() => {}) });
    expect(dehydrateQueries(server)).toEqual([]);
  });
});

describe("an error that came with the page", () => {
  test("is an error in the browser too, with its status and its message, and is not requested again", async () => {
    const read = vi.fn<ReadApi>();
    const client = await browserWith({ [LIST[0]]: fail(new ApiError(404, { detail: "No such list." })) }, read);
    const { error, isFetching } = firstUse(client, LIST);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, detail: "No such list." });
    expect([isFetching, read.mock.calls.length]).toEqual([false, 0]);
  });

  test("has no message afterwards if it had none", async () => {
    const client = await browserWith({ [LIST[0]]: fail(new ApiError(410, {})) });
    expect(firstUse(client, LIST).error).toMatchObject({ status: 410, detail: undefined });
  });

  test("reveals nothing if it is the server's own", async () => {
    const queries = await pageAfter({ [LIST[0]]: fail(new Error("password=secret")) });
    expect(JSON.stringify(queries)).not.toContain("secret");
    const client = createQueryClient(async () => "", "browser");
    hydrateQueries(client, queries);
    expect(firstUse(client, LIST).error).toMatchObject({ status: 500 });
  });
});

describe("a call that fails", () => {
  /** How often it was tried, and after how many milliseconds each time. */
  async function triesOf(error: Error, place: "browser" | "server") {
    const times: number[] = [];
    const start = Date.now();
    const client = createQueryClient(async () => {
      times.push(Date.now() - start);
      throw error;
    }, place);
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    const done = client.prefetchQuery({ queryKey: LIST });
    await vi.advanceTimersByTimeAsync(60_000);
    await done;
    const logged = said.mock.calls.flat();
    said.mockRestore();
    return { times, logged };
  }

  test("is retried three times, less and less often, and logged to the reader's console", async () => {
    expect(await triesOf(new NetworkError(), "browser")).toEqual({
      times: [0, 1_000, 3_000, 7_000],
      logged: ["/api/articles/latest/: Network Error"],
    });
    expect((await triesOf(new ApiError(503, {}), "browser")).times).toHaveLength(4);
  });

  test("is not repeated if the server rejected it", async () => {
    for (const status of [400, 404, 429])
      expect((await triesOf(new ApiError(status, {}), "browser")).times, String(status)).toEqual([0]);
  });

  test("is made even if the browser believes to be offline: it may be wrong, and waiting shows nothing", async () => {
    onlineManager.setOnline(false);
    const { times } = await triesOf(new NetworkError(), "browser");
    onlineManager.setOnline(true);
    expect(times[0]).toBe(0);
  });

  test("while a page is rendered delays nobody", async () => {
    expect(await triesOf(new NetworkError(), "server")).toEqual({ times: [0], logged: [] });
  });
});
