import { expect, test } from "vitest";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";

const url = editorApiUrl.houseStyle();
const IMAGE = '<img src="/media/abcdefgh/400x300.jpg" alt="Boats" />';
const BARE = `<p>Text</p>${IMAGE}`;
const CREDITED = `<p>Text</p><figure>${IMAGE}<small>Photo: Amina</small></figure>`;
const ARTICLE = { title: "The port at dawn", category: "Tech", status: "published" };

describeOnEngines("the house style", (open) => {
  test("has defaults until a chief changes it, field by field, and the other fields stay", async () => {
    const { call } = await startDesk(open);
    const words = [{ avoid: "utilise", replacement: "use", reason: "plain words", language: "en" }];
    expect((await call({ method: "GET", url })).body).toMatchObject({ title_to: 90, alt: "hint", words: [] });
    expect(await call({ method: "PUT", url, payload: { words } })).toMatchObject({ status: 200, body: { words } });
    expect((await call({ method: "PUT", url, payload: { credit: "required" } })).body).toMatchObject({
      words,
      credit: "required",
      caption: "off",
    });
  });

  test("stops publishing by a save, a publication and a time, until the picture has what it requires", async () => {
    const { call, clock } = await startDesk(open);
    await call({ method: "PUT", url, payload: { credit: "required" } });
    const create = (content: string, change: object = {}) =>
      call({ method: "POST", url: apiUrl.articles(), payload: { ...ARTICLE, content, ...change } });
    expect(await create(BARE)).toMatchObject({
      status: 403,
      body: { code: "house_style", errors: { content: expect.any(String) } },
    });
    const { body: draft } = await create(BARE, { status: "draft" });
    const publish = (payload: object = {}) => call({ method: "POST", url: editorApiUrl.publish(draft.id), payload });
    const at = new Date(clock.now() + 3_600_000).toISOString();
    expect([(await publish()).status, (await publish({ at })).status]).toEqual([403, 403]);
    const bulk = { ids: [draft.id], change: { status: "published" } };
    await call({ method: "POST", url: editorApiUrl.bulk(), payload: bulk });
    expect((await call({ method: "GET", url: apiUrl.article(draft.id) })).body.status).toBe("draft");
    await call({ method: "PUT", url: editorApiUrl.draft(draft.id), payload: { content: CREDITED } });
    expect((await publish({ at })).status).toBe(200);
  });

  test("lets a public article change that lacked it before, and no new picture without it", async () => {
    const { call, asReader } = await startDesk(open);
    const made = await call({ method: "POST", url: apiUrl.articles(), payload: { ...ARTICLE, content: BARE } });
    await call({ method: "PUT", url, payload: { credit: "required" } });
    const change = (content: string) =>
      call({ method: "PUT", url: apiUrl.article(made.body.id), payload: { ...ARTICLE, content } });
    expect((await change(BARE.replace("Text", "Corrected"))).status).toBe(200);
    expect((await asReader(made.body.id)).content).toContain("Corrected");
    const another = '<img src="/media/bcdefghi/400x300.jpg" alt="Nets" />';
    expect((await change(BARE + another)).status).toBe(403);
    // Replaced everywhere, a picture has another address.
    expect((await change(BARE.replace("abcdefgh", "cdefghij"))).status).toBe(200);
  });

  test("holds for pages and newsletter issues", async () => {
    const { call } = await startDesk(open);
    await call({ method: "PUT", url, payload: { credit: "required" } });
    const page = { title: "About us", slug: "about-the-port", content: BARE };
    const create = (payload: object) => call({ method: "POST", url: "/api/pages/", payload });
    expect(await create({ ...page, status: "published" })).toMatchObject({
      status: 403,
      body: { code: "house_style", errors: { content: expect.any(String) } },
    });
    const { body: draft } = await create(page);
    expect((await call({ method: "POST", url: `/api/pages/${draft.id}/publish/`, payload: {} })).status).toBe(403);
    await call({ method: "PUT", url: `/api/pages/${draft.id}/`, payload: { content: CREDITED } });
    expect((await call({ method: "POST", url: `/api/pages/${draft.id}/publish/`, payload: {} })).status).toBe(200);
    const { body: issue } = await call({
      method: "POST",
      url: editorApiUrl.issues(),
      payload: { subject: "The week", body: BARE },
    });
    expect(await call({ method: "POST", url: editorApiUrl.issueAction(issue.id, "send"), payload: {} })).toMatchObject({
      status: 403,
      body: { code: "house_style", errors: { body: expect.any(String) } },
    });
  });
});

describeOnSqlite("a house style that cannot be", (open) => {
  test.each([
    ["words", [{ avoid: "…" }]],
    ["words", [{ avoid: "x".repeat(81) }]],
    ["words", [{ avoid: "a", language: "English" }]],
    ["words", Array.from({ length: 301 }, (_, at) => ({ avoid: `w${at}` }))],
    ["caption", "always"],
    ["title_to", 301],
  ])("%s is rejected by its name (%#)", async (field, value) => {
    const { call } = await startDesk(open);
    const { status, body } = await call({ method: "PUT", url, payload: { [field]: value } });
    expect([status, Object.keys(body.errors)[0]?.split(".")[0]]).toEqual([400, field]);
  });

  test("titles from more than they go up to are rejected", async () => {
    const { call } = await startDesk(open);
    expect((await call({ method: "PUT", url, payload: { title_from: 80, title_to: 60 } })).body.errors).toHaveProperty(
      "title_to",
    );
  });
});
