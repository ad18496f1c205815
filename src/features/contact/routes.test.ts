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
    ["firstName", "  ", "First name is required."],
    ["lastName", "x".repeat(101), "Last name must have at most 100 characters."],
    ["email", "amina@-news.example", "Please enter a valid email address."],
    ["subject", undefined, "Subject is required."],
    ["message", "x".repeat(10_001), "Message must have at most 10000 characters."],
    ["message", "a\u0000b", "Message contains characters that cannot be stored."],
    ["message", "a\ud800b", "Message contains characters that cannot be stored."],
    ["message", { $gt: "" }, "Message must be text."],
  ])("names the field %s, and stores nothing", async (field, value, sentence) => {
    const { send, stored } = await start();
    const answer = await send({ ...MESSAGE, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: "invalid_input", detail: sentence, errors: { [field]: sentence } });
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
