import { expect, it } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp, TEST_SECRET } from "#test/support/test-app.ts";
import { unsubscribeToken } from "./rules.ts";

const THANKS = { message: "Thank you for subscribing to our newsletter." };
const REMOVED = { message: "You have been removed from our mailing list." };

describeOnSqlite("newsletter", (openTestDatabase) => {
  async function start(rateLimits = false) {
    const database = await openTestDatabase();
    const clock = testClock();
    const startedAt = clock.now();
    const { app } = await startTestApp(database, { clock, rateLimits });
    const call = async (url: string, payload: unknown, remoteAddress = "192.0.2.1") => {
      const headers = { "content-type": "application/json" };
      const answer = await app.inject({
        method: "POST",
        url,
        headers,
        payload: JSON.stringify(payload),
        remoteAddress,
      });
      return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
    };
    return {
      startedAt,
      later: () => clock.advance(1_000),
      subscribe: (body: unknown, address?: string) => call(apiUrl.subscribe(), body, address),
      unsubscribe: (body: unknown, address?: string) => call(apiUrl.unsubscribe(), body, address),
      subscribers: () => database.db.selectFrom("subscriber").selectAll().orderBy("id").execute(),
    };
  }

  it("subscribes once, whatever the case, and gives the same response again", async () => {
    const { subscribe, subscribers, later, startedAt } = await start();
    expect(await subscribe({ email: "Reader@Example.com" })).toMatchObject({ status: 200, body: THANKS });
    later();
    expect(await subscribe({ email: " reader@example.COM " })).toMatchObject({ status: 200, body: THANKS });
    expect(await subscribers()).toEqual([
      {
        id: expect.any(Number),
        email: "reader@example.com",
        name: "",
        status: "active",
        created_at: startedAt,
        changed_at: startedAt,
      },
    ]);
  });

  it("keeps one row when an address subscribes many times at once", async () => {
    const { subscribe, subscribers } = await start();
    const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe({ email: "a@example.com" })));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(await subscribers()).toHaveLength(1);
  });

  it("unsubscribes by address, and resubscribes an address that comes back", async () => {
    const { subscribe, unsubscribe, subscribers, later, startedAt } = await start();
    await subscribe({ email: "a@example.com" });
    await subscribe({ email: "b@example.com" });
    later();
    expect(await unsubscribe({ email: "A@example.com" })).toMatchObject({ status: 200, body: REMOVED });
    expect((await subscribers()).map((row) => row.status)).toEqual(["unsubscribed", "active"]);
    later();
    await subscribe({ email: "a@example.com" });
    expect((await subscribers())[0]).toMatchObject({
      status: "active",
      created_at: startedAt,
      changed_at: startedAt + 2_000,
    });
  });

  it("unsubscribes by token, any number of times, and only its owner", async () => {
    const { subscribe, unsubscribe, subscribers, later, startedAt } = await start();
    await subscribe({ email: "a@example.com" });
    await subscribe({ email: "b@example.com" });
    const token = unsubscribeToken(TEST_SECRET, (await subscribers())[1]?.id ?? 0);
    later();
    expect(await unsubscribe({ token })).toMatchObject({ status: 200, body: REMOVED });
    later();
    expect(await unsubscribe({ token })).toMatchObject({ status: 200, body: REMOVED });
    const rows = await subscribers();
    expect(rows.map((row) => row.status)).toEqual(["active", "unsubscribed"]);
    expect(rows[1]?.changed_at).toBe(startedAt + 1_000);
  });

  it("gives the same response for a known and an unknown address", async () => {
    const { subscribe, unsubscribe } = await start();
    await subscribe({ email: "a@example.com" });
    const known = await unsubscribe({ email: "a@example.com" });
    const unknown = await unsubscribe({ email: "z@example.com" });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  });

  it("refuses forged tokens, tokens of another key, and tokens of no subscriber", async () => {
    const { subscribe, unsubscribe, subscribers } = await start();
    await subscribe({ email: "a@example.com" });
    const id = (await subscribers())[0]?.id ?? 0;
    const tokens = [
      "x",
      "\u0000",
      unsubscribeToken(`${TEST_SECRET}x`, id),
      `${unsubscribeToken(TEST_SECRET, id)}x`,
      unsubscribeToken(TEST_SECRET, 999),
    ];
    for (const token of tokens) {
      const body = { code: "invalid_link", errors: { token: expect.any(String) } };
      expect(await unsubscribe({ token })).toMatchObject({ status: 400, body });
    }
    expect((await subscribers())[0]?.status).toBe("active");
  });

  it.each([
    [{}, "email"],
    [{ email: "" }, "email"],
    [{ email: "nobody" }, "email"],
    [{ email: 5 }, "email"],
    [{ email: null }, "email"],
    [{ email: ["a@example.com"] }, "email"],
    [[], "body"],
    [null, "body"],
    ["a@example.com", "body"],
  ])("returns 400 with detail, errors and error for %j, on both calls", async (sent, field) => {
    const { subscribe, unsubscribe, subscribers } = await start();
    for (const { status, body } of [await subscribe(sent), await unsubscribe(sent)]) {
      expect([status, body.code]).toEqual([400, "invalid_input"]);
      expect(body).toMatchObject({ errors: { [field]: body.detail }, error: body.detail });
    }
    expect(await subscribers()).toEqual([]);
  });

  it("returns 429 with Retry-After from the 21st call of one address, and no other is affected", async () => {
    const { subscribe, subscribers } = await start(true);
    for (let n = 1; n <= 20; n += 1)
      expect(await subscribe({ email: `r${n}@example.com` })).toMatchObject({ status: 200 });
    const refused = await subscribe({ email: "r21@example.com" });
    expect(refused).toMatchObject({
      status: 429,
      body: { code: "too_many_requests", detail: expect.any(String), error: expect.any(String) },
    });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(600);
    expect(await subscribe({ email: "other@example.com" }, "192.0.2.2")).toMatchObject({ status: 200 });
    expect(await subscribers()).toHaveLength(21);
  });

  it("has no limit if the operator has lifted it", async () => {
    const { subscribe } = await start(false);
    for (let n = 0; n < 25; n += 1) expect(await subscribe({ email: "a@example.com" })).toMatchObject({ status: 200 });
  });
});
