import { expect, it } from "vitest";
import { apiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";
import { seedDemoPrices } from "./commands.ts";
import { COINS } from "./rules.ts";
import { tickerList } from "./schema.ts";

describeOnEngines("GET market/ticker/", (openTestDatabase) => {
  it("returns marked demo prices while there is no exchange", async () => {
    const database = await openTestDatabase();
    const clock = testClock();
    await seedDemoPrices(database, clock);
    const { app } = await startTestApp(database, { clock, marketDataUrl: "http://127.0.0.1:1/" });
    const answer = await app.inject(apiUrl.ticker());
    expect(answer.statusCode).toBe(200);
    const coins = tickerList.parse(answer.json());
    expect(coins.map((coin) => coin.symbol)).toEqual(COINS.map(({ pair }) => pair));
    expect(coins.every((coin) => coin.stale)).toBe(true);
  });
});
