import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  deleteForGood,
  emptyTrash,
  TrashScreen,
  trashChanged,
  trashedDocuments,
} from "#features/documents/trash/admin/trash-screen.tsx";
import type { TrashedDocument } from "#features/documents/trash/schema.ts";
import type { Role } from "#shared/actor.ts";
import { adminMarkup, noteCalls } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { TrashedArticle } from "../desk/schema.ts";
import { TRASHED_ARTICLES } from "./articles-tab.tsx";
import { articleListPage } from "./calls.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const inDays = (days: number) => new Date(NOW + days * 24 * 60 * 60_000).toISOString();
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const trashed = (change: Partial<TrashedArticle> = {}): TrashedArticle => ({
  ...exampleSummary({ id: 7, title: "Seven", status: "draft" }),
  type: "article",
  trashed: inDays(-1),
  trashed_by: "Baraka",
  purge: inDays(29),
  ...change,
});

async function screen({
  role = "chief" as Role,
  rows = undefined as TrashedDocument[] | undefined,
  error = null as Error | null,
} = {}) {
  const { client, has, fails } = clientOfAnswers();
  if (rows) has(trashedDocuments()(1), { items: rows, total: rows.length });
  if (error) await fails(trashedDocuments()(1), error);
  return adminMarkup(<TrashScreen back="/admin?page=2" articles={TRASHED_ARTICLES} />, { client, role });
}
const named = (html: string) => [...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name);
const cellOf = (html: string, label: string) =>
  wordsOf(html.match(new RegExp(`data-label="${label}"[^>]*>(.*?)</td>`))?.[1] ?? "");

describe("the trash", () => {
  test("says what each article was, and when readers had it or were to get it", async () => {
    const status = "published";
    const cells = [
      { status: "draft" as const, published_date: null },
      { status, published_date: inDays(-3) } as const,
      // Its time has passed in the trash: it was never public.
      { status, published_date: inDays(-0.5) } as const,
    ].map(async (change) => cellOf(await screen({ rows: [trashed(change)] }), "Status"));
    expect(await Promise.all(cells)).toEqual(["Draft", "Published Nov 17, 2026 12:00", "Scheduled, Fri 00:00"]);
  });

  test("lists issues among articles, by type, with a choice of one type for who may see them", async () => {
    const issue = { type: "issue", id: 7, title: "The week", trashed: inDays(-1), trashed_by: null } as const;
    const rows = [{ ...issue, purge: inDays(29) }];
    const html = await screen({ rows });
    expect(["Type", "Status"].map((label) => cellOf(html, label))).toEqual(["Newsletter issue", "Not sent"]);
    expect(named(html)).toEqual(["Restore The week", "Delete The week permanently"]);
    expect(html).toContain("All types");
    expect(await screen({ rows: [trashed()], role: "writer" })).not.toContain("All types");
  });
});

describe("the calls of the trash", () => {
  test("delete one article, or all of them", async () => {
    const { api, calls: sent } = noteCalls();
    await deleteForGood(api, { type: "article", id: 7 });
    await deleteForGood(api, { type: "issue", id: 7 });
    await emptyTrash(api);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "DELETE /api/trash/7/?type=article",
      "DELETE /api/trash/7/?type=issue",
      "DELETE /api/trash/",
    ]);
  });

  test("that change it make every page of it stale, and nothing else", () => {
    const { client, has } = clientOfAnswers();
    for (const call of [trashedDocuments()(1), trashedDocuments()(2)]) has(call, { items: [], total: 0 });
    has(articleListPage({}, 1), { items: [], total: 0 });
    trashChanged(client);
    const stale = client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated);
    expect(stale.map(({ queryKey }) => queryKey)).toEqual([
      trashedDocuments()(1).queryKey,
      trashedDocuments()(2).queryKey,
    ]);
  });
});
