import { afterEach, describe, expect, test, vi } from "vitest";
import type { SavedView } from "#features/articles/list/schema.ts";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup, noteCalls } from "#test/support/admin-markup.tsx";
import { answered } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { stubStorage } from "#test/support/browser.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { listCounts, savedViews } from "./calls.ts";
import { filterOf, ListViews, moveToServer } from "./list-views.tsx";

const COUNTS = { all: 1_000, mine: 1, ready: 2, waiting: 0, scheduled: 4, asked: 0 };
const views = (search: string, saved: SavedView[] = []) =>
  adminMarkup(<ListViews filter={filterOf(new URLSearchParams(search))} />, {
    address: `/admin?${search}`,
    answers: [answered(listCounts(), COUNTS), answered(savedViews(), saved)],
  });
const current = (html: string) =>
  [...html.matchAll(/<a [^>]*aria-current="page"[^>]*>(.*?)<\/a>/g)].map(([, inside = ""]) => wordsOf(inside));
const addressOf = (html: string, label: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)]
    .find(([, , inside = ""]) => wordsOf(inside).startsWith(label))?.[1]
    ?.replaceAll("&amp;", "&");
afterEach(() => vi.unstubAllGlobals());

describe("the tabs of the list", () => {
  test.each([
    ["mine=true&status=draft", "Mine"],
    ["status=ready&category=ai", "Ready"],
    ["waiting=true", "Waiting changes"],
    ["asked=true", "Requested from me"],
    ["status=published", "All"],
  ])("%s is in the tab %s", (search, label) => {
    expect(current(views(search))).toEqual([expect.stringMatching(new RegExp(`^${label}`))]);
  });

  test("lead to addresses that keep the other filters and the order", () => {
    const html = views("mine=true&status=draft&category=ai&sort=title&page=3");
    expect(addressOf(html, "Scheduled")).toBe("/admin?status=scheduled&category=ai&sort=title");
    expect(addressOf(html, "All")).toBe("/admin?category=ai&sort=title");
  });
});

test("a saved view is a tab too, and is removed where it is open", () => {
  const saved = [
    { id: 1, name: "AI <b>", filters: "category=ai&status=ready", is_shared: false, owner: null },
    { id: 2, name: "Old", filters: "order=asc&sort=updated", is_shared: true, owner: "Grace" },
  ];
  const html = views("status=ready&category=ai", saved);
  expect(current(html)).toEqual(["AI <b>"]);
  expect(html).toContain('aria-label="Remove the view AI &lt;b&gt;"');
  expect(html).not.toContain("Remove the view Old");
  expect(html).not.toContain("Save this view");
  expect(wordsOf(html)).toContain("Shared by Grace");
  expect(addressOf(html, "Old")).toBe("/admin?sort=updated&order=asc");
});

describe("filters that this browser has kept", () => {
  const kept = [
    { name: "Drafts", query: "tab=x&status=draft" },
    { name: "Taken", query: "mine=true" },
  ];
  const start = (error?: Error) => {
    const storage = stubStorage();
    storage.setItem("article_filters", JSON.stringify(kept));
    const { api, calls } = noteCalls(() => {
      if (error) throw error;
      return {};
    });
    const move = () => moveToServer(api, [{ name: "Taken" }]);
    return { storage, calls, move };
  };

  test("move to the server once, except under a name that is taken", async () => {
    const { storage, calls, move } = start();
    expect(await move()).toBe(true);
    expect(calls.map(({ body }) => body)).toEqual([{ name: "Drafts", filters: "status=draft", is_shared: false }]);
    expect(storage.getItem("article_filters")).toBeNull();
    expect(await move()).toBe(false);
  });

  test("stay where there is no connection, and go where the server rejects them", async () => {
    const away = start(new NetworkError());
    expect([await away.move(), away.storage.getItem("article_filters")]).toEqual([false, JSON.stringify(kept)]);
    const rejected = start(apiError("invalid_input"));
    expect([await rejected.move(), rejected.storage.getItem("article_filters")]).toEqual([true, null]);
  });
});
