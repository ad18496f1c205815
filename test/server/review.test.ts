import { expect, test } from "vitest";
import type { Review } from "#features/documents/review/schema.ts";
import { feedUrl, pageUrl } from "#shared/urls.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { logIn, startEditor } from "#test/support/editor.ts";
import { describeOnSqlite, type OpenTestDatabase } from "#test/support/engines.ts";
import { formRequest } from "#test/support/form.ts";
import { pngOf } from "#test/support/other-host.ts";

const HOUR = 60 * 60_000;
const RULE = { enabled: true, words: ["hack"], categories: [] };
const NEEDS = "This article needs the approval of a second person before it can be published, because it says “hack”.";

async function start(open: OpenTestDatabase, rule: object = RULE) {
  const desk = await startDesk(open);
  const { call, callAsColleague, app } = desk;
  if (Object.keys(rule).length > 0) await call({ method: "PUT", url: editorApiUrl.reviewSettings(), payload: rule });
  const article = async (id: number) => call({ method: "GET", url: apiUrl.article(id) });
  const tagOf = async (id: number) => {
    const answer = await article(id);
    const draft = answer.body.has_draft ? await call({ method: "GET", url: editorApiUrl.draft(id) }) : answer;
    return String(draft.headers.etag);
  };
  return {
    ...desk,
    tagOf,
    create: async (fields: object = {}) => {
      const payload = { title: "Bridge hacked", category: "Tech", content: "<p>Text.</p>", sources: ["A"], ...fields };
      return (await call({ method: "POST", url: apiUrl.articles(), payload })).body.id as number;
    },
    publish: (id: number, payload?: object) =>
      call({ method: "POST", url: editorApiUrl.publish(id), ...(payload && { payload }) }),
    review: async (id: number) => (await call({ method: "GET", url: editorApiUrl.review(id) })).body as Review,
    /** The colleague approves the newest text. */
    approve: async (id: number, payload?: object) =>
      callAsColleague("POST", editorApiUrl.approvals(id), payload, await tagOf(id)),
    /** Uploads a picture of one shade. */
    addPicture: async (shade: number) => {
      const { access } = (await logIn(app)).json<{ access: string }>();
      const form = await formRequest({}, { file: await pngOf(shade) });
      const headers = { ...form.headers, authorization: `Bearer ${access}` };
      await app.inject({ method: "POST", url: editorApiUrl.upload(), payload: form.payload, headers });
      const [picture] = (await call({ method: "GET", url: editorApiUrl.pictures() })).body;
      return picture as { id: number; url: string };
    },
    isPublic: async (id: number) => (await app.inject(apiUrl.article(id))).statusCode === 200,
  };
}

describeOnSqlite("the two-person rule", (open) => {
  test("is off until a chief sets it, with categories by name or slug, and refuses what it cannot mean", async () => {
    const { call, create, publish, isPublic, app, database } = await start(open, {});
    const url = editorApiUrl.reviewSettings();
    expect((await call({ method: "GET", url })).body).toEqual({ enabled: false, words: [], categories: [], also: [] });
    const id = await create();
    expect((await publish(id)).status).toBe(200);
    expect(await isPublic(id)).toBe(true);

    const put = (payload: object, ifMatch?: string) =>
      call({ method: "PUT", url, payload, ...(ifMatch && { ifMatch }) });
    const set = await put({ enabled: true, words: ["hack", "Hack", "ETF"], categories: ["tech", "Tech"] });
    const rule = { enabled: true, words: ["Hack", "ETF"], categories: ["Tech"] };
    expect(set).toMatchObject({ status: 200, body: { ...rule, held: [] } });
    expect((await put({ enabled: false }, '"another"')).status).toBe(409);
    expect((await put({ enabled: false }, String(set.headers.etag))).body).toMatchObject({ ...rule, enabled: false });
    for (const wrong of [
      { words: ["?!"] },
      { words: ["x".repeat(61)] },
      { words: Array.from({ length: 201 }, (_, n) => `w${n}`) },
      { categories: ["No such"] },
      { enabled: "yes" },
      { more: 1 },
      [],
    ])
      expect([wrong, (await put(wrong)).status]).toEqual([wrong, 400]);
    expect((await call({ method: "GET", url })).body).toEqual({ ...rule, enabled: false, also: [] });
    const writer = { email: "w@news.example", password: "correct horse battery", name: "W", role: "writer" as const };
    const { headers } = await startEditor(app, database, writer);
    expect((await app.inject({ url, headers })).statusCode).toBe(200);
  });

  test("asks for sources and somebody else's approval of exactly the text, and for another after an edit", async () => {
    const { call, create, publish, review, approve, tagOf, isPublic, callAsColleague } = await start(open);
    const id = await create({ sources: [] });
    const both = "This article needs its sources and the approval of a second person before it can be published";
    expect(await publish(id)).toMatchObject({
      status: 403,
      body: { code: "approval_required", detail: expect.stringContaining(both) },
    });
    expect((await approve(id)).body.detail).toMatch(/sources are missing/i);
    const draft = (payload: object) => call({ method: "PUT", url: editorApiUrl.draft(id), payload });
    await draft({ sources: ["The indictment, page 4", "A call with the exchange"] });
    expect(await review(id)).toEqual({
      is_enabled: true,
      reasons: [{ kind: "word", value: "hack" }],
      has_sources: true,
      approval: null,
      written_by: "Amina Otieno",
      is_mine: true,
    });

    const url = editorApiUrl.approvals(id);
    expect(await call({ method: "POST", url, ifMatch: await tagOf(id) })).toMatchObject({
      status: 403,
      body: { code: "own_text" },
    });
    expect((await callAsColleague("POST", url)).status).toBe(400);
    expect((await callAsColleague("POST", url, undefined, "*")).status).toBe(409);
    const stale = await tagOf(id);
    await draft({ excerpt: "Millions are gone." });
    expect((await callAsColleague("POST", url, undefined, stale)).status).toBe(409);
    expect(await approve(id)).toMatchObject({
      status: 201,
      body: { approval: { by: "Baraka Njoroge", is_mine: true } },
    });
    // What is no text may still change, and does not make its author the writer.
    await callAsColleague("PUT", editorApiUrl.draft(id), { is_featured: true });
    expect(await review(id)).toMatchObject({ approval: { is_override: false, reason: "" }, is_mine: true });

    await draft({ excerpt: "Millions are gone!" });
    expect((await review(id)).approval).toBeNull();
    expect((await publish(id)).body.detail).toBe(NEEDS);
    await draft({ excerpt: "Millions are gone." });
    expect(await publish(id), "exactly this text was approved").toMatchObject({ status: 200 });
    expect(await isPublic(id)).toBe(true);
  });

  test("holds for every way to publish and to change what is public", async () => {
    const { call, create, publish, approve, publishOne, isPublic, clock, app, database, publishDue, review } =
      await start(open);
    const put = (id: number, payload: object) => call({ method: "PUT", url: apiUrl.article(id), payload });
    const bulk = (ids: number[], change: object) =>
      call({ method: "POST", url: editorApiUrl.bulk(), payload: { ids, change } });
    const later = new Date(clock.now() + HOUR).toISOString();
    const draft = await create();
    const body = { title: "Hack", category: "Tech", status: "published", sources: ["A"] };
    expect((await call({ method: "POST", url: apiUrl.articles(), payload: body })).status).toBe(403);
    expect((await put(draft, { status: "published" })).status).toBe(403);
    expect((await put(draft, { status: "published", published_date: later })).status).toBe(403);
    expect((await publish(draft)).status).toBe(403);
    expect((await publish(draft, { at: later })).status).toBe(403);
    expect((await bulk([draft], { status: "published" })).body).toEqual({
      changed: [],
      failed: [{ id: draft, detail: NEEDS }],
    });
    const form = await formRequest({ title: "Hack", status: "published" });
    const sent = { method: "PUT" as const, url: apiUrl.article(draft), payload: form.payload };
    const { access } = (await logIn(app)).json<{ access: string }>();
    const headers = { ...form.headers, authorization: `Bearer ${access}` };
    expect((await app.inject({ ...sent, headers })).statusCode).toBe(403);
    await expect(publishOne({ title: "A hack" }), "an import").rejects.toThrow(/second person/);
    expect(await isPublic(draft)).toBe(false);

    // A public text that does not fall under the rule may not come under it on the side.
    const calm = await publishOne({ title: "Calm" });
    expect((await put(calm, { content: "<p>It was hacked.</p>" })).status).toBe(403);
    expect((await put(calm, { is_breaking: true })).status).toBe(403);
    expect((await bulk([calm], { tags_add: ["Hack"] })).body.failed).toHaveLength(1);
    expect((await put(calm, { excerpt: "Still calm", is_featured: true })).status).toBe(200);
    // An update that comes due is judged again, and stays unpublished.
    await call({ method: "PUT", url: editorApiUrl.draft(calm), payload: { excerpt: "Calmer" } });
    expect((await publish(calm, { at: later })).status).toBe(200);
    const scheduled = `${editorApiUrl.draft(calm)}?scheduled=1`;
    await call({ method: "PUT", url: scheduled, payload: { excerpt: "A hack" } });
    clock.advance(2 * HOUR);
    await publishDue();
    expect((await app.inject(apiUrl.article(calm))).json().excerpt).toBe("Still calm");
    expect((await call({ method: "GET", url: editorApiUrl.draft(calm) })).body.publish_at).toBeNull();
    const [entry] = (await call({ method: "GET", url: editorApiUrl.audit({ action: "article.unschedule" }) })).body;
    expect(entry.changes.reason.to).toContain("second person");

    // A published one under the rule: no word of it changes alone, not even the one that brought it there.
    expect((await approve(draft)).status).toBe(201);
    expect((await publish(draft)).status).toBe(200);
    expect((await put(draft, { title: "Bridge is fine" })).status).toBe(403);
    expect((await put(draft, { is_editors_pick: true, tags: ["Tech"] })).status).toBe(200);
    const { n } = (await call({ method: "GET", url: editorApiUrl.revisions(draft) })).body.at(-1);
    await put(draft, { title: "Bridge hacked" });
    expect((await call({ method: "POST", url: editorApiUrl.restoreRevision(draft, n) })).status).toBe(200);
    expect((await review(draft)).approval).not.toBeNull();
    const correct = (more: object = {}) =>
      call({
        method: "POST",
        url: editorApiUrl.correct(draft),
        payload: { text: "It was a bridge.", position: "top", ...more },
      });
    expect((await correct()).body.detail).toContain("Only a chief");
    expect((await correct({ override_reason: "Readers must know now" })).status).toBe(201);
    const [override] = (await call({ method: "GET", url: editorApiUrl.audit({ action: "article.override" }) })).body;
    expect(override.changes).toEqual({
      correction: { to: "It was a bridge." },
      reason: { to: "Readers must know now" },
    });
    // Of one that goes with an update, the reason is the update's.
    const withUpdate = { is_editors_pick: false, correction: "It was the other bridge." };
    expect((await put(draft, withUpdate)).body.detail).toContain("Only a chief");
    expect((await call({ method: "GET", url: apiUrl.article(draft) })).body.is_editors_pick).toBe(true);
    expect((await put(draft, { ...withUpdate, change_note: "The police called" })).status).toBe(200);
    const [second] = (await call({ method: "GET", url: editorApiUrl.audit({ action: "article.override" }) })).body;
    expect(second.changes).toEqual({
      correction: { to: "It was the other bridge." },
      reason: { to: "The police called" },
    });
    const account = { email: "e@news.example", password: "correct horse battery", name: "E", role: "editor" as const };
    const { headers: asEditor } = await startEditor(app, database, account);
    const refused = await app.inject({
      method: "PUT",
      url: apiUrl.article(draft),
      headers: asEditor,
      payload: { correction: "It was a tunnel.", change_note: "Not a chief's reason" },
    });
    expect([refused.statusCode, refused.json().detail]).toEqual([403, expect.stringContaining("Only a chief")]);
    expect((await call({ method: "POST", url: editorApiUrl.unpublish(draft) })).status, "taking back").toBe(200);
  });

  test("holds for a picture that somebody replaces everywhere: nothing is changed, and the article is named", async () => {
    const { call, create, approve, publish, publishOne, asReader, addPicture, clock, isPublic } = await start(open);
    const [old, by] = [await addPicture(10), await addPicture(200)];
    const replace = (id = old.id, by_id = by.id) =>
      call({ method: "POST", url: `${editorApiUrl.storedPicture(id)}replace/`, payload: { by: by_id } });
    const later = new Date(clock.now() + HOUR).toISOString();
    const calm = await publishOne({ title: "Calm", image_url: old.url });
    const [cover, inside, planned] = [
      await create({ image_url: old.url }),
      await create({ title: "Hack inside", content: `<p>Text.</p><img src="${old.url}" alt="A bridge">` }),
      await create({ title: "Hack, later", image_url: old.url }),
    ];
    for (const id of [cover, inside, planned]) await approve(id);
    for (const id of [cover, inside]) expect((await publish(id)).status).toBe(200);
    expect((await publish(planned, { at: later })).status).toBe(200);

    const detail =
      "Nothing was replaced: the pictures of “Bridge hacked”, “Hack inside”, and “Hack, later” change only with a second person's approval. Change the picture in the article itself.";
    expect(await replace()).toMatchObject({ status: 403, body: { detail, errors: { review: detail } } });
    for (const id of [calm, cover]) expect((await asReader(id)).image_url).toBe(old.url);
    expect((await asReader(inside)).content).toContain(old.url);
    // Turned or cropped, it is another picture.
    const url = `${editorApiUrl.storedPicture(old.id)}edit/`;
    const turned = await call({ method: "POST", url, payload: { rotate: 90 } });
    expect(turned.status).toBe(201);
    expect((await replace(old.id, turned.body.id)).status).toBe(403);
    expect((await call({ method: "GET", url: editorApiUrl.audit({ action: "picture.replace" }) })).body).toEqual([]);

    for (const id of [cover, inside, planned]) await call({ method: "POST", url: editorApiUrl.unpublish(id) });
    expect(await replace()).toMatchObject({ status: 200, body: { replaced: 4, used_in: [] } });
    expect((await asReader(calm)).image_url).toBe(by.url);
    const [entry] = (await call({ method: "GET", url: editorApiUrl.audit({ action: "picture.replace" }) })).body;
    expect(entry).toMatchObject({ subject: { kind: "picture", id: String(old.id) }, changes: { by: { to: by.id } } });
    // Nobody has approved these texts with the other picture.
    for (const id of [cover, inside, planned]) expect((await publish(id)).status).toBe(403);
    await approve(cover);
    expect((await publish(cover)).status).toBe(200);
    expect(await isPublic(cover)).toBe(true);
  });

  test("holds for a picture in an update that has a time, and asks again for an approved text that waits", async () => {
    const { call, create, approve, publish, publishOne, review, addPicture, clock } = await start(open);
    const [old, by] = [await addPicture(10), await addPicture(200)];
    const url = `${editorApiUrl.storedPicture(old.id)}replace/`;
    const replace = () => call({ method: "POST", url, payload: { by: by.id } });
    const waiting = await create({ image_url: old.url });
    await approve(waiting);
    const updated = await publishOne({ title: "Calm" });
    const draft = { excerpt: "A hack", image_url: old.url, sources: ["A"] };
    await call({ method: "PUT", url: editorApiUrl.draft(updated), payload: draft });
    await approve(updated);
    expect((await publish(updated, { at: new Date(clock.now() + HOUR).toISOString() })).status).toBe(200);
    expect(await replace()).toMatchObject({
      status: 403,
      body: { code: "approval_required", detail: expect.stringContaining("“Calm”") },
    });
    expect((await review(waiting)).approval, "untouched").not.toBeNull();
    await call({ method: "DELETE", url: editorApiUrl.publish(updated) });
    expect((await replace()).body).toMatchObject({ replaced: 2 });
    expect([(await review(waiting)).approval, (await review(updated)).approval]).toEqual([null, null]);
    expect((await publish(waiting)).status).toBe(403);
  });

  test("lets what was public come back from the trash, and holds what was only scheduled", async () => {
    const { call, create, approve, publish, isPublic, clock } = await start(open, {});
    const later = new Date(clock.now() + HOUR).toISOString();
    const [shown, scheduled, due] = [await create(), await create(), await create({ title: "Hack, soon" })];
    await publish(shown);
    await publish(scheduled, { at: later });
    await publish(due, { at: later });
    for (const id of [shown, scheduled]) await call({ method: "DELETE", url: apiUrl.article(id) });
    const set = await call({ method: "PUT", url: editorApiUrl.reviewSettings(), payload: RULE });
    expect(set.body.held).toEqual([{ type: "article", id: due, title: "Hack, soon" }]);
    for (const id of [shown, scheduled]) await call({ method: "POST", url: editorApiUrl.restore(id) });
    clock.advance(2 * HOUR);
    expect([await isPublic(shown), await isPublic(scheduled), await isPublic(due)]).toEqual([true, false, false]);
    expect((await call({ method: "GET", url: apiUrl.article(scheduled) })).body.status).toBe("ready");
    await approve(scheduled);
    expect((await publish(scheduled)).status).toBe(200);
  });

  test("a chief overrides it with a reason, for one's own text and without sources, and that is on record", async () => {
    const { call, create, publish, tagOf, review, app, database } = await start(open);
    const id = await create({ sources: [] });
    const url = editorApiUrl.approvals(id);
    const override = (override_reason: string) => ({ payload: { override_reason }, url });
    const ifMatch = await tagOf(id);
    expect((await call({ method: "POST", ...override("  "), ifMatch })).status).toBe(400);
    const account = { email: "e@news.example", password: "correct horse battery", name: "E", role: "editor" as const };
    const { headers } = await startEditor(app, database, account);
    const refused = await app.inject({
      method: "POST",
      ...override("It is late"),
      headers: { ...headers, "if-match": ifMatch },
    });
    expect([refused.statusCode, refused.json().detail]).toEqual([403, expect.stringContaining("article.override")]);
    expect((await call({ method: "POST", ...override("It is late"), ifMatch })).status).toBe(201);
    expect((await review(id)).approval).toMatchObject({ is_override: true, reason: "It is late", by: "Amina Otieno" });
    expect((await publish(id)).status).toBe(200);
    const [entry] = (await call({ method: "GET", url: editorApiUrl.audit({ action: "article.override" }) })).body;
    expect(entry).toMatchObject({ subject: { id: String(id) }, changes: { reason: { to: "It is late" } } });
  });

  test("the author of a working copy cannot approve it after another user has rescheduled the article", async () => {
    const { create, publish, approve, call, callAsColleague, clock } = await start(open);
    const id = await create({ title: "Bridge opens" });
    await publish(id, { at: new Date(clock.now() + HOUR).toISOString() });
    await callAsColleague("PUT", editorApiUrl.draft(id), { title: "Bridge hacked" });
    const published_date = new Date(clock.now() + 2 * HOUR).toISOString();
    expect((await call({ method: "PUT", url: apiUrl.article(id), payload: { published_date } })).status).toBe(200);
    expect(await approve(id)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("You wrote this") },
    });
  });

  test("an approval can be withdrawn by whoever gave it", async () => {
    const { call, create, publish, approve, review, app, colleague } = await start(open);
    const id = await create();
    await approve(id);
    const withdraw = { method: "DELETE" as const, url: editorApiUrl.approvals(id) };
    expect((await call(withdraw)).status, "of another").toBe(409);
    expect((await review(id)).approval).not.toBeNull();
    const { access } = (await logIn(app, colleague)).json<{ access: string }>();
    const headers = { authorization: `Bearer ${access}` };
    expect((await app.inject({ ...withdraw, headers })).statusCode).toBe(204);
    expect((await publish(id)).status).toBe(403);
  });

  test("an approval that races an edit is never one of the edited text", async () => {
    const { call, create, publish, callAsColleague, tagOf, review } = await start(open);
    for (let round = 1; round <= 5; round++) {
      const id = await create({ title: `Hack ${round}` });
      const ifMatch = await tagOf(id);
      const [approved] = await Promise.all([
        callAsColleague("POST", editorApiUrl.approvals(id), undefined, ifMatch),
        call({ method: "PUT", url: editorApiUrl.draft(id), payload: { excerpt: "Not what was read." } }),
      ]);
      expect([201, 409]).toContain(approved.status);
      expect((await review(id)).approval).toBeNull();
      expect((await publish(id)).status).toBe(403);
    }
  });

  test("sources are for the newsroom alone", async () => {
    const { create, approve, publish, call, app, database } = await start(open);
    const secret = "A friend at the exchange";
    const id = await create({ sources: `${secret}\n\n The indictment ` });
    expect((await call({ method: "GET", url: apiUrl.article(id) })).body.sources).toEqual([secret, "The indictment"]);
    await approve(id);
    await publish(id);
    const account = { email: "w@news.example", password: "correct horse battery", name: "W", role: "writer" as const };
    const { headers } = await startEditor(app, database, account);
    const urls = [apiUrl.article(id), apiUrl.articles(), apiUrl.changes(id), apiUrl.search("hack")];
    for (const url of [...urls, pageUrl.article(id), feedUrl.json(), feedUrl.rss()])
      for (const as of [{}, headers]) {
        const answer = await app.inject({ url, headers: as });
        expect(answer.statusCode).toBe(200);
        expect(answer.body).not.toContain(secret);
      }
    const many = Array.from({ length: 51 }, (_, n) => `Source ${n}`);
    for (const sources of [many, ["x".repeat(1_001)], [1], {}])
      expect((await call({ method: "PUT", url: apiUrl.article(id), payload: { sources } })).status).toBe(400);
  });
});
