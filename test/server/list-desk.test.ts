import { expect, test } from "vitest";
import { MAX_SAVED_VIEWS } from "#features/articles/list/rules.ts";
import type { ArticleListFilter, SavedView } from "#features/articles/list/schema.ts";
import type { ListedArticle } from "#features/articles/schema.ts";
import { DAY } from "#shared/time.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

describeOnSqlite("around the editors' list", (open) => {
  test("each tab counts what its list shows, for everybody what they may see", async () => {
    const { as, clock, ids, write } = await startStaff(open);
    const ready = await write("writer", { status: "ready" });
    await write("writer");
    const changed = await write("chief", { status: "published" });
    await as("chief", "PUT", editorApiUrl.draft(changed), { title: "Bridge opens early" });
    const later = await write("chief", { title: "Later" });
    await as("chief", "POST", editorApiUrl.publish(later), { at: new Date(clock.now() + DAY).toISOString() });
    await as("chief", "PUT", editorApiUrl.asked(ready), { person: ids.editor });
    const trashed = await write("chief");
    await as("chief", "DELETE", apiUrl.article(trashed));
    const counts = async (name: Person) => (await as(name, "GET", editorApiUrl.listCounts())).body;
    const tabs: Record<string, ArticleListFilter> = {
      all: {},
      mine: { mine: true },
      ready: { status: "ready" },
      waiting: { waiting: true },
      scheduled: { status: "scheduled" },
      asked: { asked: true },
    };
    const listed = async (name: Person, filter: ArticleListFilter) => {
      const query = new URLSearchParams(Object.entries(filter).map(([key, value]) => [key, String(value)]));
      return ((await as(name, "GET", `${apiUrl.articles()}?${query}`)).body as ListedArticle[]).length;
    };
    const words = async (id: number) =>
      ((await as("chief", "GET", apiUrl.articles())).body as ListedArticle[]).find((one) => one.id === id)?.words;
    expect(await words(ready)).toBe(1);
    clock.advance(1000);
    await as("writer", "PUT", editorApiUrl.draft(ready), { content: "<p>Now it has five words.</p>" });
    expect(await words(ready)).toBe(5);
    for (const name of ["chief", "editor"] as const)
      for (const [tab, filter] of Object.entries(tabs))
        expect([name, tab, (await counts(name))[tab]]).toEqual([name, tab, await listed(name, filter)]);
    expect(await counts("editor")).toEqual({ all: 4, mine: 0, ready: 1, waiting: 1, scheduled: 1, asked: 1 });
    expect(await counts("writer")).toEqual({ all: 2, mine: 2, ready: 1, waiting: 0, scheduled: 0, asked: 0 });
    expect(await counts("contributor")).toEqual({ all: 0, mine: 0, ready: 0, waiting: 0, scheduled: 0, asked: 0 });
  });

  test("saves views for their owner alone; a name is saved once, and filters must be those of the list", async () => {
    const { as } = await startStaff(open);
    const save = (name: Person, view: object) => as(name, "POST", editorApiUrl.savedViews(), view);
    const viewsOf = async (name: Person) => (await as(name, "GET", editorApiUrl.savedViews())).body as SavedView[];
    const { status, body } = await save("editor", { name: " Ready ", filters: "status=ready" });
    expect([status, body.name]).toEqual([201, "Ready"]);
    await save("editor", { name: "Ready", filters: "status=ready&sort=title" });
    const own = { is_shared: false, owner: null };
    expect(await viewsOf("editor")).toEqual([
      { id: body.id, name: "Ready", filters: "status=ready&sort=title", ...own },
    ]);
    expect(await viewsOf("chief")).toEqual([]);
    for (const filters of ["status=lost", "page=2", "mine=perhaps"])
      expect([filters, (await save("editor", { name: "Wrong", filters })).status]).toEqual([filters, 400]);
    expect((await as("chief", "DELETE", editorApiUrl.savedView(body.id))).status).toBe(404);
    expect((await as("editor", "DELETE", editorApiUrl.savedView(body.id))).status).toBe(204);
    for (let one = 0; one < MAX_SAVED_VIEWS; one += 1) await save("editor", { name: `View ${one}`, filters: "" });
    expect((await save("editor", { name: "One too many", filters: "" })).status).toBe(400);
    expect((await save("editor", { name: "View 0", filters: "mine=true" })).status).toBe(201);
  });

  test("shares views with the desk: editors and above share, their owner and the chief remove", async () => {
    const { as, nameOf } = await startStaff(open);
    const save = (name: Person, view: object) => as(name, "POST", editorApiUrl.savedViews(), view);
    const viewsOf = async (name: Person) => (await as(name, "GET", editorApiUrl.savedViews())).body as SavedView[];
    const view = { name: "Late", filters: "status=ready", is_shared: true };
    expect((await save("writer", view)).status).toBe(403);
    const { body } = await save("editor", view);
    expect(await viewsOf("editor")).toEqual([{ id: body.id, ...view, owner: null }]);
    const owner = nameOf("editor");
    expect(await viewsOf("writer")).toEqual([{ id: body.id, ...view, owner }]);
    expect((await as("writer", "DELETE", editorApiUrl.savedView(body.id))).status).toBe(404);
    await save("editor", { ...view, is_shared: false });
    expect(await viewsOf("writer")).toEqual([]);
    expect((await as("chief", "DELETE", editorApiUrl.savedView(body.id))).status).toBe(404);
    await save("editor", view);
    expect((await as("chief", "DELETE", editorApiUrl.savedView(body.id))).status).toBe(204);
    expect(await viewsOf("editor")).toEqual([]);
  });
});
