import { expect, test } from "vitest";
import { documentUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { readMailFiles } from "#test/support/mails.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";

const MINUTE = 60_000;

describeOnSqlite("the pages of newsletter issues", (open) => {
  async function start() {
    const clock = testClock();
    const database = await open();
    const parts = await startTestApp(database, { clock });
    const editor = await startPatientEditor(parts.app, database, clock);
    const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
      editor({ method, url, ...(payload && { payload }) });
    return {
      ...parts,
      clock,
      call,
      page: (url: string) => parts.app.inject(url),
      create: async (body: object): Promise<number> =>
        (await call("POST", editorApiUrl.issues(), { subject: "The week", ...body })).body.id,
      send: async (id: number) => {
        await call("POST", editorApiUrl.issueAction(id, "send"));
        await parts.mail.advanceIssues();
      },
    };
  }
  const blockOf = (id: number, kind = "with-picture") => `<article class="${kind}" data-article="${id}"></article>`;

  test("show what was sent from the first mail on, to everybody, and nothing of one reader", async () => {
    const { page, create, send, store, app, mail, mailFiles } = await start();
    await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email: "r@example.com" } });
    const lead = await publish(store, { title: "Rollups & <b>fees</b>", excerpt: "In short." });
    const listed = await publish(store, { title: "Only listed" });
    const body =
      `<blockquote><h1>Dear readers</h1></blockquote><p>First.</p>${blockOf(lead)}<h2>After</h2>` +
      '<aside class="sponsor"><p><a href="https://acme.example/">Acme</a></p></aside><p class="button"><a href="/about">About</a></p>';
    const id = await create({ preview: "Inside", introduction: "Hello <you>.", body, article_ids: [listed] });
    const url = documentUrl.issue(id);
    for (const _again of [1, 2]) expect((await page(url)).statusCode).toBe(404);
    await send(id);
    const response = await page(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers["cache-control"]).toContain("s-maxage");
    expect(response.headers["content-security-policy"]).toContain("script-src 'self'");
    const html = response.body;
    for (const part of [
      "<title>The week | Jarida</title>",
      `<link data-head="" rel="canonical" href="${TEST_SITE}${url}">`,
      '<meta data-head="" name="description" content="Inside">',
      '"@type":"PublicationIssue"',
      "Hello &lt;you&gt;.",
      '<blockquote><h2 id="h-dear-readers"><a href="#h-dear-readers">Dear readers</a></h2></blockquote><p>First.</p>',
      `href="${pageUrl.article(lead)}"`,
      "Rollups &amp; &lt;b&gt;fees&lt;/b&gt;",
      '<h3 id="h-after"><a href="#h-after">After</a></h3>',
      '<aside class="sponsor" role="note">',
      'href="https://acme.example/" rel="sponsored noopener"',
      '<p class="button"><a href="/about">About</a></p>',
      "Only listed",
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/token=|\{\{|r@example|type="module"|data-scripts/);
    await mail.mailer.drain();
    const sent = (await readMailFiles(mailFiles())).find(({ subject }) => subject === "The week");
    for (const part of [sent?.html, sent?.text]) expect(part).toContain(`${TEST_SITE}${url}`);
    expect((await page(`${url}/`)).headers.location).toBe(url);
    for (const other of [documentUrl.issue(4711), "/newsletter/1x", "/newsletter/0"])
      expect((await page(other)).statusCode, other).toBe(404);
  });

  test("follow their articles: renamed ones have their new title, withdrawn ones are gone", async () => {
    const { page, create, send, store, call } = await start();
    const article = await publish(store, { title: "First title" });
    const id = await create({ body: `<p>Text</p>${blockOf(article)}` });
    await send(id);
    const text = async () => (await page(documentUrl.issue(id))).body;
    expect(await text()).toContain("First title");
    await call("PUT", apiUrl.article(article), { title: "Second title" });
    expect(await text()).toContain("Second title");
    await call("POST", editorApiUrl.unpublish(article));
    expect(await text()).not.toMatch(/(First|Second) title/);
    expect(await text()).toContain("<p>Text</p>");
  });

  test("are listed, the last sent first, a page at a time, and in the sitemap", async () => {
    const { page, create, send, clock } = await start();
    expect((await page(documentUrl.issues())).body).toContain("No issue has been sent yet.");
    expect((await page(feedUrl.sitemapPages())).body).not.toContain("/newsletter");
    const early = await create({ introduction: "a", subject: "Written first, sent last" });
    const sent: number[] = [];
    for (let n = 0; n < 21; n++) {
      const id = await create({ introduction: "a", subject: `Issue ${n}.` });
      if (n % 2 === 0) clock.advance(MINUTE);
      await send(id);
      sent.unshift(id);
    }
    clock.advance(MINUTE);
    await send(early);
    sent.unshift(early);
    const linksOn = async (url: string) =>
      [...(await page(url)).body.matchAll(/href="\/newsletter\/(\d+)"/g)].map(([, id]) => Number(id));
    expect(await linksOn(documentUrl.issues())).toEqual(sent.slice(0, 20));
    const first = (await page(documentUrl.issues())).body;
    const next = /href="(\/newsletter\?before=\d+)"/.exec(first)?.[1] ?? "";
    expect(await linksOn(next)).toEqual(sent.slice(20));
    expect((await page(next)).body).toContain(`rel="canonical" href="${TEST_SITE}${next}"`);
    const draft = await create({ introduction: "a" });
    expect((await page(documentUrl.issues(draft))).statusCode).toBe(404);
    const sitemap = (await page(feedUrl.sitemapPages())).body;
    for (const url of [documentUrl.issues(), ...sent.map(documentUrl.issue)])
      expect(sitemap).toContain(`<loc>${TEST_SITE}${url}</loc>`);
    expect(sitemap).not.toContain(documentUrl.issue(draft));
  });
});
