import { expect, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { insertAccount } from "#features/identity/accounts/commands.ts";
import { createSetupLink } from "#features/identity/setup/commands.ts";
import { onBehalfOf, operator } from "#shared/actor.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { EDITION, start as firstStart, shortEdition } from "#test/support/first-start.ts";
import { startTestApp } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;

describeOnEngines("the demo content", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const demoDir = shortEdition();
    await firstStart(database, demoDir);
    const started = await startTestApp(database, { clock, demoDir });
    const editor = await startPatientEditor(started.app, database, clock);
    const state = () => editor({ method: "GET", url: "/api/demo/" });
    const remove = () => editor({ method: "POST", url: "/api/demo/removal/" });
    const undo = () => editor({ method: "DELETE", url: "/api/demo/removal/" });
    const library = async () => (await editor({ method: "GET", url: "/api/media/" })).headers["x-total-count"];
    const authors = () =>
      database.db.selectFrom("account").selectAll().where("email", "is", null).orderBy("id").execute();
    const articles = () =>
      database.db.selectFrom("article").select(["id", "title", "author_id"]).orderBy("id").execute();
    return { ...started, clock, database, editor, state, remove, undo, library, authors, articles };
  }

  test("goes with its authors, pictures and topics, and comes back unchanged", async () => {
    const { database, state, remove, undo, library, authors, articles } = await start();
    const before = { authors: await authors(), articles: await articles(), library: await library() };
    const { counts } = (await state()).body;
    expect(counts).toMatchObject({ articles: EDITION, authors: before.authors.length });
    expect([counts.pictures, counts.topics].every((count) => count > 0)).toBe(true);

    const removed = await remove();
    expect([removed.status, removed.body.state, removed.body.counts]).toEqual([200, "removed", counts]);
    expect([await articles(), await authors(), await library()]).toEqual([[], [], "0"]);
    expect(await database.db.selectFrom("topic").select("id").execute()).toEqual([]);
    expect((await remove()).status).toBe(409);

    const restored = await undo();
    expect([restored.status, restored.body.state, restored.body.counts]).toEqual([200, "present", counts]);
    expect({ authors: await authors(), articles: await articles(), library: await library() }).toEqual(before);
    expect((await undo()).status).toBe(409);
  });

  test("takes the demo prices along, which do not come back", async () => {
    const { app, remove, undo } = await start();
    const prices = async () => (await app.inject(apiUrl.ticker())).json().length;
    expect(await prices()).toBe(28);
    await remove();
    await expect.poll(prices).toBe(0);
    expect((await app.inject("/")).body).not.toMatch(/USDT|\$\d/);
    await undo();
    expect(await prices()).toBe(0);
  });

  test("stays where a person has edited it, and with it its author and picture", async () => {
    const { database, store, remove, authors, articles } = await start();
    const [edited] = await articles();
    const person = await database.db
      .selectFrom("account")
      .select("id")
      .where("email", "is not", null)
      .executeTakeFirst();
    await updateArticle(store, onBehalfOf(person?.id ?? 0), edited?.id ?? 0, { excerpt: "Our own words." });
    const { body } = await remove();
    expect(body).toMatchObject({ counts: { articles: EDITION - 1 }, kept: [edited?.title] });
    expect((await articles()).map(({ id }) => id)).toEqual([edited?.id]);
    expect((await authors()).map(({ id }) => id)).toEqual([edited?.author_id]);
    const shown = await database.db.selectFrom("picture").select("id").where("hidden_at", "is", null).execute();
    expect(shown.length).toBeGreaterThan(0);
  });

  test("goes with the setup if the chief doesn't keep it", async () => {
    const { app, clock, database, articles, authors, undo } = await start();
    const first = { email: "first@localhost", name: "First", role: "chief" as const, password_hash: "none" };
    const token = await database.db.transaction().execute(async (trx) => {
      const id = await insertAccount(trx, clock, operator, first);
      return createSetupLink(trx, clock, id);
    });
    const body = {
      token,
      // Of a demo author, who goes as well.
      name: (await authors())[0]?.name,
      email: "z@news.example",
      password: "marmalade over the bridge",
      time_zone: "UTC",
    };
    const setUp = (more: object) => app.inject({ method: "POST", url: "/api/setup/", payload: { ...body, ...more } });
    expect((await setUp({ keeps_demo: "no" })).json().errors).toHaveProperty("keeps_demo");
    const kept = await setUp({});
    expect([kept.statusCode, kept.json().errors.name]).toEqual([409, expect.stringContaining("demo author")]);
    expect((await setUp({ keeps_demo: false })).statusCode).toBe(200);
    expect(await articles()).toEqual([]);
    expect((await undo()).status).toBe(200);
    expect(await articles()).toHaveLength(EDITION);
  });

  test("can be restored for 30 days; then its files are deleted, except of pictures in use", async () => {
    const { clock, database, runJob, editor, state, remove, undo, library, articles } = await start();
    const [first] = await articles();
    await remove();
    await editor({ method: "POST", url: `/api/articles/${first?.id}/restore/` });
    clock.advance(30 * DAY);
    expect([(await undo()).status, (await state()).body.state]).toEqual([409, "present"]);
    await runJob("expired trash");
    clock.advance(2 * DAY);
    await runJob("removed demo content");
    expect(await database.db.selectFrom("demo_removal").select("id").execute()).toEqual([]);
    const left = await database.db.selectFrom("picture").select("hidden_at").execute();
    expect(left.length).toBeGreaterThan(0);
    expect(left.every(({ hidden_at }) => hidden_at === null)).toBe(true);
    expect(await library()).toBe(String(left.length));
  });

  test("is not looked for in a publication that never had any", async () => {
    const database = await open();
    const { app } = await startTestApp(database);
    const editor = await startPatientEditor(app, database, testClock());
    expect((await editor({ method: "GET", url: "/api/demo/" })).body).toMatchObject({ state: "none", kept: [] });
    expect((await editor({ method: "POST", url: "/api/demo/removal/" })).status).toBe(409);
  });
});
