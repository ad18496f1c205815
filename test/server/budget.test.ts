import { expect, test } from "vitest";
import type { StoryIdea } from "#features/calendar/budget/endpoints.ts";
import { HOUR } from "#shared/time.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

async function startBudget(open: OpenTestDatabase) {
  const staff = await startStaff(open);
  const add = async (who: Person, body: object): Promise<StoryIdea> => {
    const { status, body: made } = await staff.as(who, "POST", "/api/budget/", body);
    expect([status, made.detail]).toEqual([201, undefined]);
    return made;
  };
  const list = async (who: Person, query = "") => {
    const { body, headers } = await staff.as(who, "GET", `/api/budget/${query}`);
    return { titles: (body as StoryIdea[]).map(({ title }) => title), total: Number(headers["x-total-count"]) };
  };
  const read = async (id: number): Promise<StoryIdea> => (await staff.as("chief", "GET", `/api/budget/${id}/`)).body;
  return { ...staff, add, list, read };
}

describeOnEngines("the story budget", (open) => {
  test("lists ideas by their due time, with filters", async () => {
    const { add, as, list, ids, clock } = await startBudget(open);
    expect(await list("chief")).toEqual({ titles: [], total: 0 });
    await as("chief", "POST", "/api/categories/", { name: "Markets" });
    const at = (hours: number) => new Date(clock.now() + hours * HOUR).toISOString();
    await add("editor", { title: "Sometime" });
    await add("editor", { title: "Tomorrow", due: at(24), slot: "home", people: [ids.writer] });
    await add("editor", { title: "Yesterday", due: at(-24), note: "The old Harbour", length: 800, section: "Markets" });
    expect((await list("chief")).titles).toEqual(["Yesterday", "Tomorrow", "Sometime"]);
    expect(await list("chief", "?limit=1&offset=1")).toEqual({ titles: ["Tomorrow"], total: 3 });
    expect((await list("chief", `?person=${ids.writer}`)).titles).toEqual(["Tomorrow"]);
    expect((await list("chief", "?open=true")).titles).toEqual(["Yesterday", "Sometime"]);
    expect((await list("chief", "?slot=home")).titles).toEqual(["Tomorrow"]);
    expect((await list("chief", "?query=harbour%20OLD")).titles).toEqual(["Yesterday"]);
    expect((await list("chief", "?state=writing")).titles).toEqual([]);
    expect((await list("chief", "?done=true")).titles).toEqual([]);
    expect((await list("chief", "?section=markets")).titles).toEqual(["Yesterday"]);
    expect((await list("chief", "?section=no-such")).titles).toEqual([]);
    expect((await list("chief", "?due=late")).titles).toEqual(["Yesterday"]);
    expect((await list("chief", "?due=week")).titles).toEqual(["Yesterday", "Tomorrow"]);
    expect((await list("chief", "?due=none")).titles).toEqual(["Sometime"]);
  });

  test("shows writers and contributors their own and open stories only, which they may take", async () => {
    const { add, list, as, ids } = await startBudget(open);
    const free = await add("editor", { title: "Open" });
    await add("editor", { title: "Of the writer", people: [ids.writer] });
    const own = await add("contributor", { title: "My idea" });
    expect((await list("contributor")).titles).toEqual(["Open", "My idea"]);
    expect((await list("writer")).titles).toEqual(["Open", "Of the writer", "My idea"]);
    expect((await as("contributor", "PUT", `/api/budget/${free.id}/`, { note: "Mine" })).status).toBe(403);
    const others = await as("contributor", "PUT", `/api/budget/${own.id}/`, { people: [ids.writer] });
    expect([others.status, others.body.code]).toEqual([403, "permission_required"]);
    const taken = await as("contributor", "PUT", `/api/budget/${free.id}/`, { people: [ids.contributor] });
    expect(taken.body).toMatchObject({ may_change: true, people: [{ id: ids.contributor, name: "Otieno Odhiambo" }] });
    expect((await list("writer")).titles).toEqual(["Of the writer", "My idea"]);
    expect((await as("writer", "GET", `/api/budget/${free.id}/`)).status).toBe(404);
    expect((await as("contributor", "DELETE", `/api/budget/${free.id}/`)).status).toBe(403);
    expect((await as("contributor", "DELETE", `/api/budget/${own.id}/`)).status).toBe(204);
    expect((await as("editor", "DELETE", `/api/budget/${free.id}/`)).status).toBe(204);
  });

  test("rejects unknown people and sections, bad values and stale changes", async () => {
    const { add, as } = await startBudget(open);
    const { id, etag } = await add("editor", { title: "Story" });
    const put = (body: object, tag?: string) => as("editor", "PUT", `/api/budget/${id}/`, body, tag);
    expect((await put({ people: [99_999] })).body).toMatchObject({ code: "unknown_person" });
    expect((await put({ section: "Nowhere" })).body).toMatchObject({ code: "unknown_category" });
    expect((await put({ length: 0 })).status).toBe(400);
    expect((await put({ due: "soon" })).status).toBe(400);
    expect((await as("editor", "POST", "/api/budget/", { title: " " })).body.errors).toHaveProperty("title");
    expect((await put({ length: 500 }, etag)).body).toMatchObject({ length: 500 });
    expect((await put({ length: 600 }, etag)).body).toMatchObject({ code: "stale_version" });
    expect((await put({ length: null, due: null })).body).toMatchObject({ length: null, due: null });
  });

  test("makes one draft, by the people of the story, with the plan as a note", async () => {
    const { add, as, ids, clock, read } = await startBudget(open);
    const due = new Date(clock.now() + HOUR).toISOString();
    const plan = { title: "Port", people: [ids.writer], due, length: 1_200, slot: "newsletter", note: "Call Asha." };
    const { id } = await add("editor", { ...plan, section: "" });
    const drafts = await Promise.all([1, 2].map(() => as("writer", "POST", `/api/budget/${id}/draft/`)));
    expect(drafts.map(({ status }) => status)).toEqual([200, 200]);
    const story = await read(id);
    expect(story).toMatchObject({ state: "writing", article: expect.any(Number) });
    const article = (await as("writer", "GET", `/api/articles/${story.article}/`)).body;
    expect(article).toMatchObject({ title: "Port", byline: "Wanjiru Kamau", status: "draft" });
    const [note, ...more] = (await as("writer", "GET", `/api/articles/${story.article}/notes/`)).body;
    expect(more).toEqual([]);
    expect(note.text).toMatch(/^Due .+ UTC\. 1,200 words\. Planned for: newsletter\.\nCall Asha\.$/);
    expect((await as("chief", "GET", "/api/articles/?status=draft")).body).toHaveLength(1);
  });

  test("follows the article: title, section and state are the article's", async () => {
    const { add, as, read, list } = await startBudget(open);
    const { id } = await add("editor", { title: "Working title" });
    const { body } = await as("editor", "POST", `/api/budget/${id}/draft/`);
    expect(body.people.map(({ name }: { name: string }) => name)).toEqual(["Baraka Njoroge"]);
    const article = `/api/articles/${body.article}/`;
    await as("editor", "PUT", article, { title: "Real title" });
    expect(await read(id)).toMatchObject({ title: "Real title", state: "writing" });
    expect((await as("editor", "PUT", `/api/budget/${id}/`, { title: "No" })).body.code).toBe("idea_has_article");
    expect((await as("editor", "PUT", `/api/budget/${id}/`, { note: "Yes" })).status).toBe(200);
    await as("editor", "PUT", `${article}asked/`, {
      person: (await as("another", "GET", "/api/accounts/users/me/")).body.id,
    });
    expect((await read(id)).state).toBe("asked");
    await as("another", "POST", `${article}asked/answer/`, { answer: "changes", message: "Shorter" });
    expect((await read(id)).state).toBe("changes");
    await as("editor", "PUT", article, { status: "published", published_date: "2040-01-01T00:00:00Z" });
    expect((await read(id)).state).toBe("scheduled");
    await as("editor", "PUT", article, { status: "published", published_date: null });
    expect((await read(id)).state).toBe("public");
    expect((await list("chief", "?done=true")).titles).toEqual(["Real title"]);
    await as("editor", "POST", `${article}corrections/`, { text: "It was Tuesday.", position: "top" });
    expect((await read(id)).state).toBe("corrected");
    await as("editor", "DELETE", article);
    expect(await read(id)).toMatchObject({ state: "withdrawn", title: "Working title", article: null });
  });

  test("opens stories of people who leave, and exports them before", async () => {
    const { add, as, ids, read } = await startBudget(open);
    const { id } = await add("editor", { title: "Port", people: [ids.writer], note: "Ask." });
    const given = (await as("chief", "GET", `/api/accounts/users/${ids.writer}/export/`)).body;
    expect(given.stories).toEqual([expect.objectContaining({ id, title: "Port", note: "Ask.", is_added: false })]);
    expect((await as("chief", "DELETE", `/api/accounts/users/${ids.writer}/`)).status).toBe(204);
    expect((await read(id)).people).toEqual([]);
  });

  test("is on the calendar at its due time for those who see it, until it is scheduled or published", async () => {
    const { add, as, ids, clock } = await startBudget(open);
    const at = (hours: number) => new Date(clock.now() + hours * HOUR).toISOString();
    const { id } = await add("editor", { title: "Port", due: at(2), people: [ids.writer] });
    const entries = async (who: Person) => {
      const { body } = await as(who, "GET", `/api/calendar/?from=${at(1)}&to=${at(48)}`);
      return (body.entries as { title: string }[]).filter(({ title }) => title === "Port");
    };
    const due = { kind: "story", id, at: at(2), state: "due", etag: '"1"' };
    expect(await entries("editor")).toEqual([expect.objectContaining(due)]);
    expect(await entries("writer")).toHaveLength(1);
    expect(await entries("contributor")).toEqual([]);
    const { body } = await as("editor", "POST", `/api/budget/${id}/draft/`);
    expect(await entries("editor")).toHaveLength(1);
    await as("editor", "PUT", `/api/articles/${body.article}/`, { status: "published", published_date: at(24) });
    expect(await entries("editor")).toEqual([expect.objectContaining({ kind: "article", at: at(24) })]);
  });

  test("adds a story once for an Idempotency-Key", async () => {
    const { app, headersOf, list } = await startBudget(open);
    const headers = { ...(await headersOf("writer")), "idempotency-key": "a-story-of-mine" };
    const send = () => app.inject({ method: "POST", url: "/api/budget/", headers, payload: { title: "Once" } });
    expect((await send()).json().id).toBe((await send()).json().id);
    expect((await list("writer")).total).toBe(1);
  });
});
