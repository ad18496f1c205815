import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { cacheOf } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import type { HomeEntry, HomeOrder } from "../endpoints.ts";
import { arrangedIn, ORDER_KEY, readOrder, type SeenOrder, saveOrder, setMember, useOrder } from "./use-order.ts";

const END = "2026-11-24T06:00:00.000Z";
const entry = (id: number, place: HomeEntry["place"], ends_at: string | null = null): HomeEntry => ({
  id,
  title: `Story ${id}`,
  category: "Tech",
  image_url: "",
  status: "published",
  published_date: null,
  place,
  ends_at,
});
const ORDER: HomeOrder = {
  lead: [entry(1, "arranged"), entry(2, "arranged", END), entry(3, "by_date"), entry(4, "ended", END)],
  picks: [entry(3, "arranged")],
  hides_repeats: false,
};

describe("the order as it is sent", () => {
  test("has what is arranged, with its ends: neither what follows by date nor what has ended", () => {
    expect(arrangedIn(ORDER)).toEqual({
      lead: [
        { id: 1, ends_at: null },
        { id: 2, ends_at: END },
      ],
      picks: [{ id: 3, ends_at: null }],
    });
  });

  test("names the version that was seen, and none where none is known", async () => {
    const { api, calls } = noteCalls(() => ({ body: ORDER, etag: '"2"' }));
    const seen = await readOrder(api);
    expect(seen).toEqual({ order: ORDER, etag: '"2"' });
    await saveOrder(api, arrangedIn(ORDER), seen.etag);
    await saveOrder(api, arrangedIn(ORDER), null);
    expect(calls.map(({ method, ifMatch }) => [method, ifMatch])).toEqual([
      ["GET", undefined],
      ["PUT", '"2"'],
      ["PUT", undefined],
    ]);
  });
});

describe("a member of a list", () => {
  test.each([
    ["lead", "is_featured"],
    ["picks", "is_editors_pick"],
  ] as const)("of the %s has the switch %s", async (list, flag) => {
    const { api, calls } = noteCalls(() => ({ body: { failed: [] } }));
    await setMember(api, list, 7, false);
    expect(calls).toMatchObject([{ url: "/api/articles/bulk/", body: { ids: [7], change: { [flag]: false } } }]);
  });

  test("that is gone is a failure, though the call itself succeeds", async () => {
    const { api } = noteCalls(() => ({ body: { failed: [{ id: 7, detail: "There is no such article." }] } }));
    await expect(setMember(api, "lead", 7, true)).rejects.toMatchObject({
      status: 404,
      detail: "There is no such article.",
    });
  });
});

describe("arranging", () => {
  /** A server that counts the versions of the order, unless a call to it is lost or refused. */
  function start(fate: (url: string) => void = () => {}) {
    let version = 1;
    const { api, calls } = noteCalls(({ method, url }) => {
      fate(url);
      if (method === "PUT") version += 1;
      return { body: url.includes("bulk") ? { failed: [] } : ORDER, etag: `"${version}"` };
    });
    const seen: SeenOrder = { order: ORDER, etag: '"1"' };
    const client = cacheOf();
    const key = [...ORDER_KEY, "with version"];
    client.setQueryData(key, seen);
    const order = hookResult(useOrder, { api, client });
    return {
      ...order,
      calls,
      leads: () => calls.map(({ body }) => (body as { lead: { id: number }[] }).lead?.map(({ id }) => id)),
      seen: () => client.getQueryData<SeenOrder>(key),
      isStale: () => client.getQueryState(key)?.isInvalidated,
    };
  }

  test("twice in a row stores both, the second from the version that the first one made", async () => {
    const { arrange, calls, leads, seen } = start();
    const [one, two] = [entry(1, "arranged"), entry(2, "arranged")];
    await Promise.all([arrange("lead", [two, one], "One"), arrange("lead", [one, two], "Two")]);
    expect(leads()).toEqual([
      [2, 1],
      [1, 2],
    ]);
    expect(calls.map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
    expect(seen()?.etag).toBe('"3"');
  });

  test("one list keeps the other, with its ends", async () => {
    const { arrange, calls } = start();
    await arrange("picks", [], "None");
    expect(calls[0]?.body).toEqual({ ...arrangedIn(ORDER), picks: [] });
  });

  test.each([
    ["was refused", () => apiError("stale_version", "Somebody else has changed it.")],
    ["found no server", () => new NetworkError()],
  ])("that %s fetches the stored order again, and drops what was made on top of it", async (_what, error) => {
    const { arrange, calls, isStale, seen } = start(() => {
      throw error();
    });
    await Promise.all([arrange("lead", [], "One"), arrange("picks", [], "Two")]);
    expect([calls.length, isStale(), seen()?.etag]).toEqual([1, true, '"1"']);
  });

  test("adds an article in the first place, also one that stands further down", async () => {
    const { add, leads } = start();
    await add("lead", 9);
    await add("lead", 2);
    expect(leads()).toEqual([
      [9, 1, 2],
      [2, 1],
    ]);
  });

  test("removes an article by its switch alone, and reads what that leaves", async () => {
    const { remove, calls, isStale } = start();
    await remove("lead", entry(2, "arranged"));
    expect(calls.map(({ url }) => url)).toEqual(["/api/articles/bulk/"]);
    expect(isStale()).toBe(true);
  });

  test("sends nothing before the order is known", async () => {
    const { api, calls } = noteCalls();
    const { order, arrange, add, remove } = hookResult(useOrder, { api });
    await arrange("lead", [], "None");
    await add("lead", 1);
    await remove("lead", entry(1, "arranged"));
    expect([order, calls]).toEqual([null, []]);
  });
});
