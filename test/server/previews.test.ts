import { expect, test } from "vitest";
import { changeUser } from "#features/identity/accounts/commands.ts";
import { removeUser } from "#features/identity/people/commands.ts";
import { operator } from "#shared/actor.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { TEST_SITE } from "#test/support/test-app.ts";

const DAY = 24 * 60 * 60_000;
type Desk = Awaited<ReturnType<typeof startDesk>>;

async function share({ call, app }: Desk, id: number) {
  const { status, body } = await call({ method: "POST", url: editorApiUrl.preview(id) });
  const path = String(body.url).slice(TEST_SITE.length);
  return { status, body, path, open: (query = "") => app.inject(`${path}${query}`) };
}

describeOnSqlite("a link to a preview", (open) => {
  test("shows the working copy as its page, of a draft too, to whoever has it; nothing runs or is kept", async () => {
    const desk = await startDesk(open);
    const { call, clock, publishOne } = desk;
    const id = await publishOne({ status: "draft", publishedAt: null, title: "Stored" });
    const texts = { title: "Not yet said", content: "<p>Secret words.</p>", category: "Brand New", tags: ["Hidden"] };
    const payload = { ...texts, layout: "photo_essay" };
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload });
    const { status, body, path, open: read } = await share(desk, id);
    expect([status, body.expires]).toEqual([201, new Date(clock.now() + 7 * DAY).toISOString()]);
    expect(path).toMatch(/^\/preview\/[\w-]{43}$/);
    const page = await read();
    expect(page.statusCode).toBe(200);
    for (const text of ["Not yet said", "Secret words.", "Brand New", "Hidden"]) expect(page.body).toContain(text);
    expect(page.body).toMatch(/class="[^"]*\bphoto-essay\b/);
    expect(page.body).not.toContain("Stored");
    expect(page.headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "no-referrer",
      "x-frame-options": "SAMEORIGIN",
    });
    expect(page.headers["content-security-policy"]).toMatch(/script-src 'none'.*frame-ancestors 'self'/);
    expect(page.body).toContain('content="noindex"');
    expect(page.body).not.toContain("text/markdown");
    expect(page.body.replace(/<script data-head="" type="application\/ld\+json">.*?<\/script>/g, "")).not.toContain(
      "<script",
    );
    expect((await read("?theme=dark")).body).toContain('<html lang="en" data-theme="dark">');
    expect((await read("?theme=%22onload")).body).toContain('<html lang="en">');
    // What is saved later is seen later.
    await call({ method: "PUT", url: editorApiUrl.draft(id), payload: { title: "Said again" } });
    expect((await read()).body).toContain("Said again");
  });

  test("of an article without a working copy shows what is stored, and is no page of its address", async () => {
    const desk = await startDesk(open);
    const id = await desk.publishOne({ title: "As stored", image_url: "/media/a.jpg" });
    const { open: read } = await share(desk, id);
    expect((await read()).body).toContain("As stored");
    expect((await desk.app.inject(`/article/${id}`)).headers["cache-control"]).not.toContain("no-store");
  });

  test("ends after seven days, or when it is taken back, and was never guessed", async () => {
    const desk = await startDesk(open);
    const id = await desk.publishOne();
    const old = await share(desk, id);
    desk.clock.advance(7 * DAY - 1);
    expect((await old.open()).statusCode).toBe(200);
    desk.clock.advance(1);
    expect((await old.open()).statusCode).toBe(404);
    const fresh = await share(desk, id);
    expect((await desk.call({ method: "DELETE", url: editorApiUrl.preview(id) })).status).toBe(204);
    const gone = await fresh.open();
    expect([gone.statusCode, gone.headers["cache-control"]]).toEqual([404, "private, no-store"]);
    for (const path of ["/preview/x", `/preview/${"A".repeat(43)}`, "/preview/%00", "/preview/a%2Fb"])
      expect((await desk.app.inject(path)).statusCode, path).toBe(404);
    expect((await desk.call({ method: "POST", url: editorApiUrl.preview(999) })).status).toBe(404);
  });

  test("works only while its creator may see the document", async () => {
    const desk = await startDesk(open);
    const { database, clock, callAsColleague, app } = desk;
    const id = await desk.publishOne({ status: "draft", publishedAt: null });
    const issue = (await callAsColleague("POST", editorApiUrl.issues(), { subject: "Soon", body: "<p>A</p>" })).body.id;
    const links = [editorApiUrl.preview(id), editorApiUrl.issueShare(issue)];
    const urls = await Promise.all(links.map(async (url) => (await callAsColleague("POST", url)).body.url));
    const statuses = () =>
      Promise.all(urls.map(async (url) => (await app.inject(String(url).slice(TEST_SITE.length))).statusCode));
    const change = (change: Parameters<typeof changeUser>[4]) => changeUser(database, clock, operator, 2, change);
    expect(await statuses()).toEqual([200, 200]);
    await change({ role: "contributor" });
    expect(await statuses()).toEqual([404, 404]);
    await database.db.insertInto("article_owner").values({ article_id: id, account_id: 2, is_creator: 0 }).execute();
    expect(await statuses(), "one of the authors").toEqual([200, 404]);
    await change({ role: "editor", is_active: false });
    expect(await statuses()).toEqual([404, 404]);
    await change({ is_active: true });
    expect(await statuses()).toEqual([200, 200]);
    await removeUser(database, clock, operator, 2);
    expect(await statuses()).toEqual([404, 404]);
  });

  test("shows an issue as its page would be, to whoever has the link, and ends like the others", async () => {
    const { call, app } = await startDesk(open);
    const payload = { subject: "Not sent yet", introduction: "Hello.", body: "<p>Secret words.</p>" };
    const { id } = (await call({ method: "POST", url: editorApiUrl.issues(), payload })).body;
    const link = await call({ method: "POST", url: editorApiUrl.issueShare(id) });
    expect(link.status).toBe(201);
    const path = String(link.body.url).slice(TEST_SITE.length);
    const page = await app.inject(path);
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    for (const text of ["Not sent yet", "Hello.", "Secret words.", 'content="noindex"'])
      expect(page.body).toContain(text);
    expect((await app.inject(`/newsletter/${id}`)).statusCode).toBe(404);
    await call({ method: "DELETE", url: editorApiUrl.issue(id) });
    expect((await app.inject(path)).statusCode).toBe(404);
    await call({ method: "POST", url: editorApiUrl.issueRestore(id) });
    expect((await app.inject(path)).statusCode).toBe(200);
    await call({ method: "DELETE", url: editorApiUrl.issueShare(id) });
    expect((await app.inject(path)).statusCode).toBe(404);
    expect((await call({ method: "POST", url: editorApiUrl.issueShare(99) })).status).toBe(404);
  });
  test("shows a page as readers would see it, also at its later address, and ends like the others", async () => {
    const { call, app, clock } = await startDesk(open);
    const at = (id: number, rest = "") => `/api/pages/${id}/${rest}`;
    const content = '<p>Public words.</p><h2>Write to us</h2><aside class="contact-form"></aside>';
    const payload = { title: "Imprint", slug: "imprint", content, status: "published" };
    const { id } = (await call({ method: "POST", url: "/api/pages/", payload })).body;
    const draft = { title: "Legal notice", slug: "legal", content: content.replace("Public", "Secret") };
    await call({ method: "PUT", url: at(id, "draft/"), payload: draft });
    const share = async () => {
      const { status, body } = await call({ method: "POST", url: at(id, "preview/") });
      expect(status).toBe(201);
      return String(body.url).slice(TEST_SITE.length);
    };
    const path = await share();
    const page = await app.inject(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ "cache-control": "private, no-store", "x-robots-tag": "noindex, nofollow" });
    for (const text of ["Legal notice", "Secret words.", "<form", 'content="noindex"', `href="${TEST_SITE}/legal"`])
      expect(page.body).toContain(text);
    expect((await app.inject("/imprint")).body).toContain("Public words.");
    expect((await app.inject("/legal")).statusCode).toBe(404);

    await call({ method: "DELETE", url: at(id) });
    expect((await app.inject(path)).statusCode).toBe(404);
    await call({ method: "POST", url: at(id, "restore/") });
    expect((await app.inject(path)).statusCode).toBe(200);
    clock.advance(7 * DAY);
    expect((await app.inject(path)).statusCode).toBe(404);
    const other = await share();
    await call({ method: "DELETE", url: at(id, "preview/") });
    expect((await app.inject(other)).statusCode).toBe(404);
  });
});
