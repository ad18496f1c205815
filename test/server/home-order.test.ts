import { expect, test } from "vitest";
import type { HomeOrder } from "#features/articles/home/endpoints.ts";
import type { ArticleSummary } from "#features/articles/schema.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, type OpenTestDatabase } from "#test/support/engines.ts";

const HOUR = 60 * 60_000;

async function start(open: OpenTestDatabase) {
  const desk = await startDesk(open);
  const { app, call, clock, publishOne } = desk;
  const url = editorApiUrl.homeOrder();
  let count = 0;
  return {
    ...desk,
    read: async () => {
      const { body, headers } = await call({ method: "GET", url });
      return { order: body as HomeOrder, etag: String(headers.etag) };
    },
    arrange: (payload: object, ifMatch?: string) => call({ method: "PUT", url, payload, ...(ifMatch && { ifMatch }) }),
    /** Publishes articles, each older than the one before; returns their ids. */
    publishMany: async (size: number, change: object = {}) => {
      const ids: number[] = [];
      for (let index = 0; index < size; index++) {
        count += 1;
        ids.push(await publishOne({ title: `Story ${count}`, publishedAt: clock.now() - count * HOUR, ...change }));
      }
      return ids;
    },
    list: async (address: string) => (await app.inject(address)).json<ArticleSummary[]>().map(({ id }) => id),
    /** The articles that the home page links, in order. */
    onPage: async () => {
      const { body } = await app.inject(pageUrl.home());
      const main = body.slice(body.indexOf("<main"), body.indexOf("</main>"));
      return [...main.matchAll(/<h[23][^>]*><a [^>]*href="\/article\/(\d+)"/g)].map(([, id]) => Number(id));
    },
  };
}

describeOnEngines("the order of the home page", (open) => {
  test("arranged articles come first and get the list's switch; the rest follows by date", async () => {
    const { publishMany, arrange, list, read, call } = await start(open);
    const flagged = await publishMany(3, { is_featured: true });
    const [plain = 0, pick = 0] = [(await publishMany(1))[0], (await publishMany(1, { is_editors_pick: true }))[0]];
    expect(await list(apiUrl.featured())).toEqual(flagged);
    const { status, body } = await arrange({ lead: [{ id: plain }, { id: flagged[2] }], picks: [{ id: plain }] });
    expect(status).toBe(200);
    expect(await list(apiUrl.featured())).toEqual([plain, flagged[2], flagged[0], flagged[1]]);
    expect(await list(apiUrl.editorsPicks())).toEqual([plain, pick]);
    expect((await call({ method: "GET", url: apiUrl.article(plain) })).body).toMatchObject({
      is_featured: true,
      is_editors_pick: true,
    });
    const places = (entries: HomeOrder["lead"]) => entries.map(({ id, place }) => [id, place]);
    expect(places(body.lead)).toEqual([
      ...[
        [plain, "arranged"],
        [flagged[2], "arranged"],
        [flagged[0], "by_date"],
        [flagged[1], "by_date"],
      ],
    ]);
    expect((await read()).order).toEqual(body);

    await arrange({ lead: [], picks: [] });
    expect(await list(apiUrl.featured())).toEqual([...flagged, plain]);
  });

  test("an article leaves a list at its end by itself, on kept pages as well", async () => {
    const { publishMany, arrange, list, onPage, read, clock } = await start(open);
    const [first = 0, second = 0] = await publishMany(2, { is_featured: true });
    const ends_at = new Date(clock.now() + 5_000).toISOString();
    await arrange({ lead: [{ id: second, ends_at }], picks: [] });
    expect(await list(apiUrl.featured())).toEqual([second, first]);
    expect((await onPage())[0]).toBe(second);
    clock.advance(4_999);
    expect((await onPage())[0]).toBe(second);
    clock.advance(1);
    expect((await onPage())[0]).toBe(first);
    expect(await list(apiUrl.featured())).toEqual([first]);
    expect((await read()).order.lead.map(({ id, place }) => [id, place])).toEqual([
      ...[
        [first, "by_date"],
        [second, "ended"],
      ],
    ]);
  });

  test("another arrangement brings back nothing that has ended, and keeps the places of articles in the trash", async () => {
    const { publishMany, arrange, list, read, call, clock } = await start(open);
    const [a = 0, b = 0, c = 0, d = 0] = await publishMany(4, { is_featured: true });
    const ends_at = new Date(clock.now() + 2_000).toISOString();
    await arrange({ lead: [{ id: d, ends_at }, { id: c }, { id: b }], picks: [] });
    clock.advance(2_000);
    await call({ method: "DELETE", url: apiUrl.article(c) });
    // As the screen sends it, which shows neither of the two among the arranged ones.
    await arrange({ lead: [{ id: a }, { id: b }], picks: [] });
    expect(await list(apiUrl.featured())).toEqual([a, b]);
    expect((await read()).order.lead.find(({ id }) => id === d)?.place).toBe("ended");
    await call({ method: "POST", url: editorApiUrl.restore(c) });
    expect(await list(apiUrl.featured())).toEqual([c, a, b]);
    await arrange({ lead: [{ id: d }, { id: a }], picks: [] });
    expect(await list(apiUrl.featured())).toEqual([d, a, b, c]);
  });

  test("a change of the order is on the page at once, and one from an older order is refused", async () => {
    const { publishMany, arrange, onPage, read, list } = await start(open);
    const [first = 0, second = 0] = await publishMany(2, { is_featured: true });
    const { etag } = await read();
    expect((await onPage())[0]).toBe(first);
    expect((await arrange({ lead: [{ id: second }], picks: [] }, etag)).status).toBe(200);
    expect((await onPage())[0]).toBe(second);
    const stale = await arrange({ lead: [{ id: first }], picks: [] }, etag);
    expect(stale).toMatchObject({ status: 409, body: { code: "stale_version" } });
    expect(await list(apiUrl.featured())).toEqual([second, first]);
  });

  test("a cleared switch ends the place; the trash keeps it, and what is not public is left out", async () => {
    const { publishMany, arrange, list, call, read } = await start(open);
    const [one = 0, two = 0, three = 0] = await publishMany(3, { is_featured: true });
    await arrange({ lead: [{ id: three }, { id: two }], picks: [] });
    const bulk = (ids: number[], change: object) =>
      call({ method: "POST", url: editorApiUrl.bulk(), payload: { ids, change } });
    await bulk([three], { is_featured: false });
    expect(await list(apiUrl.featured())).toEqual([two, one]);
    await bulk([three], { is_featured: true });
    expect(await list(apiUrl.featured())).toEqual([two, one, three]);

    await bulk([two], { trash: true });
    expect(await list(apiUrl.featured())).toEqual([one, three]);
    expect((await read()).order.lead.map(({ id }) => id)).toEqual([one, three]);
    await bulk([two], { trash: false });
    expect(await list(apiUrl.featured())).toEqual([two, one, three]);
    await bulk([two], { status: "draft" });
    expect(await list(apiUrl.featured())).toEqual([one, three]);

    await bulk([two], { trash: true });
    await call({ method: "DELETE", url: editorApiUrl.trashed(two) });
    expect((await arrange({ lead: [{ id: two }], picks: [] })).status).toBe(400);
  });

  test("refuses what is no order, and readers", async () => {
    const { app, arrange, publishMany } = await start(open);
    const [id = 0] = await publishMany(1);
    const many = Array.from({ length: 31 }, (_, index) => ({ id: index + 1 }));
    for (const payload of [
      ...[[], {}, { lead: [] }, { lead: [id], picks: [] }, { lead: [{ id }, { id }], picks: [] }],
      ...[
        { lead: many, picks: [] },
        { lead: [{ id: 999_999 }], picks: [] },
        { lead: [{ id: 0 }], picks: [] },
      ],
      { lead: [{ id, ends_at: "tomorrow" }], picks: [] },
    ])
      expect((await arrange(payload)).status, JSON.stringify(payload)).toBe(400);
    for (const method of ["GET", "PUT"] as const)
      expect((await app.inject({ method, url: editorApiUrl.homeOrder(), payload: {} })).statusCode).toBe(401);
  });
});
