import { describe, expect, test } from "vitest";
import { RETENTION } from "#features/settings/rules.ts";
import { apiUrl, editorApiUrl } from "#test/support/api-url.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnSqlite, openSqliteForTest } from "#test/support/engines.ts";

const HEADER = [{ label: "About", url: "/about", items: [] }];

/** Each setting with two values it can have. */
const SETTINGS = [
  ["the newsroom", editorApiUrl.newsroom(), { postal_address: "One" }, { postal_address: "Other" }],
  ["the audit log's period", editorApiUrl.auditSettings(), { retention_days: 91 }, { retention_days: 92 }],
  ["the backups", "/api/settings/backups/", { nightly: true }, { kept: 8 }],
  ["the menus", editorApiUrl.menus(), { header: HEADER }, { footer: HEADER }],
  ["the house style", editorApiUrl.houseStyle(), { alt: "required" }, { title_to: 60 }],
  ["the site", editorApiUrl.siteSettings(), { name: "One" }, { footer_text: "Other" }],
  ["the look", "/api/settings/appearance/", { corners: "soft" }, { corners: "round" }],
  ["the periods", editorApiUrl.retention(), { mails: 31 }, { mails: 32 }],
] as const;

describeOnSqlite("a setting that two chiefs change", (open) => {
  test.each(SETTINGS)(
    "%s: of two who began from the same, one is refused, and the first one's stays",
    async (_what, url, one, other) => {
      const { call, callAsColleague } = await startDesk(open);
      const ifMatch = String((await call({ method: "GET", url })).headers.etag);
      const answers = await Promise.all([
        call({ method: "PUT", url, ifMatch, payload: one }),
        callAsColleague("PUT", url, other, ifMatch),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const stored = answers[0]?.status === 200 ? one : other;
      expect((await call({ method: "GET", url })).body).toMatchObject(stored);
    },
  );
});

describe("a setting that is refused", () => {
  test("stays as it was, also the fields that were right, and the audit log knows of nothing", async () => {
    const { call, database } = await startDesk(openSqliteForTest);
    const url = editorApiUrl.retention();
    const before = await call({ method: "GET", url });
    const entries = () => database.db.selectFrom("audit_entry").select("id").execute();
    const known = (await entries()).length;
    const { min, max } = RETENTION.mails;
    for (const mails of [min - 1, max + 1, 30.5, "30", null, 1e300]) {
      const refused = await call({ method: "PUT", url, payload: { messages: 30, mails } });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["mails"]]);
      expect(refused.body.errors.mails).toBe(`Sent mails must be a whole number from ${min} to ${max}.`);
    }
    const after = await call({ method: "GET", url });
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
    expect(await entries()).toHaveLength(known);
  });

  test("takes the bounds themselves", async () => {
    const { call } = await startDesk(openSqliteForTest);
    for (const mails of [RETENTION.mails.min, RETENTION.mails.max]) {
      const set = await call({ method: "PUT", url: editorApiUrl.retention(), payload: { mails } });
      expect([set.status, set.body.mails]).toEqual([200, mails]);
    }
  });

  test("names every field that is wrong at once", async () => {
    const { call } = await startDesk(openSqliteForTest);
    const payload = { time_zone: "Nowhere", postal_address: "x".repeat(501) };
    const { status, body } = await call({ method: "PUT", url: editorApiUrl.newsroom(), payload });
    expect([status, Object.keys(body.errors).sort()]).toEqual([400, ["postal_address", "time_zone"]]);
  });

  test("leaves no entry in the audit log and makes no page expire if it is stored again unchanged", async () => {
    const { call, database } = await startDesk(openSqliteForTest);
    const url = editorApiUrl.newsroom();
    const changes = () =>
      database.db.selectFrom("audit_entry").select("id").where("action", "=", "settings.change").execute();
    const payload = { time_zone: "Africa/Nairobi" };
    const store = async () => expect((await call({ method: "PUT", url, payload })).status).toBe(200);
    await store();
    const version = database.contentVersion();
    await store();
    expect(await changes()).toHaveLength(1);
    expect(database.contentVersion()).toBe(version);
  });

  test("counts an address in characters, not in the halves of an emoji", async () => {
    const { call } = await startDesk(openSqliteForTest);
    const put = (postal_address: string) =>
      call({ method: "PUT", url: editorApiUrl.newsroom(), payload: { postal_address } });
    expect((await put("🦊".repeat(500))).status).toBe(200);
    expect((await put("🦊".repeat(501))).status).toBe(400);
  });
});

describe("an ad space that is refused", () => {
  const SPACE = { name: "Top", location: "homepage" };

  test.each([
    ["a blank name", { name: "  " }, ["name"]],
    ["a name that is too long", { name: "x".repeat(101) }, ["name"]],
    ["an unknown type and a switch that is neither", { type: "popup", active: "yes" }, ["active", "type"]],
    ["a picture that no browser would fetch", { image_url: "javascript:alert(1)" }, ["image_url"]],
    ["a description with a NUL", { alt: "a\u0000b" }, ["alt"]],
    ["null for what is a text", { location: null, target_url: null }, ["location", "target_url"]],
  ])("for %s keeps all that it was, and names what is wrong", async (_what, wrong, fields) => {
    const { call, app } = await startDesk(openSqliteForTest);
    const made = await call({ method: "POST", url: apiUrl.ads(), payload: SPACE });
    const url = editorApiUrl.ad(made.body.id);
    const refused = await call({ method: "PUT", url, payload: { alt: "New", name: "New", ...wrong } });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([400, fields]);
    expect((await app.inject(apiUrl.ads())).json()).toMatchObject([{ ...SPACE, alt: "" }]);
  });

  test("is not added without a name and a location", async () => {
    const { call, app } = await startDesk(openSqliteForTest);
    const refused = await call({ method: "POST", url: apiUrl.ads(), payload: { type: "sidebar" } });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([400, ["location", "name"]]);
    expect((await app.inject(apiUrl.ads())).json()).toEqual([]);
  });

  test("and one that is deleted twice is gone the second time, as is what is no id", async () => {
    const { call } = await startDesk(openSqliteForTest);
    const { id } = (await call({ method: "POST", url: apiUrl.ads(), payload: SPACE })).body;
    const gone = (url: string) => call({ method: "DELETE", url });
    expect([(await gone(editorApiUrl.ad(id))).status, (await gone(editorApiUrl.ad(id))).status]).toEqual([204, 404]);
    expect((await call({ method: "PUT", url: editorApiUrl.ad(id), payload: { name: "New" } })).status).toBe(404);
  });
});
