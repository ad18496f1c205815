import { expect, test } from "vitest";
import { createViewCounter } from "#features/articles/views.ts";
import type { Overview } from "#features/calendar/overview/endpoints.ts";
import { DAY, HOUR } from "#shared/time.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";
import { TEST_SECRET } from "#test/support/test-app.ts";

describeOnSqlite("the overview of the dashboard", (open) => {
  async function start() {
    const staff = await startStaff(open);
    const overview = async (name: Person) => (await staff.as(name, "GET", editorApiUrl.overview())).body as Overview;
    const waiting = async (name: Person) =>
      (await overview(name)).waiting.map(({ kind, total, articles }) => [kind, total, articles.map(({ id }) => id)]);
    return { ...staff, overview, waiting };
  }

  test("names what waits for each person: reviews, ready articles, changes and notes", async () => {
    const { as, ids, write, waiting } = await start();
    const ready = await write("writer", { status: "ready" });
    const changed = await write("chief", { status: "published" });
    await as("chief", "PUT", editorApiUrl.draft(changed), { title: "Bridge opens early" });
    await as("chief", "PUT", editorApiUrl.asked(ready), { person: ids.editor });
    await as("chief", "POST", editorApiUrl.notes(ready), { quote: "", text: "Is this so?" });
    expect(await waiting("editor")).toEqual([
      ["asked", 1, [ready]],
      ["ready", 1, [ready]],
      ["changes", 1, [changed]],
    ]);
    expect(await waiting("writer")).toEqual([["notes", 1, [ready]]]);
    expect(await waiting("contributor")).toEqual([]);
  });

  test("has the day of each person: own stories, late ones, and for editors what is empty", async () => {
    const { as, ids, overview, clock } = await start();
    const at = (hours: number) => new Date(clock.now() + hours * HOUR).toISOString();
    await as("editor", "POST", "/api/budget/", { title: "Late", due: at(-1), people: [ids.writer], slot: "home" });
    await as("editor", "POST", "/api/budget/", { title: "Open, late", due: at(-2) });
    await as("editor", "POST", "/api/budget/", { title: "Mine", people: [ids.editor] });
    const dayOf = async (name: Person) => {
      const { mine, late, empty } = (await overview(name)).day;
      const titles = (part: typeof mine) => part.stories.map(({ title }) => title);
      return [titles(mine), titles(late), empty.map(({ kind, title }) => `${kind} ${title}`)];
    };
    expect(await dayOf("writer")).toEqual([["Late"], ["Late"], []]);
    expect(await dayOf("editor")).toEqual([["Mine"], ["Open, late", "Late"], ["today ", "slot Late"]]);
    expect(await dayOf("contributor")).toEqual([[], [], []]);
    await as("chief", "POST", "/api/articles/", {
      title: "Old",
      category: "Tech",
      status: "published",
      is_featured: true,
    });
    expect((await dayOf("chief"))[2]).toEqual(["slot Late"]);
    clock.advance(2 * DAY);
    expect((await dayOf("chief"))[2]).toEqual(["today ", "lead Old", "slot Late"]);
  });

  test("names open suggestions to their author and to those whose text it is", async () => {
    const { as, write, overview, waiting } = await start();
    const id = await write("writer", { title: "Bridge opens" });
    await as("editor", "PUT", editorApiUrl.suggestion({ type: "article", id }), { title: "Bridge opens late" });
    expect(await waiting("writer")).toContainEqual(["suggestions", 1, [id]]);
    expect((await overview("editor")).day.suggested).toMatchObject({
      total: 1,
      documents: [{ id, title: "Bridge opens" }],
    });
    expect((await waiting("editor")).map(([kind]) => kind)).not.toContain("suggestions");
    expect((await overview("chief")).day.suggested.total).toBe(0);
    await as("writer", "POST", `/api/articles/${id}/suggestions/reject/`, {});
    expect(await waiting("writer")).toEqual([]);
    expect((await overview("editor")).day.suggested.total).toBe(0);
  });

  test("names own drafts that the budget does not have", async () => {
    const { as, write, overview } = await start();
    const loose = await write("writer", { title: "Loose" });
    await write("chief", { status: "published" });
    const { id } = (await as("writer", "POST", "/api/budget/", { title: "Planned" })).body;
    await as("writer", "POST", `/api/budget/${id}/draft/`, {});
    const { drafts } = (await overview("writer")).day;
    expect(drafts).toMatchObject({ total: 1, documents: [{ id: loose, title: "Loose", story: { state: "writing" } }] });
    expect((await overview("chief")).day.drafts.total).toBe(0);
  });

  test("names unsent issues without an article, as they are edited now", async () => {
    const { as, clock, write, overview } = await start();
    const emptyOf = async (name: Person) =>
      (await overview(name)).day.empty.flatMap(({ kind, title }) => (kind === "issue" ? [title] : []));
    const issue = async (body: object) => (await as("chief", "POST", "/api/newsletter/issues/", body)).body;
    const article = await write("chief", { status: "published" });
    const { id } = await issue({ subject: "Soon full" });
    await issue({ subject: "Full", article_ids: [article] });
    const planned = await issue({ subject: "Words alone", introduction: "Hello." });
    const at = new Date(clock.now() + DAY).toISOString();
    await as("chief", "POST", `/api/newsletter/issues/${planned.id}/send/`, { at });
    expect(await emptyOf("chief")).toEqual(["Words alone", "Soon full"]);
    expect(await emptyOf("writer")).toEqual([]);
    await as("chief", "PUT", `/api/newsletter/issues/${id}/draft/`, { article_ids: [article] });
    expect(await emptyOf("chief")).toEqual(["Words alone"]);
  });

  test("names at most five articles of a kind, and counts them all", async () => {
    const { write, overview } = await start();
    for (let one = 0; one < 6; one += 1) await write("chief", { title: `Bridge ${one}`, status: "ready" });
    const [first] = (await overview("chief")).waiting;
    expect([first?.kind, first?.total, first?.articles.length]).toEqual(["ready", 6, 5]);
  });

  test("names all documents that a user is asked to review, as no other list has all types", async () => {
    const { as, ids, overview } = await start();
    for (let one = 0; one < 7; one += 1) {
      const { id } = (await as("chief", "POST", "/api/pages/", { title: `Page ${one}` })).body;
      await as("chief", "PUT", `/api/pages/${id}/asked/`, { person: ids.editor });
    }
    const [asked] = (await overview("editor")).waiting;
    expect([asked?.kind, asked?.total, asked?.articles.length]).toEqual(["asked", 7, 7]);
  });

  test("lists what is scheduled next by time, and not to those who may not know of it", async () => {
    const { as, clock, write, overview } = await start();
    const at = (days: number) => new Date(clock.now() + days * DAY).toISOString();
    const later = await write("chief", { title: "Later" });
    const sooner = await write("chief", { title: "Sooner" });
    await as("chief", "POST", editorApiUrl.publish(later), { at: at(2) });
    await as("chief", "POST", editorApiUrl.publish(sooner), { at: at(1) });
    expect((await overview("editor")).scheduled.map(({ id }) => id)).toEqual([sooner, later]);
    expect((await overview("writer")).scheduled).toEqual([]);
    expect((await as("writer", "GET", apiUrl.article(later))).status).toBe(404);
  });

  test("counts the views of the last day and week, and those before", async () => {
    const { clock, database, write, overview } = await start();
    const id = await write("chief", { status: "published" });
    const views = createViewCounter({ database, clock, secretKey: TEST_SECRET });
    for (const [reader, pause] of [4 * DAY, 2 * DAY, 2 * DAY, 23 * HOUR, 0].entries()) {
      views.record({ id, address: `198.51.100.${reader}`, userAgent: "Mozilla/5.0 Firefox/140.0" });
      await views.flush();
      clock.advance(pause);
    }
    const found = await overview("chief");
    const { hours, ...sums } = found.views;
    expect(sums).toEqual({ day: 2, previous_day: 0, week: 4, previous_week: 1 });
    expect(hours.map(({ views }: { views: number }) => views).reduce((sum: number, count: number) => sum + count)).toBe(
      5,
    );
    expect(found.most_read).toMatchObject([{ id, views: 5 }]);
  });
});
