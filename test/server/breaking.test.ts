import { expect, test } from "vitest";
import { HOUR } from "#shared/time.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, clock, publishOne } = desk;
  const began = clock.now();
  await publishOne({ title: "Calm", tags: ["Cards"], publishedAt: began - 24 * HOUR });
  const bar = async (url: string) => {
    const { body } = await app.inject(url);
    const [, shown = ""] = /<aside aria-label="Breaking"(.*?)<\/aside>/s.exec(body) ?? [];
    return { story: /\/article\/(\d+)/.exec(shown)?.[1], told: /data-breaking="([^"]*)"/.exec(body)?.[1] };
  };
  return {
    ...desk,
    bar,
    /** The story in the bar of the home page. */
    story: async () => Number((await bar("/")).story ?? 0),
    /** A breaking story; `age` in hours. */
    breaking: (age: number, change: object = {}) =>
      publishOne({ title: `Breaking ${age}`, is_breaking: true, publishedAt: began - age * HOUR, ...change }),
    set: (id: number, payload: object) => call({ method: "PUT", url: `/api/articles/${id}/`, payload }),
  };
}

describeOnEngines("the breaking story", (open) => {
  test("is on all pages for six hours, and leaves cached ones by itself", async () => {
    const { bar, breaking, clock } = await start(open);
    const pages = ["/", "/article/1", "/category/blockchain", "/search?query=calm", "/authors", "/topics/cards"];
    for (const url of pages) expect((await bar(url)).story, url).toBeUndefined();
    const id = await breaking(0);
    const until = clock.now() + 6 * HOUR;
    for (const url of [...pages, "/no-such-page"])
      expect(await bar(url), url).toEqual({ story: String(id), told: `${id} ${until}` });
    clock.advance(6 * HOUR - 1);
    for (const url of pages) expect((await bar(url)).story, url).toBe(String(id));
    clock.advance(1);
    for (const url of pages) expect(await bar(url), url).toEqual({ story: undefined, told: undefined });
  });

  test("is the newest one, appears at its time, and follows changes", async () => {
    const { story, breaking, set, clock } = await start(open);
    const older = await breaking(2);
    expect(await story()).toBe(older);
    const scheduled = await breaking(-1);
    expect(await story()).toBe(older);
    clock.advance(HOUR);
    expect(await story(), "without any change").toBe(scheduled);
    await set(scheduled, { is_breaking: false });
    expect(await story()).toBe(older);
    await set(older, { status: "draft" });
    expect(await story()).toBe(0);
  });

  test("is never what was paid for, nor what is too old", async () => {
    const { story, breaking } = await start(open);
    await breaking(1, { genre: "sponsored" });
    await breaking(6);
    expect(await story()).toBe(0);
  });
});
