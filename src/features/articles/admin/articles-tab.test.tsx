import { describe, expect, test } from "vitest";
import { newsroomSettings } from "#features/settings/calls.ts";
import type { Role } from "#shared/actor.ts";
import { NetworkError } from "#shared/api-client.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { apiError } from "#test/support/api-error.ts";
import { exampleSummary } from "#test/support/article-answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { RoomHandover } from "#ui/admin/room-handover.tsx";
import type { ListedArticle } from "../schema.ts";
import { ArticlesTab } from "./articles-tab.tsx";
import { articleListPage } from "./calls.ts";
import { filterOf } from "./list-views.tsx";

type Given = {
  role?: Role;
  search?: string;
  rows?: Partial<ListedArticle>[];
  total?: number;
  error?: Error;
  now?: number;
};

/** The tab as somebody sees it who has got these articles, or this error. */
async function tab({ role = "chief", search = "", rows, total = rows?.length ?? 0, error, now = 0 }: Given = {}) {
  const { client, has, fails } = clientOfAnswers();
  const query = new URLSearchParams(search);
  const own = role === "writer" || role === "contributor" ? { mine: true } : {};
  const call = articleListPage({ ...filterOf(query), ...own }, Number(query.get("page") ?? 1));
  has(newsroomSettings(), { time_zone: "Asia/Kathmandu" } as never);
  if (rows) has(call, { items: rows.map((row) => exampleSummary(row)), total });
  if (error) await fails(call, error);
  return adminMarkup(
    <RoomHandover>
      <ArticlesTab
        KeptWork={() => null}
        NewButton={() => <button type="button">Add New Article</button>}
        onDuplicate={() => {}}
      />
    </RoomHandover>,
    { client, role, now, address: `/admin?${search}` },
  );
}
const headings = (html: string) => parseHtml(html).texts("th");
const named = (html: string) => parseHtml(html).values("[aria-label]", "aria-label");
/** What the selects are set to. */
const chosen = (html: string) => parseHtml(html).role("combobox");
const cellOf = (html: string, label: string) =>
  wordsOf(
    parseHtml(html)
      .all(`[data-label="${label}"]`)
      .map(({ innerHTML }) => innerHTML)
      .join(""),
  );

describe("the tab of articles", () => {
  test("says that it is loading, and already offers a new article", async () => {
    const html = await tab();
    const page = parseHtml(html);
    expect(page.role("status")).toContain("Loading articles...");
    expect(page.role("button", "Add New Article")).toHaveLength(1);
    expect(page.all("table[aria-busy=true]")).toHaveLength(1);
  });

  test("tells an empty newsroom from filters that hide everything", async () => {
    expect(await tab({ rows: [] })).toContain("No articles found. Add your first article!");
    expect(await tab({ rows: [], search: "status=draft" })).toContain("No articles match your search and filters.");
  });

  test.each([
    ["refused", apiError("internal_error", "Broken.")],
    ["not answered", new NetworkError()],
  ])("offers another try where the list was %s, and no table", async (_what, error) => {
    const html = await tab({ error });
    expect(html).toContain("Could not fetch articles.");
    expect(html).toContain("Try again");
    expect(parseHtml(html).all("table")).toEqual([]);
  });

  test.each([
    ["one article", { rows: [{}], total: 1 }, "1 article"],
    ["a first page", { rows: [{}], total: 120 }, "1–50 of 120 articles"],
    ["a last page", { rows: [{}], total: 120, search: "page=3" }, "101–120 of 120 articles"],
  ])("says which articles it shows: %s", async (_what, given, words) => {
    expect(wordsOf(await tab(given))).toContain(words);
  });
});

describe("who may not publish", () => {
  test("is shown no switches that place an article, neither as columns nor as filters", async () => {
    const columns = headings(await tab({ rows: [{}] }));
    const own = headings(await tab({ rows: [{}], role: "writer" }));
    expect(columns.filter((label) => !own.includes(label))).toEqual(["Auto-Update", "Featured", "Editor's Pick"]);
    const html = await tab({ rows: [{}], role: "contributor" });
    expect(parseHtml(html).role("switch")).toEqual([]);
    expect([wordsOf(await tab()).includes("More filters"), wordsOf(html).includes("More filters")]).toEqual([
      true,
      false,
    ]);
  });

  test("selects and deletes what is not published alone, and opens everything", async () => {
    const rows = [
      { id: 1, title: "Live", status: "published" },
      { id: 2, title: "Not yet", status: "draft" },
    ] as const;
    const names = named(await tab({ rows: [...rows], role: "writer" }));
    expect(names.filter((name) => name?.startsWith("Select ") || name?.startsWith("Delete "))).toEqual([
      "Select all articles on this page",
      "Select Not yet",
      "Delete Not yet",
    ]);
    expect(names.filter((name) => name?.startsWith("Edit "))).toEqual(["Edit Live", "Edit Not yet"]);
  });

  test("cannot select all of a page on which it may change nothing", async () => {
    const isDisabled = async (status: "published" | "draft") =>
      parseHtml(await tab({ rows: [{ status }], role: "writer" })).all("[aria-label^='Select all']:disabled").length ===
      1;
    expect([await isDisabled("published"), await isDisabled("draft")]).toEqual([true, false]);
  });

  test("has no tab of its own articles: all of the list are", async () => {
    expect(await tab({ role: "writer" })).not.toContain(">Mine<");
    expect(await tab({ role: "editor" })).toContain(">Mine<");
  });
});

describe("a row", () => {
  const row = (article: Partial<ListedArticle>) => tab({ rows: [{ id: 7, title: "Seven", ...article }] });

  test.each([
    [undefined, ""],
    [0, ""],
    [1, "1 open note"],
    [12, "12 open notes"],
  ])("with %s open notes says: %j", async (open_notes, words) => {
    const html = await row(open_notes === undefined ? {} : { open_notes });
    expect(parseHtml(html).values("[title*='open note']", "title").join()).toBe(words);
  });

  test("says how often it was read in figures that can be read, and nothing where that is not known", async () => {
    expect(cellOf(await row({ views: 1_234_567 }), "Views")).toBe("1,234,567");
    expect(cellOf(await row({ views: 0 }), "Views")).toBe("0");
    expect(cellOf(await row({}), "Views")).toBe("–");
  });

  test("says when it was last saved and by whom, as far as is known", async () => {
    const at = "2026-01-05T12:00:00.000Z";
    expect(cellOf(await row({ last_edited: at, last_edited_by: "Baraka" }), "Last edit")).toBe(
      "Jan 05, 2026 17:45 Baraka",
    );
    expect(cellOf(await row({ last_edited: at, last_edited_by: null }), "Last edit")).toBe("Jan 05, 2026 17:45");
    expect(cellOf(await row({}), "Last edit")).toBe("–");
  });

  test("says how long ago it was saved today, with the exact time for hover and focus", async () => {
    const html = await tab({
      rows: [{ last_edited: "2026-01-05T12:00:00.000Z", last_edited_by: "Baraka" }],
      now: Date.parse("2026-01-05T12:05:00.000Z"),
    });
    expect(cellOf(html, "Last edit")).toBe("5 minutes ago Baraka");
    expect(parseHtml(html).values("[data-exact]", "data-exact")).toContain("17:45");
    expect(html.replaceAll("\u202f", " ")).toContain("17:45 (Kathmandu)");
  });

  test("links its title to its room, so that it opens in a new tab too", async () => {
    expect(parseHtml(await row({})).texts("a[href='/admin/articles/7']")).toContain("Seven");
  });

  test("is dated by the day that it is in the newsroom's zone, with the place", async () => {
    const html = await row({ published_date: "2025-01-05T20:00:00.000Z" });
    expect(cellOf(html, "Date")).toBe("Jan 06, 2025");
    expect(html).toContain("(Kathmandu)");
    expect(cellOf(await row({ published_date: null }), "Date")).toBe("N/A");
  });

  test("shows no picture of another host, and an empty place for a placeholder", async () => {
    for (const image_url of ["https://pictures.example/a.png", "/fallback.jpg", ""])
      expect(parseHtml(await row({ image_url })).all("img"), image_url).toEqual([]);
    const stored = "/media/abcdefgh/160x90.jpg";
    expect(parseHtml(await row({ image_url: stored })).values("img", "src")).toEqual([stored]);
  });

  test("names its switches by its title, with their state", async () => {
    const html = await row({ is_featured: true });
    const switches = parseHtml(html).all("[role=switch]");
    const parts = ["aria-checked", "aria-label", "title"];
    expect(switches.map((one) => parts.map((name) => one.getAttribute(name)))).toEqual([
      ["false", "Auto-Update: Seven", "Disabled: switch on"],
      ["true", "Featured: Seven", "Featured: switch off"],
      ["false", "Editor's Pick: Seven", "No: switch on"],
    ]);
  });

  test("escapes a title, wherever it stands", async () => {
    const html = await row({ title: `"><img src=x onerror=alert(1)> \u202e` });
    expect(parseHtml(html).all("img[src=x]")).toEqual([]);
    expect(named(html)).toContain(`Edit "><img src=x onerror=alert(1)> \u202e`);
  });
});

describe("the filters", () => {
  test("say what they are set to", async () => {
    const html = await tab({ search: "status=scheduled&featured=false&asked=true&query=b%26c", rows: [] });
    expect(chosen(html)).toEqual(expect.arrayContaining(["Scheduled", "All categories"]));
    expect(wordsOf(html)).toContain("More filters (1)");
    expect(parseHtml(html).values("input", "value")).toContain("b&c");
  });

  test("still show a category that is not known, or not any more", async () => {
    expect(chosen(await tab({ search: "category=gone", rows: [] }))).toContain("gone");
  });

  test("can be cleared, and saved, where there are any", async () => {
    for (const search of ["sort=title", "mine=true", "status=ready&sort=title"])
      expect(await tab({ search, rows: [] }), search).not.toMatch(/Save this view|Clear filters/);
    for (const search of ["status=draft", "mine=true&status=ready"])
      expect(await tab({ search, rows: [] }), search).toMatch(/Save this view.*Clear filters/s);
  });
});
