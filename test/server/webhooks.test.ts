import { expect, test } from "vitest";
import { updateArticle } from "#features/articles/commands.ts";
import { articleType, trashArticle } from "#features/articles/type.ts";
import { restoreDocument } from "#features/documents/trash/commands.ts";
import { EVENT_NAMES } from "#features/webhooks/rules.ts";
import { operator } from "#shared/actor.ts";
import { DAY, HOUR, MINUTE } from "#shared/time.ts";
import { publish } from "#test/support/articles.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { counting } from "#test/support/interruption.ts";
import { startTestApp, TEST_SITE } from "#test/support/test-app.ts";
import { hmacOf, startWebhooks } from "#test/support/webhooks.ts";

const URL_ = "/api/webhooks/";
const ARTICLES = EVENT_NAMES.filter((name) => name.startsWith("article."));
const failing = () => ({ status: 500, text: "no" });

describeOnEngines("webhooks", (open) => {
  test("are notified of what readers see of an article, from its publication to its removal", async () => {
    const { add, sent, store } = await startWebhooks(open);
    await add(ARTICLES);
    const id = await publish(store, { title: "First words", sources: ["A secret source"] });
    const [[event, data] = []] = await sent();
    expect(event).toBe("article.published");
    expect(data).toMatchObject({ id, title: "First words", category: "Blockchain", url: `${TEST_SITE}/article/${id}` });
    expect(JSON.stringify(data)).not.toContain("secret source");
    await updateArticle(store, operator, id, { title: "Second words" });
    await updateArticle(store, operator, id, { title: "Second words" });
    await updateArticle(store, operator, id, { sources: ["Another secret source"] });
    expect(await sent()).toEqual([["article.updated", expect.objectContaining({ title: "Second words" })]]);
    await updateArticle(store, operator, id, { status: "draft" });
    await updateArticle(store, operator, id, { title: "Words of a draft" });
    expect(await sent()).toEqual([["article.unpublished", { id }]]);
    await updateArticle(store, operator, id, { status: "published" });
    await trashArticle(store, operator, id);
    await restoreDocument(store, articleType(store), operator, id);
    expect((await sent()).map(([name]) => name)).toEqual(["article.published", "article.removed", "article.published"]);
  });

  test("hear nothing of drafts, also of deleted ones, nor of events that they did not ask for", async () => {
    const { add, sent, store, database } = await startWebhooks(open);
    await add(["article.removed"]);
    const draft = await publish(store, { status: "draft", publishedAt: null });
    await publish(store);
    await trashArticle(store, operator, draft);
    expect(await database.db.selectFrom("webhook_event").selectAll().execute()).toEqual([]);
    expect(await sent()).toEqual([]);
  });

  test("are notified when the date of an article comes, also of one that was scheduled before they existed", async () => {
    const { add, sent, store, clock, call, publishDue } = await startWebhooks(open);
    const publishedAt = clock.now() + HOUR;
    const id = await publish(store, { publishedAt });
    await add(["article.published", "article.unpublished", "article.scheduled", "page.published"]);
    const moved = await publish(store, { publishedAt });
    await updateArticle(store, operator, moved, { publishedAt: publishedAt + HOUR });
    const dropped = await publish(store, { publishedAt });
    await trashArticle(store, operator, dropped);
    const page = { title: "A page", status: "published", published_date: new Date(publishedAt).toISOString() };
    const { body } = await call({ method: "POST", url: "/api/pages/", payload: page });
    expect((await sent()).map(([name, data]) => [name, data])).toEqual([
      ["article.scheduled", { id: moved }],
      ["article.scheduled", { id: moved }],
      ["article.scheduled", { id: dropped }],
    ]);
    clock.advance(HOUR);
    await publishDue();
    expect((await sent()).map(([name, data]) => [name, (data as { id: number }).id])).toEqual([
      ["article.published", id],
      ["page.published", body.id],
    ]);
    clock.advance(HOUR);
    await publishDue();
    expect((await sent()).map(([name, data]) => [name, (data as { id: number }).id])).toEqual([
      ["article.published", moved],
    ]);
    await updateArticle(store, operator, id, { publishedAt: clock.now() + HOUR });
    expect((await sent()).map(([name]) => name)).toEqual(["article.unpublished", "article.scheduled"]);
  });

  test("are notified of corrections, pages and subscribers, of these by number alone", async () => {
    const { add, sent, store, call } = await startWebhooks(open);
    const hook = await add(EVENT_NAMES.filter((name) => name !== "article.published"));
    const id = await publish(store);
    const correction = { text: "The price was wrong.", position: "top" };
    expect((await call({ method: "POST", url: `/api/articles/${id}/corrections/`, payload: correction })).status).toBe(
      201,
    );
    const page = await call({ method: "POST", url: "/api/pages/", payload: { title: "Terms", status: "published" } });
    const { body } = await call({
      method: "POST",
      url: "/api/newsletter/subscribers/",
      payload: { email: "reader@example.com" },
    });
    await call({ method: "DELETE", url: `/api/newsletter/subscribers/${body.id}/` });
    expect(await sent()).toEqual([
      ["article.corrected", expect.objectContaining({ id, title: "A plain article" })],
      ["page.published", expect.objectContaining({ id: page.body.id, title: "Terms", url: `${TEST_SITE}/terms` })],
      ["subscriber.added", { id: body.id }],
      ["subscriber.removed", { id: body.id }],
    ]);
    expect(hook.events).not.toContain("article.published");
  });

  test("are notified of stories of the budget and of their people, by ids alone", async () => {
    const { add, sent, call } = await startWebhooks(open);
    await add(EVENT_NAMES.filter((name) => name.startsWith("idea.")));
    const on = (method: "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
      call({ method, url: `/api/budget/${path}`, ...(payload && { payload }) });
    const { id } = (await on("POST", "", { title: "A secret plan" })).body;
    const me = (await call({ method: "GET", url: "/api/budget/people/" })).body[0].id;
    expect(await sent()).toEqual([["idea.added", { id, article: null }]]);
    await on("PUT", `${id}/`, { note: "Ask twice", people: [me] });
    await on("PUT", `${id}/`, { note: "Ask twice" });
    await on("PUT", `${id}/`, { people: [] });
    const without = { id, article: null };
    expect(await sent()).toEqual([
      ["idea.changed", without],
      ["idea.assigned", without],
      ["idea.assigned", without],
    ]);
    const { article } = (await on("POST", `${id}/draft/`)).body;
    await on("POST", `${id}/draft/`);
    expect(await sent()).toEqual([
      ["idea.drafted", { id, article }],
      ["idea.assigned", { id, article }],
    ]);
    await on("DELETE", `${id}/`);
    expect(await sent()).toEqual([["idea.deleted", { id }]]);
  });

  test("prove their origin, and with both secrets for a day after a rotation", async () => {
    const { add, sent, store, call, received, deliverWebhooks, clock, database } = await startWebhooks(open);
    const { id, secret } = await add(["article.published"]);
    expect(secret).toMatch(/^whsec_[\w-]{43}$/);
    const stored = await database.db.selectFrom("webhook").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(secret);
    const signed = async () => {
      await publish(store);
      await deliverWebhooks();
      const [{ signature = "", raw = "" } = {}] = received.splice(0);
      return { signature, expected: (key: string) => `v1=${hmacOf(key, `${clock.now() / 1000}.${raw}`)}` };
    };
    const first = await signed();
    expect(first.signature).toBe(`t=${clock.now() / 1000},${first.expected(secret)}`);
    const rotated = (await call({ method: "POST", url: `${URL_}${id}/secret/` })).body;
    expect(rotated.former_secret_until).toBe(new Date(clock.now() + DAY).toISOString());
    const both = await signed();
    expect(both.signature.split(",").slice(1)).toEqual([both.expected(rotated.secret), both.expected(secret)]);
    clock.advance(DAY);
    const last = await signed();
    expect(last.signature.split(",").slice(1)).toEqual([last.expected(rotated.secret)]);
    expect(await sent()).toEqual([]);
    expect((await call({ method: "GET", url: URL_ })).body[0]).not.toHaveProperty("secret");
  });

  test("keep the order for each document, at least once with the same id, while others go on", async () => {
    const { add, store, answers, deliverWebhooks, received, clock, deliveries } = await startWebhooks(open);
    const url = "https://receiver.example/hook";
    const { id: hook } = await add(ARTICLES);
    const one = await publish(store);
    answers.set(url, failing);
    await deliverWebhooks();
    await updateArticle(store, operator, one, { title: "Newer" });
    const other = await publish(store, { title: "Other" });
    await deliverWebhooks();
    const namesOf = () => received.splice(0).map(({ body }) => [body.event, (body.data as { id: number }).id, body.id]);
    const failed = namesOf();
    expect(failed.map(([event, id]) => [event, id])).toEqual([
      ["article.published", one],
      ["article.published", other],
    ]);
    answers.delete(url);
    clock.advance(MINUTE);
    await deliverWebhooks();
    expect(namesOf()).toEqual([failed[0], ["article.updated", one, expect.any(String)], failed[1]]);
    expect(
      (await deliveries(hook)).map(({ state, attempts }: { state: string; attempts: number }) => [state, attempts]),
    ).toEqual([
      ["delivered", 2],
      ["delivered", 1],
      ["delivered", 2],
    ]);
  });

  test("are tried with growing delays for a day, and can be sent again", async () => {
    const { add, store, answers, deliverWebhooks, received, clock, deliveries, call, find } = await startWebhooks(open);
    const hook = await add(["article.published"]);
    answers.set(hook.url, failing);
    await publish(store);
    for (let passed = 0; passed < 26 * HOUR; passed += 5 * MINUTE) {
      await deliverWebhooks();
      clock.advance(5 * MINUTE);
    }
    const attempts = received.splice(0).length;
    expect(attempts).toBeGreaterThan(8);
    expect(attempts).toBeLessThan(16);
    const [failed] = await deliveries(hook.id, "?state=failed");
    expect(failed).toMatchObject({ status: 500, response: "no", error: "Its host responded with 500.", attempts });
    expect(await find(hook.id)).toMatchObject({ failures: attempts, is_active: true, last: { status: 500 } });
    answers.delete(hook.url);
    const again = `${URL_}${hook.id}/deliveries/${failed.id}/resend/`;
    expect((await call({ method: "POST", url: again })).body).toMatchObject({ state: "queued", error: "" });
    expect((await call({ method: "POST", url: again })).body.code).toBe("delivery_queued");
    await deliverWebhooks();
    expect(received.map(({ raw }) => raw)).toEqual([failed.body]);
    expect(await find(hook.id)).toMatchObject({ failures: 0, failing_since: null, last: { status: 204, error: "" } });
  });

  test("are switched off after a week of failures or by 410, and chiefs are notified", async () => {
    const { add, store, answers, deliverWebhooks, clock, find, call, deliveries, database } = await startWebhooks(
      open,
      {
        mail: { smtpUrl: "smtp://127.0.0.1:9" },
      },
    );
    const failed = await add(["article.published"], "https://failing.example/");
    const gone = await add(["article.published"], "https://gone.example/a-secret-path");
    answers.set(failed.url, failing);
    answers.set(gone.url, () => ({ status: 410, text: "" }));
    for (let day = 0; day <= 7; day += 1) {
      await publish(store);
      await deliverWebhooks();
      clock.advance(DAY);
    }
    await deliverWebhooks();
    expect(await find(gone.id)).toMatchObject({ is_active: false, off_because: "gone" });
    expect(await find(failed.id)).toMatchObject({ is_active: false, off_because: "failures" });
    expect(await deliveries(failed.id, "?state=queued")).toEqual([]);
    const notices = async () => (await call({ method: "GET", url: "/api/system/notices/" })).body.is_webhook_off;
    expect(await notices()).toBe(true);
    const mails = await database.db
      .selectFrom("mail")
      .innerJoin("mail_body", "mail_body.id", "mail.body_id")
      .select(["to_email", "subject", "text"])
      .where("kind", "=", "notification")
      .orderBy("mail.id")
      .execute();
    expect(mails.map(({ to_email, subject }) => `${to_email}: ${subject}`)).toEqual([
      "colleague@news.example: The webhook to gone.example was switched off",
      "editor@news.example: The webhook to gone.example was switched off",
      "colleague@news.example: The webhook to failing.example was switched off",
      "editor@news.example: The webhook to failing.example was switched off",
    ]);
    expect(JSON.stringify(mails)).not.toContain("a-secret-path");
    for (const { id } of [failed, gone])
      await call({ method: "PUT", url: `${URL_}${id}/`, payload: { is_active: true } });
    expect(await notices()).toBe(false);
    expect(await find(failed.id)).toMatchObject({ is_active: true, off_because: "", failing_since: null, failures: 0 });
  });

  test("of a slow receiver delay no other", async () => {
    const { add, store, answers, deliverWebhooks, received } = await startWebhooks(open);
    const slow = await add(["article.published"], "https://slow.example/");
    const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
    answers.set(slow.url, () => promise);
    await add(["article.published"], "https://fast.example/");
    await publish(store);
    await publish(store);
    const done = deliverWebhooks();
    await expect.poll(() => received.filter(({ url }) => url === "https://fast.example/")).toHaveLength(2);
    expect(received.filter(({ url }) => url === slow.url)).toHaveLength(1);
    resolve({ status: 200, text: "" });
    await done;
    expect(received.filter(({ url }) => url === slow.url)).toHaveLength(2);
  });

  test("are delivered once by two nodes, and again after a node that died", async () => {
    const { add, store, postRemote, deliverWebhooks, received, clock, database, answers } = await startWebhooks(open);
    const other = await startTestApp(database, { clock, postRemote });
    for (let at = 0; at < 4; at += 1) await add(["article.published"], `https://r${at}.example/`);
    for (let at = 0; at < 5; at += 1) await publish(store);
    await Promise.all([deliverWebhooks(), other.deliverWebhooks()]);
    await Promise.all([deliverWebhooks(), other.deliverWebhooks()]);
    expect(received).toHaveLength(20);
    expect(new Set(received.splice(0).map(({ url, body }) => url + body.id)).size).toBe(20);
    // A node that dies takes its lease with it: as here, where the response never comes.
    const { promise: never, resolve: end } = Promise.withResolvers<{ status: number; text: string }>();
    answers.set("https://r0.example/", () => never);
    await publish(store);
    void deliverWebhooks();
    await expect.poll(() => received).toHaveLength(4);
    answers.clear();
    await other.deliverWebhooks();
    expect(received).toHaveLength(4);
    clock.advance(MINUTE);
    await other.deliverWebhooks();
    expect(received.slice(4).map(({ url }) => url)).toEqual(["https://r0.example/"]);
    expect(received[4]?.raw).toBe(received.find(({ url }) => url === "https://r0.example/")?.raw);
    end({ status: 500, text: "" });
  });

  test("are tested, also while switched off, and lose what waits when they are switched off", async () => {
    const { add, call, sent, store, deliveries, find } = await startWebhooks(open);
    const { id } = await add(["article.published"]);
    await publish(store);
    await call({ method: "PUT", url: `${URL_}${id}/`, payload: { is_active: false } });
    expect(await sent()).toEqual([]);
    const tested = await call({ method: "POST", url: `${URL_}${id}/test/` });
    expect(tested).toMatchObject({ status: 201, body: { event: "webhook.test", state: "queued" } });
    await call({ method: "PUT", url: `${URL_}${id}/`, payload: { is_active: false } });
    expect(await deliveries(id)).toMatchObject([{ state: "failed", error: "Not sent: the webhook was switched off." }]);
    await call({ method: "POST", url: `${URL_}${id}/test/` });
    expect(await sent()).toEqual([["webhook.test", {}]]);
    expect((await find(id)).last).toMatchObject({ status: 204 });
  });

  test("of a staging copy are never sent", async () => {
    const { add, call, sent, store, deliveries } = await startWebhooks(open, { isStaging: true });
    const { id } = await add(["article.published"]);
    await publish(store);
    await call({ method: "POST", url: `${URL_}${id}/test/` });
    expect(await sent()).toEqual([]);
    expect(await deliveries(id)).toMatchObject([
      { event: "webhook.test", error: "Not sent: this site is a staging copy." },
    ]);
  });

  test("are listed for 30 days", async () => {
    const { add, sent, store, clock, deliveries, runJob, database } = await startWebhooks(open);
    const { id } = await add(["article.published"]);
    await publish(store);
    await sent();
    clock.advance(30 * DAY);
    await runJob("old webhook deliveries");
    expect(await deliveries(id)).toHaveLength(1);
    clock.advance(MINUTE);
    await runJob("old webhook deliveries");
    expect(await deliveries(id)).toEqual([]);
    expect(await database.db.selectFrom("webhook_event").selectAll().execute()).toEqual([]);
  });

  test("go only to public addresses at standard ports, and know their fields and versions", async () => {
    const { add, call } = await startWebhooks(open);
    const events = ["article.published"];
    for (const url of [
      "http://127.0.0.1/",
      "https://[::1]/",
      "https://a.example:8443/",
      "https://u:p@a.example/",
      "ftp://a.example/",
      "x",
    ])
      expect((await add(events, url)).errors, url).toHaveProperty("url");
    for (const wrong of [[], ["article.read"], ["comment.added"], "article.published"])
      expect((await add(wrong as string[])).errors, String(wrong)).toBeDefined();
    const { id } = await add([...events, ...events]);
    const put = (payload: object, ifMatch?: string) => call({ method: "PUT", url: `${URL_}${id}/`, payload, ifMatch });
    const { headers, body } = await put({ is_active: false });
    expect(body).toMatchObject({ events, is_active: false });
    expect((await put({ url: "http://10.0.0.1/" })).status).toBe(400);
    expect((await put({ is_active: true }, String(headers.etag))).status).toBe(200);
    expect((await put({ is_active: false }, String(headers.etag))).body.code).toBe("stale_version");
    expect((await call({ method: "DELETE", url: `${URL_}${id}/` })).status).toBe(204);
    for (const path of ["", "deliveries/"])
      expect((await call({ method: "GET", url: `${URL_}${id}/${path}` })).body.code).toBe("webhook_not_found");
    for (let at = 0; at < 50; at += 1) await add(events, `https://r${at}.example/`);
    expect((await add(events)).code).toBe("too_many_webhooks");
  });

  test("ask the database one question while there is nothing to send", async () => {
    const counted = counting(await open());
    const { add, deliverWebhooks, sent, store } = await startWebhooks(async () => counted.database);
    await add(["article.published"]);
    await publish(store);
    expect(await sent()).toHaveLength(1);
    expect(await counted.statementsOf(deliverWebhooks)).toBe(1);
  });
});
