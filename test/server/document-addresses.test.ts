import { describe, expect, test } from "vitest";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { openSqliteForTest } from "#test/support/engines.ts";

async function start() {
  const { app, call, publishOne, clock } = await startDesk(openSqliteForTest);
  const { id: authorId } = (await call({ method: "GET", url: editorApiUrl.me() })).body as { id: number };
  const me = "amina-otieno";
  const publish = () => publishOne({ authorId, publishedAt: clock.now() - 1_000 });
  const get = async (url: string) => {
    const { statusCode: status, headers, body } = await app.inject(url);
    return { status, headers, body, location: headers.location };
  };
  return { app, call, me, publish, get };
}

/** Numbers that are none, or of nothing. */
const NO_NUMBERS = ["0", "1x", "99999999999", "%31%00"];

/** A document of each kind. */
const documentsOf = (article: number, author: string) => [
  documentUrl.issues(),
  documentUrl.corrections(),
  documentUrl.changes(article),
  documentUrl.version(article, 1),
  documentUrl.authors(),
  documentUrl.author(author),
];

describe("a page that is complete without any script", () => {
  test("is not there for what is no number, and says so as any unknown page does", async () => {
    const { get } = await start();
    for (const number of NO_NUMBERS)
      for (const url of [`/newsletter/${number}`, `/article/${number}/changes`, `/article/1/changes/${number}`]) {
        const { status, body, headers } = await get(url);
        expect(status, url).toBe(404);
        expect(headers["content-type"], url).toContain("text/html");
        expect(body.match(/<h1/g), url).toHaveLength(1);
      }
  });

  test("has one address: a slash at its end leads to it, and odd parameters are no page of their own", async () => {
    const { get, publish, me } = await start();
    const id = await publish();
    for (const url of documentsOf(id, me)) {
      expect(await get(`${url}/`), url).toMatchObject({ status: 308, location: url });
      const plain = await get(url);
      expect(plain.status, url).toBe(200);
      expect(await get(`${url}?page=1`), url).toMatchObject({ status: 301, location: url });
      for (const query of ["?page=0", "?page=x", "?page=1&page=2", "?before=x", "?utm_source=mail"])
        expect((await get(url + query)).headers.etag, url + query).toBe(plain.headers.etag);
    }
  });

  test("has the masthead and the footer of all pages, and its ETag changes with them", async () => {
    const { get, publish, call, me } = await start();
    const id = await publish();
    const home = (await get(pageUrl.home())).body;
    const urls = documentsOf(id, me);
    const before = await Promise.all(urls.map(get));
    for (const [at, { body }] of before.entries()) {
      for (const part of [
        'aria-label="Sections"',
        'action="/search"',
        'aria-label="Market prices"',
        'href="/newsletter"',
      ])
        expect([body.includes(part), home.includes(part)], `${urls[at]} ${part}`).toEqual([true, true]);
      expect(body).toContain("data-theme-switch");
    }
    await call({ method: "POST", url: apiUrl.categories(), payload: { name: "NFTs" } });
    for (const [at, url] of [...urls, pageUrl.home()].entries()) {
      const { body, headers } = await get(url);
      // The footer has the sections of the specification that exist.
      expect([body.match(/"\/category\/nfts"/g)?.length, body.includes('"/category/ai"')], url).toEqual([
        2 + (at === urls.length ? 1 : 0),
        false,
      ]);
      if (before[at]) expect(headers.etag, url).not.toBe(before[at].headers.etag);
    }
  });

  test("has no part past its end", async () => {
    const { get, publish, me } = await start();
    const id = await publish();
    for (const url of [
      documentUrl.corrections(2),
      documentUrl.changes(id, 2),
      documentUrl.author(me, 2),
      documentUrl.authors(2),
    ])
      for (const far of [url, url.replace("page=2", "page=2147483647")]) expect((await get(far)).status, far).toBe(404);
  });

  test("can only be read", async () => {
    const { app, publish, me } = await start();
    const id = await publish();
    for (const url of documentsOf(id, me))
      for (const method of ["POST", "PUT", "DELETE"] as const) {
        const { statusCode, headers } = await app.inject({ method, url });
        expect([statusCode, headers.allow], `${method} ${url}`).toEqual([405, "GET, HEAD"]);
      }
  });
});

describe("an author's page as search engines know it", () => {
  const described = (body: string) => body.match(/<meta[^>]*name="description" content="([^"]*)"/)?.[1];

  test("is described by the beginning of what they say of themselves, whole letters only", async () => {
    const { get, call, publish, me } = await start();
    await publish();
    const plain = (await get(documentUrl.author(me))).body;
    expect(described(plain)).toMatch(/^Articles by .+ in Jarida\.$/);
    const bio = `${"a".repeat(159)}😀 and more`;
    expect((await call({ method: "PUT", url: editorApiUrl.profile(), payload: { bio } })).status).toBe(200);
    const { body } = await get(documentUrl.author(me));
    expect(body).not.toContain("\ufffd");
    expect(described(body)).toBe("a".repeat(159));
  });
});

describe("a form without scripts", () => {
  test("that is sent as something else changes nothing, and has nothing to show again", async () => {
    const { app } = await start();
    for (const url of ["/newsletter/subscribe", "/newsletter/unsubscribe", pageUrl.contact()]) {
      const post = (type: string, payload: string) =>
        app.inject({ method: "POST", url, headers: { "content-type": type }, payload });
      expect((await post("application/json", "{}")).statusCode, url).toBe(415);
      const large = await post("application/x-www-form-urlencoded", `email=${"a".repeat(70_000)}`);
      expect([large.statusCode, large.body.includes("<form method")], url).toEqual([413, false]);
      const empty = await post("application/x-www-form-urlencoded", "");
      expect([empty.statusCode, empty.headers["content-type"]], url).toEqual([
        400,
        expect.stringContaining("text/html"),
      ]);
    }
  });

  test("that is not accepted comes back with what was typed, as text and nothing else", async () => {
    const { app } = await start();
    const email = '"><script>alert(1)</script>';
    const { statusCode, body } = await app.inject({
      method: "POST",
      url: "/newsletter/subscribe",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ email }).toString(),
    });
    expect(statusCode).toBe(400);
    expect(body).not.toContain("<script>alert");
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(body).toMatch(/aria-invalid="true"/);
  });
});
