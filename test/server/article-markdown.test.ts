import { expect, test } from "vitest";
import { parse } from "yaml";
import { trashArticle } from "#features/articles/type.ts";
import { operator } from "#shared/actor.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const MARKDOWN = { accept: "text/markdown, text/html, */*" };
const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describeOnEngines("an article as Markdown", (open) => {
  const start = async () => {
    const desk = await startDesk(open);
    const get = async (url: string, headers: Record<string, string> = {}) => {
      const response = await desk.app.inject({ url, headers });
      return { status: response.statusCode, type: response.headers["content-type"], ...response };
    };
    return { ...desk, get };
  };

  test("has its text, facts and corrections, and says which page it is of", async () => {
    const { publishOne, call, get } = await start();
    const title = 'Fees: "up" & down';
    const content = '<h2>Why</h2><p>See <a href="/about">us</a>.</p>';
    const id = await publishOne({ title, content, tags: ["Fees"], authors: ["Amina", "Baraka"] });
    const corrected = { text: "It was *5*.", position: "top" };
    await call({ method: "POST", url: `${apiUrl.article(id)}corrections/`, payload: corrected });
    const { status, type, headers, body } = await get(`/article/${id}.md`);
    expect([status, type]).toEqual([200, "text/markdown; charset=utf-8"]);
    expect(headers).toMatchObject({
      "x-robots-tag": "noindex",
      link: `<${TEST_SITE}/article/${id}>; rel="canonical"`,
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
      etag: expect.any(String),
    });
    const [, front = "", text] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(body) ?? [];
    expect(parse(front)).toMatchObject({
      title,
      authors: ["Amina", "Baraka"],
      canonical: `${TEST_SITE}/article/${id}`,
      topics: ["Fees"],
      genre: "news",
      published: expect.stringMatching(/^\d{4}-.*Z$/),
      corrections: [{ text: "It was *5*." }],
    });
    expect(text).toContain(`# ${title}\n\n*What it says in short.*\n\n> **Correction, `);
    expect(text).toContain(":** It was \\*5\\*.");
    expect(text).toContain(`## Why\n\nSee [us](<${TEST_SITE}/about>).`);
    expect((await get(`/article/${id}.md`, { "if-none-match": String(headers.etag) })).status).toBe(304);
  });

  test("is at the page's address for clients that prefer it, and no cache gives it to others", async () => {
    const { publishOne, get } = await start();
    const id = await publishOne({ title: "One address" });
    const url = `/article/${id}`;
    for (const _round of ["made", "cached"]) {
      const page = await get(url, HTML);
      expect([page.type, page.headers.vary]).toEqual(["text/html; charset=utf-8", "accept, accept-encoding"]);
      const markdown = await get(url, MARKDOWN);
      expect([markdown.status, markdown.type]).toEqual([200, "text/markdown; charset=utf-8"]);
      expect(markdown.headers).toMatchObject({
        vary: "accept, accept-encoding",
        "cache-control": "private, no-cache",
        "content-location": `${url}.md`,
        "x-robots-tag": "noindex",
      });
      expect(markdown.body).toBe((await get(`${url}.md`, HTML)).body);
      expect((await get(url)).type).toBe("text/html; charset=utf-8");
    }
    // Other pages have no Markdown.
    expect((await get("/", MARKDOWN)).type).toBe("text/html; charset=utf-8");
  });

  test("follows changes, and names the page that published the text first", async () => {
    const { publishOne, call, get } = await start();
    const id = await publishOne({ title: "Before" });
    for (const url of [`/article/${id}.md`, `/article/${id}`])
      expect((await get(url, MARKDOWN)).body).toContain("# Before");
    const payload = { title: "After", canonical_url: "https://first.example/a", genre: "sponsored" };
    await call({ method: "PUT", url: apiUrl.article(id), payload });
    for (const url of [`/article/${id}.md`, `/article/${id}`]) {
      const { body, headers } = await get(url, MARKDOWN);
      expect(body).toContain("# After\n\n*Sponsored*");
      expect(headers.link).toBe('<https://first.example/a>; rel="canonical"');
    }
  });

  test("has its page's address with words, if the settings say so", async () => {
    const { publishOne, call, get } = await start();
    const id = await publishOne({ title: "Bitcoin falls" });
    await call({ method: "PUT", url: "/api/settings/addresses/", payload: { article: "id-slug" } });
    const url = `/article/${id}/bitcoin-falls`;
    expect((await get(`/article/${id}`, MARKDOWN)).headers.location).toBe(url);
    for (const path of [url, `/article/${id}.md`]) {
      const { status, headers } = await get(path, MARKDOWN);
      expect([status, headers.link]).toEqual([200, `<${TEST_SITE}${url}>; rel="canonical"`]);
    }
  });

  test("is there only while readers see the article", async () => {
    const { publishOne, get, store } = await start();
    const [draft, removed] = [await publishOne({ status: "draft", publishedAt: null }), await publishOne()];
    expect((await get(`/article/${removed}.md`)).status).toBe(200);
    await trashArticle(store, operator, removed);
    for (const [id, page] of [
      [draft, 404],
      [removed, 410],
      [999, 404],
    ] as const) {
      expect((await get(`/article/${id}.md`)).status, String(id)).toBe(page);
      const negotiated = await get(`/article/${id}`, MARKDOWN);
      expect([negotiated.status, negotiated.type], String(id)).toEqual([page, "text/html; charset=utf-8"]);
    }
    for (const path of ["/article/x.md", "/article/01.md", "/article/1e0.md", "/article/.md", `/article/${draft}.MD`])
      expect((await get(path)).status, path).toBe(404);
  });
});
