import { expect, test } from "vitest";
import type { Database } from "#db/open.ts";
import { seedAdSpaces } from "#features/ads/commands.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { testClock } from "#test/support/clock.ts";
import { startEditor } from "#test/support/editor.ts";
import { describeOnEngines, openSqliteForTest } from "#test/support/engines.ts";
import { startTestApp } from "#test/support/test-app.ts";

async function start(database: Database) {
  const clock = testClock();
  const { app } = await startTestApp(database, { clock });
  const { headers } = await startEditor(app, database);
  const call = (method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object, more = {}) =>
    app.inject({ method, url, headers: { ...headers, ...more }, ...(payload ? { payload } : {}) });
  return { app, clock, call };
}

describeOnEngines("ad spaces", (open) => {
  test("an editor sees all of them, readers the active ones", async () => {
    const database = await open();
    await seedAdSpaces(database);
    const { app, call } = await start(database);
    expect((await call("GET", apiUrl.ads())).json()).toHaveLength(4);
    expect((await call("GET", apiUrl.ads("homepage"))).json()).toHaveLength(2);
    expect((await app.inject(apiUrl.ads())).json()).toHaveLength(3);
  });

  test("are added, changed field by field, and deleted, and every change shows on the pages", async () => {
    const database = await open();
    const { app, call } = await start(database);
    const versions = [database.contentVersion()];
    const made = await call("POST", apiUrl.ads(), { name: "Top", location: "homepage" });
    versions.push(database.contentVersion());
    expect(made.statusCode).toBe(201);
    const space = made.json();
    expect(space).toEqual({
      id: expect.any(Number),
      name: "Top",
      location: "homepage",
      type: "leaderboard",
      active: true,
      image_url: "",
      alt: "",
      target_url: "",
      has_slots: true,
      views: 0,
      clicks: 0,
    });
    const creative = { image_url: "/media/x.png", alt: "A coin", target_url: "https://advertiser.example/?a=1&b=2" };
    const changed = await call("PUT", editorApiUrl.ad(space.id), { ...creative, type: "sidebar" });
    versions.push(database.contentVersion());
    expect([changed.statusCode, changed.json()]).toEqual([200, { ...space, ...creative, type: "sidebar" }]);
    await call("PUT", editorApiUrl.ad(space.id), { active: false });
    expect((await app.inject(apiUrl.ads())).json()).toEqual([]);
    expect((await call("DELETE", editorApiUrl.ad(space.id))).statusCode).toBe(204);
    versions.push(database.contentVersion());
    expect(new Set(versions).size).toBe(4);
    for (const method of ["PUT", "DELETE"] as const)
      expect((await call(method, editorApiUrl.ad(space.id), { name: "x" })).statusCode).toBe(404);
  });

  test("keep concurrent changes to different fields", async () => {
    const { call } = await start(await open());
    const { id } = (await call("POST", apiUrl.ads(), { name: "Top", location: "homepage" })).json();
    for (let round = 0; round < 10; round++) {
      const given = { name: `Name ${round}`, alt: `Picture ${round}`, target_url: `https://x.example/${round}` };
      const changes = Object.entries(given).map(([field, value]) =>
        call("PUT", editorApiUrl.ad(id), { [field]: value }),
      );
      for (const { statusCode } of await Promise.all(changes)) expect(statusCode).toBe(200);
      expect((await call("PUT", editorApiUrl.ad(id), {})).json()).toMatchObject(given);
      const profile = { bio: `Bio ${round}`, imageUrl: `/media/${round}.png` };
      await Promise.all(
        Object.entries(profile).map(([field, value]) => call("PUT", editorApiUrl.profile(), { [field]: value })),
      );
      const { bio, image_url } = (await call("GET", editorApiUrl.me())).json();
      expect({ bio, imageUrl: image_url }).toEqual(profile);
    }
  });
});

test.each([
  ["no name", { location: "homepage" }, "name"],
  ["no location", { name: "Top" }, "location"],
  ["an unknown type", { name: "Top", location: "homepage", type: "popup" }, "type"],
  ["a script to lead to", { name: "Top", location: "homepage", target_url: "javascript:alert(1)" }, "target_url"],
  ["another host's path", { name: "Top", location: "homepage", image_url: "/\\evil.example" }, "image_url"],
  ["a text for active", { name: "Top", location: "homepage", active: "yes" }, "active"],
])("an ad space with %s is refused with 400", async (_case, payload, field) => {
  const { call } = await start(await openSqliteForTest());
  const response = await call("POST", apiUrl.ads(), payload);
  expect(response.statusCode).toBe(400);
  expect(Object.keys(response.json().errors)).toEqual([field]);
  expect(response.json().detail).toMatch(/^[A-Z].+\.$/);
});

describeOnEngines("messages and subscribers", (open) => {
  test("messages are listed newest first, a page at a time", async () => {
    const { app, call } = await start(await open());
    for (const subject of ["One", "Two", "Three"]) {
      const payload = { firstName: "A", lastName: "B", email: "a@b.example", subject, message: "Text" };
      await app.inject({ method: "POST", url: apiUrl.contact(), payload });
    }
    const page = await call("GET", `${apiUrl.contact()}?limit=2&offset=1`);
    expect(page.headers["x-total-count"]).toBe("3");
    expect(page.json().map((message: { subject: string }) => message.subject)).toEqual(["Two", "One"]);
    expect((await call("GET", `${apiUrl.contact()}?limit=0`)).statusCode).toBe(400);
  });

  test("subscribers are listed as JSON a page at a time, as CSV all at once", async () => {
    const { app, clock, call } = await start(await open());
    const now = new Date(clock.now()).toISOString();
    for (const email of ["one@example.com", "two@example.com"])
      await app.inject({ method: "POST", url: apiUrl.subscribe(), payload: { email } });
    await app.inject({ method: "POST", url: apiUrl.unsubscribe(), payload: { email: "one@example.com" } });
    const page = await call("GET", `${editorApiUrl.subscribers()}?limit=1`);
    expect(page.headers["x-total-count"]).toBe("2");
    expect(page.json()).toEqual([
      {
        id: expect.any(Number),
        email: "two@example.com",
        name: "",
        status: "active",
        bouncing: false,
        created_at: now,
        changed_at: now,
      },
    ]);
    const csv = await call("GET", `${editorApiUrl.subscribers()}?limit=1`, undefined, { accept: "text/csv" });
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="subscribers.csv"',
      "cache-control": "private, no-cache",
    });
    expect(csv.body.replace(/^\d+/gm, "#").split("\r\n")).toEqual([
      "id,email,name,status,created_at,changed_at",
      `#,one@example.com,,unsubscribed,${now},${now}`,
      `#,two@example.com,,active,${now},${now}`,
      "",
    ]);
  });
});
