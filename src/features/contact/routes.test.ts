import { expect, it } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const clock = testClock();
const MESSAGE = {
  firstName: "Amina",
  lastName: "O'Brien",
  email: "amina@example.com",
  subject: "A correction <b>& a question</b>",
  message: "Dear editors,\n\nline two — 😀 \u202e ' \" \\ %00 {{7*7}}\n\tBest, Zieliński",
};

describeOnSqlite("POST contact/", (openTestDatabase) => {
  async function start(rateLimits = false) {
    const database = await openTestDatabase();
    const { app } = await startTestApp(database, { clock, rateLimits });
    return {
      send: (payload: object) => app.inject({ method: "POST", url: apiUrl.contact(), payload }),
      stored: () => database.db.selectFrom("contact_message").selectAll().execute(),
    };
  }

  it("stores the message exactly and returns 201 with it", async () => {
    const { send, stored } = await start();
    const answer = await send(MESSAGE);
    expect(answer.statusCode).toBe(201);
    const created_at = new Date(clock.now()).toISOString();
    expect(answer.json()).toEqual({ ...MESSAGE, id: expect.any(Number), created_at });
    expect(await stored()).toEqual([
      {
        id: answer.json().id,
        first_name: MESSAGE.firstName,
        last_name: MESSAGE.lastName,
        email: MESSAGE.email,
        subject: MESSAGE.subject,
        message: MESSAGE.message,
        created_at: clock.now(),
        state: "new",
        folded: expect.stringContaining("amina o'brien amina@example.com a correction"),
      },
    ]);
  });

  it.each([
    ["firstName", "  "],
    ["lastName", "x".repeat(101)],
    ["email", "amina@-news.example"],
    ["subject", undefined],
    ["message", "x".repeat(10_001)],
    ["message", "a\u0000b"],
    ["message", "a\ud800b"],
    ["message", { $gt: "" }],
  ])("names the field %s, and stores nothing", async (field, value) => {
    const { send, stored } = await start();
    const answer = await send({ ...MESSAGE, [field]: value });
    expect([answer.statusCode, answer.json().code, Object.keys(answer.json().errors)]).toEqual([
      400,
      "invalid_input",
      [field],
    ]);
    expect(await stored()).toEqual([]);
  });

  it("takes id and time from the server alone", async () => {
    const { send } = await start();
    expect((await send({ ...MESSAGE, id: 4711, created_at: "1999-01-01T00:00:00Z" })).statusCode).toBe(400);
    expect((await send(MESSAGE)).json().created_at).toBe(new Date(clock.now()).toISOString());
  });

  it("returns 429 with Retry-After from the 21st message of one address", async () => {
    const { send, stored } = await start(true);
    for (let n = 0; n < 20; n += 1) expect((await send(MESSAGE)).statusCode).toBe(201);
    const refused = await send(MESSAGE);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await stored()).toHaveLength(20);
  });
});
