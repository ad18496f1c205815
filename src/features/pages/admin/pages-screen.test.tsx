import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newsroomSettings } from "#features/settings/calls.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { ListedPage } from "../endpoints.ts";
import { allPages, PagesScreen } from "./pages-screen.tsx";

const NOW = Date.UTC(2026, 10, 20, 12);
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

const page = (fields: Partial<ListedPage> = {}): ListedPage => ({
  id: 7,
  title: "Imprint",
  slug: "imprint",
  path: "/imprint",
  seo_title: "",
  seo_description: "",
  in_menu: false,
  status: "draft",
  published_date: null,
  version: 1,
  has_draft: false,
  publish_at: null,
  updated: "2026-11-20T11:00:00.000Z",
  story: { state: "writing", has_changes: false },
  ...fields,
});

function listOf(...items: ListedPage[]) {
  const { client, has } = clientOfAnswers();
  has(newsroomSettings(), { time_zone: "UTC", postal_address: "" });
  has(allPages(1), { items, total: items.length });
  return adminMarkup(<PagesScreen />, { client });
}

test("the list links each title to its room, and says where a page is and what readers see of it", () => {
  const html = listOf(
    page(),
    page({
      id: 8,
      title: "Ethics",
      slug: "ethics",
      status: "published",
      published_date: "2026-11-01T00:00:00.000Z",
      has_draft: true,
      in_menu: true,
      story: { state: "public", has_changes: true },
    }),
    page({
      id: 9,
      title: "Later",
      status: "published",
      published_date: "2026-12-01T09:00:00.000Z",
      story: { state: "scheduled", has_changes: false },
    }),
  );
  expect(html).toMatch(/<a [^>]*href="\/admin\/pages\/7"[^>]*>Imprint</);
  const words = wordsOf(html);
  expect(words).toContain("/imprint Draft No");
  expect(words).toContain("/ethics Published Changes waiting Yes");
  expect(words).toMatch(/Scheduled, Dec 01, 2026 09:00/);
  expect([...html.matchAll(/aria-label="((?:View|Delete)[^"]*)"/g)].map(([, label]) => label)).toEqual([
    ...["Delete Imprint", "View Ethics", "Delete Ethics", "Delete Later"],
  ]);
});

test("an empty list says what pages are for", () => {
  expect(wordsOf(listOf())).toContain("No pages yet. Write the first one");
});
