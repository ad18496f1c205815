import { expect, it } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { seedAdSpaces } from "./commands.ts";
import { adSpaceList } from "./schema.ts";

describeOnSqlite("GET ads/", (openTestDatabase) => {
  async function start() {
    const database = await openTestDatabase();
    await seedAdSpaces(database);
    const { app } = await startTestApp(database);
    const names = async (url: string) => adSpaceList.parse((await app.inject(url)).json()).map((space) => space.name);
    return { database, app, names };
  }

  it("shows readers the active ones of the four samples, ordered by id", async () => {
    const { names } = await start();
    expect(await names(apiUrl.ads())).toEqual(["Homepage Leaderboard", "Article Sidebar", "Category Rectangle"]);
  });

  it("filters by location; an unknown location has none", async () => {
    const { names, app } = await start();
    expect(await names(apiUrl.ads("homepage"))).toEqual(["Homepage Leaderboard"]);
    expect(await names(apiUrl.ads("article"))).toEqual(["Article Sidebar"]);
    expect(await names(apiUrl.ads("nowhere' or 1=1 --"))).toEqual([]);
    const answer = await app.inject(apiUrl.ads("category"));
    expect(answer.json()).toEqual([
      {
        id: expect.any(Number),
        name: "Category Rectangle",
        type: "rectangle",
        location: "category",
        active: true,
        image_url: "",
        alt: "",
        target_url: "",
      },
    ]);
  });

  it.each(["?location=", "?location=%20"])("returns all locations for an empty one: %s", async (query) => {
    const { names } = await start();
    expect(await names(`${apiUrl.ads()}${query}`)).toEqual(await names(apiUrl.ads()));
    expect(await names(`${apiUrl.ads()}${query}`)).toHaveLength(3);
  });

  it.each([
    ["a NUL", "?location=%00"],
    ["two locations", "?location=a&location=b"],
    ["an overlong one", `?location=${"x".repeat(5000)}`],
  ])("returns 400 as JSON for %s", async (_case, query) => {
    const { app } = await start();
    const answer = await app.inject(`${apiUrl.ads()}${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ detail: expect.any(String), errors: { location: expect.any(String) } });
  });

  it("seeds once: two concurrent starts make four, and a deleted space stays deleted", async () => {
    const database = await openTestDatabase();
    await Promise.all([seedAdSpaces(database), seedAdSpaces(database)]);
    const ids = () => database.db.selectFrom("ad_space").select("id").orderBy("id").execute();
    const [first, ...others] = await ids();
    expect(others).toHaveLength(3);
    await database.db
      .deleteFrom("ad_space")
      .where("id", "=", first?.id ?? 0)
      .execute();
    await seedAdSpaces(database);
    expect(await ids()).toEqual(others);
  });
});
