import { expect, expectTypeOf, test } from "vitest";
import { verifyWebhook, type WebhookEvent } from "#clients/typescript/src/webhooks.ts";
import { updateArticle } from "#features/articles/commands.ts";
import { EVENT_NAMES, type WebhookEvent as EventName } from "#features/webhooks/rules.ts";
import { operator } from "#shared/actor.ts";
import { DAY } from "#shared/time.ts";
import { publish } from "#test/support/articles.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startWebhooks } from "#test/support/webhooks.ts";

describeOnSqlite("the client's verification of webhooks", (open) => {
  test("accepts what the server sends, during a rotation by either secret, and nothing older", async () => {
    const { add, store, call, received, deliverWebhooks, clock } = await startWebhooks(open);
    const { id, secret } = await add(EVENT_NAMES);
    const article = await publish(store, { title: "Habari za leo" });
    const next = async () => {
      await deliverWebhooks();
      const [{ raw = "", signature = "" } = {}] = received.splice(0);
      return { raw, signature, verify: (key: string) => verifyWebhook(raw, signature, key, { now: clock.now() }) };
    };
    const first = await next();
    const event = await first.verify(secret);
    if (event.event !== "article.published" || !("title" in event.data)) throw new Error(event.event);
    expect(event.data).toMatchObject({ id: article, title: "Habari za leo" });
    const rotated: string = (await call({ method: "POST", url: `/api/webhooks/${id}/secret/` })).body.secret;
    await updateArticle(store, operator, article, { title: "Habari za jioni" });
    const second = await next();
    for (const key of [secret, rotated]) expect(await second.verify(key)).toMatchObject({ event: "article.updated" });
    clock.advance(DAY);
    await expect(second.verify(rotated)).rejects.toMatchObject({ reason: "expired" });
    await updateArticle(store, operator, article, { status: "draft" });
    const third = await next();
    expect(await third.verify(rotated)).toMatchObject({ event: "article.unpublished", data: { id: article } });
    await expect(third.verify(secret)).rejects.toMatchObject({ reason: "wrong_signature" });
  });

  test("knows the events of the server", () => {
    expectTypeOf<WebhookEvent["event"]>().toEqualTypeOf<EventName | "webhook.test">();
  });
});
