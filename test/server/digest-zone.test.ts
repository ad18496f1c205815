import { expect, test } from "vitest";
import { editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { testClock } from "#test/support/clock.ts";
import { startPatientEditor } from "#test/support/editor.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

const HOUR = 60 * 60_000;

describeOnEngines("the weekly digest", (open) => {
  test("follows the newsroom's time zone, also a new one, and is sent once", async () => {
    const clock = testClock();
    const database = await open();
    const { app, store, mail } = await startTestApp(database, { clock });
    const call = await startPatientEditor(app, database, clock);
    const moveTo = (time_zone: string) => call({ method: "PUT", url: editorApiUrl.newsroom(), payload: { time_zone } });
    const digests = async () => {
      await mail.advanceIssues();
      return database.db.selectFrom("issue").select("id").where("is_digest", "=", 1).execute();
    };
    await publish(store, { title: "News of the week" });
    await moveTo("Africa/Nairobi");
    // Friday noon in UTC is 3 PM in Nairobi.
    const setting = { enabled: true, weekday: 5, hour: 16 };
    await call({ method: "PUT", url: editorApiUrl.digest(), payload: setting });
    clock.advance(HOUR - 1);
    expect(await digests()).toHaveLength(0);
    clock.advance(1);
    expect(await digests()).toHaveLength(1);

    await moveTo("America/New_York");
    for (let hours = 0; hours < 24; hours += 1) {
      await digests();
      clock.advance(HOUR);
    }
    expect(await digests(), "4 PM in New York is on the same Friday").toHaveLength(1);

    // As an older version left it: in UTC.
    await database.db.deleteFrom("setting").where("key", "=", "digest_zone").execute();
    await database.db.updateTable("digest").set({ weekday: 6, hour: 2 }).execute();
    await digests();
    const { body } = await call({ method: "GET", url: editorApiUrl.digest() });
    expect(body).toEqual({ enabled: true, weekday: 5, hour: 21 });
  });
});
