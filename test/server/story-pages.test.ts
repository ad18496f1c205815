import { expect, test } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

describeOnEngines("the page of a story", (open) => {
  const start = async () => {
    const database = await open();
    const clock = testClock();
    const { app } = await startTestApp(database, { clock });
    const { headers } = await startEditor(app, database);
    const publish = async (title: string, change: object = {}) => {
      clock.advance(60_000);
      const payload = {
        title,
        excerpt: "e",
        content: "<p>Text.</p>",
        category: "Tech",
        status: "published",
        ...change,
      };
      const made = await app.inject({ method: "POST", url: apiUrl.articles(), headers, payload });
      expect(made.statusCode, made.body).toBe(201);
      return made.json().id as number;
    };
    const read = async (id: number) => (await app.inject({ url: apiUrl.article(id) })).json();
    return { app, headers, publish, read };
  };

  test("leads to the three newest others of its author that readers may see", async () => {
    const { publish, read } = await start();
    const first = await publish("First");
    expect((await read(first)).authors[0]).not.toHaveProperty("more");
    for (const title of ["Second", "Third", "Fourth"]) await publish(title);
    await publish("Draft", { status: "draft" });
    const last = await publish("Last");
    const titles = async (id: number) => (await read(id)).authors[0].more.map(({ title }: { title: string }) => title);
    expect(await titles(first)).toEqual(["Last", "Fourth", "Third"]);
    expect(await titles(last)).toEqual(["Fourth", "Third", "Second"]);
  });

  test("has its layout only if it is not the usual one, and editors always have it", async () => {
    const { app, headers, publish, read } = await start();
    const plain = await publish("Plain");
    expect(await read(plain)).not.toHaveProperty("layout");
    const wide = await publish("Wide", { layout: "photo_essay", picture_place: "none" });
    expect(await read(wide)).toMatchObject({ layout: "photo_essay", picture_place: "none" });
    const edited = async (id: number) => (await app.inject({ url: apiUrl.article(id), headers })).json();
    expect(await edited(plain)).toMatchObject({ layout: "news", picture_place: "automatic" });
    const url = apiUrl.article(plain);
    const refused = await app.inject({ method: "PUT", url, headers, payload: { layout: "poster" } });
    expect(refused.statusCode).toBe(400);
  });
});
