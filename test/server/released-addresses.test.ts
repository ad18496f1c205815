import { expect, test } from "vitest";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite } from "#test/support/engines.ts";

/** Addresses that each release has given out; others link to them, so none is ever removed from these lists. */
const RELEASED = {
  "0.1.0": [
    "/",
    "/category/blockchain",
    "/article/1",
    "/about",
    "/contact",
    "/advertise",
    "/privacy-policy",
    "/unsubscribe",
    "/search?query=plain",
    "/rss.xml",
    "/feed.json",
    "/category/blockchain/rss.xml",
    "/category/blockchain/feed.json",
    "/robots.txt",
    "/sitemap.xml",
    "/sitemaps/pages.xml",
    "/sitemaps/articles-1.xml",
    "/news-sitemap.xml",
    "/og-default.jpg",
    "/api/articles/1/",
    "/api/openapi.json",
  ],
  "0.2.0": [
    "/newsletter",
    "/corrections",
    "/article/1/changes",
    "/article/1/changes/1",
    "/authors/1",
    "/record.json",
    "/record.xml",
    "/social-card.png",
  ],
  "0.3.0": ["/archive", "/authors", "/saved", "/offline", "/feed", "/rss", "/article/1.md"],
};

describeOnSqlite("every address of", (open) => {
  test.each(Object.entries(RELEASED))(
    "%s is served, or redirects to one that is, in both forms of addresses",
    async (_release, addresses) => {
      const { app, call, store } = await startDesk(open);
      const me = (await call({ method: "GET", url: "/api/accounts/users/me/" })).body.id;
      expect([await publish(store, { authorId: me }), me]).toEqual([1, 1]);
      const follow = async (url: string, steps = 0): Promise<number> => {
        const { statusCode, headers } = await app.inject(url);
        const isMoved = statusCode >= 300 && statusCode < 400 && steps < 2;
        return isMoved ? follow(String(headers.location), steps + 1) : statusCode;
      };
      for (const article of ["id", "id-slug"]) {
        await call({ method: "PUT", url: "/api/settings/addresses/", payload: { article } });
        for (const url of addresses) expect(await follow(url), `${url} (${article})`).toBe(200);
      }
    },
  );
});
