import { describe, expect, test } from "vitest";
import { allCategories } from "#features/categories/rules.ts";
import type { Role } from "#shared/actor.ts";
import { NetworkError, type Paged } from "#shared/api-client.ts";
import { hookResult, noteCalls } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import type { BulkChange, ListedArticle } from "../schema.ts";
import { useArticleList } from "./articles-tab.tsx";
import { useChangeArticles, useSelection } from "./bulk-bar.tsx";
import { articleListPage } from "./calls.ts";
import { useMayChange, useRestoreArticle, useToggleFlag } from "./row-actions.tsx";

const LIST = articleListPage({}, 1);
const ARTICLE = exampleSummary({ id: 3, is_featured: false });

/** An editor's browser that has read the list, and a server that gives this answer. */
function desk(answer: () => unknown) {
  const { client, has } = clientOfAnswers();
  has(LIST, { items: [ARTICLE, exampleSummary({ id: 4 })], total: 2 });
  has(allCategories(), []);
  const { api, calls: sent } = noteCalls(() => ({ body: answer() }));
  return {
    where: { client, api },
    sent: () => sent.map(({ method, url, body }) => [`${method} ${url}`, body]),
    row: (id: number) =>
      client.getQueryData<Paged<ListedArticle>>(LIST.queryKey)?.items.find((article) => article.id === id),
    isStale: () =>
      [LIST, allCategories()].map(
        ({ queryKey }) => client.getQueryState(queryKey as readonly unknown[])?.isInvalidated,
      ),
  };
}
const fails = (error: Error) => () => {
  throw error;
};

describe("a switch in a row", () => {
  test("is shown at once, and stored as a change of this field alone", async () => {
    let shown: unknown;
    const { where, sent, row, isStale } = desk(() => {
      shown = row(3)?.is_featured;
      return { changed: [3], failed: [] };
    });
    await hookResult(useToggleFlag, where)(ARTICLE, "is_featured");
    expect([shown, row(3)?.is_featured]).toEqual([true, true]);
    expect(sent()).toEqual([["POST /api/articles/bulk/", { ids: [3], change: { is_featured: true } }]]);
    expect(isStale()).toEqual([true, true]);
  });

  test.each([
    ["the server refuses", fails(apiError("permission_required", "No."))],
    ["nobody answers", fails(new NetworkError())],
    ["the article is gone meanwhile", () => ({ changed: [], failed: [{ id: 3, detail: "It is gone." }] })],
  ])("is switched back where %s, and the list is read again", async (_what, answer) => {
    const { where, row, isStale } = desk(answer);
    await hookResult(useToggleFlag, where)(ARTICLE, "is_featured");
    expect(row(3)?.is_featured).toBe(false);
    expect(isStale()).toEqual([true, true]);
  });

  test("leaves the other rows alone", async () => {
    const { where, row } = desk(() => ({ changed: [3], failed: [] }));
    const other = row(4);
    await hookResult(useToggleFlag, where)(ARTICLE, "is_editors_pick");
    expect(row(4)).toEqual(other);
  });
});

describe("a change of many articles", () => {
  const change = async (answer: () => unknown, wanted: BulkChange = { is_breaking: true }) => {
    const told: unknown[] = [];
    const parts = desk(answer);
    const { change: send } = hookResult(() => useChangeArticles((...args) => void told.push(args)), parts.where);
    return { ...parts, told, changed: await send([ARTICLE, exampleSummary({ id: 4 })], wanted) };
  };

  test("is one call, and tells which of them were changed", async () => {
    const failed = [{ id: 4, detail: "It is gone." }];
    const { sent, told, changed, isStale } = await change(() => ({ changed: [3], failed }));
    expect(sent()).toEqual([["POST /api/articles/bulk/", { ids: [3, 4], change: { is_breaking: true } }]]);
    expect([changed, told]).toEqual([[3], [[[3], { is_breaking: true }]]]);
    expect(isStale()).toEqual([true, true]);
  });

  test("that fails changes nothing of what is selected, and does not count as made", async () => {
    const { told, changed } = await change(fails(new NetworkError()));
    expect([changed, told]).toEqual([[], []]);
  });

  test("waits for the one before it: two that follow quickly are both made, in their order", async () => {
    const { where, sent } = desk(() => ({ changed: [3], failed: [] }));
    const { change: send } = hookResult(() => useChangeArticles(() => {}), where);
    await Promise.all([send([ARTICLE], { status: "draft" }), send([ARTICLE], { status: "ready" })]);
    expect(sent().map(([, body]) => (body as { change: BulkChange }).change.status)).toEqual(["draft", "ready"]);
  });
});

describe("taking an article out of the trash", () => {
  test("says whether it worked", async () => {
    const { where, sent } = desk(() => ({}));
    expect(await hookResult(useRestoreArticle, where)(ARTICLE)).toBe(true);
    expect(sent()).toEqual([["POST /api/articles/3/restore/", undefined]]);
    const refused = desk(fails(apiError("not_in_trash", "It is not in the trash.")));
    expect(await hookResult(useRestoreArticle, refused.where)(ARTICLE)).toBe(false);
  });

  test("is done once, however often its button is pressed", async () => {
    const { where, sent } = desk(() => ({}));
    const restore = hookResult(useRestoreArticle, where);
    const other = exampleSummary({ id: 4 });
    expect(await Promise.all([restore(ARTICLE), restore(ARTICLE), restore(other)])).toEqual([true, false, true]);
    expect(sent()).toHaveLength(2);
  });
});

test("what is published is changed by whoever may publish, anything else by whoever may write", () => {
  const mayAs = (role: Role | null) => {
    const may = hookResult(useMayChange, { role });
    return (["published", "ready", "draft"] as const).filter((status) => may({ status }));
  };
  expect(mayAs("editor")).toEqual(["published", "ready", "draft"]);
  expect([mayAs("writer"), mayAs("contributor")]).toEqual([
    ["ready", "draft"],
    ["ready", "draft"],
  ]);
  // As long as nobody knows, the server alone says no.
  expect(mayAs(null)).toEqual(["published", "ready", "draft"]);
});

describe("the list of articles", () => {
  /** The address of the call that the list makes. */
  const askedFor = (role: Role, at: string) => {
    const { client } = clientOfAnswers();
    hookResult(useArticleList, { client, role, address: at });
    const [{ queryKey } = { queryKey: [] }] = client.getQueryCache().getAll();
    return new URL(String(queryKey[0]), "https://news.example").searchParams.toString();
  };

  test("is asked for as the address says, a page at a time", () => {
    expect(askedFor("editor", "/admin?status=draft&sort=title&page=3")).toBe(
      "status=draft&sort=title&limit=50&offset=100",
    );
  });

  test("is that of one's own articles for who does not see those of others, whatever the address says", () => {
    for (const role of ["writer", "contributor"] as const)
      expect(askedFor(role, "/admin?mine=false&query=bank"), role).toBe("query=bank&mine=true&limit=50&offset=0");
    expect(askedFor("chief", "/admin?query=bank")).toBe("query=bank&limit=50&offset=0");
  });
});

test("nothing is selected at first, nor anything that is on no page", () => {
  const { articles, has } = hookResult(() => useSelection([ARTICLE]));
  expect([articles, has(3)]).toEqual([[], false]);
  expect(hookResult(() => useSelection(undefined)).articles).toEqual([]);
});
