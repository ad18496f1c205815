import { expect, test, vi } from "vitest";
import { checkChain } from "#features/audit/chain.ts";
import type { AuditEntry } from "#features/audit/endpoints.ts";
import { changeUser } from "#features/identity/accounts/commands.ts";
import { removeUser } from "#features/identity/people/commands.ts";
import type { ApiKey } from "#features/keys/endpoints.ts";
import { PRESETS } from "#features/keys/rules.ts";
import { newKey } from "#features/keys/token.ts";
import { operator } from "#shared/actor.ts";
import { DAY } from "#shared/time.ts";
import { EDITOR, startEditor } from "#test/support/editor.ts";
import { describeOnEngines, openSqliteForTest } from "#test/support/engines.ts";
import { type SiteWithKeys, startWithKeys } from "#test/support/keys.ts";

const COUNTS = "/api/articles/counts/";
const statusOf = async ({ call }: SiteWithKeys, { headers }: { headers: object }) =>
  (await call("GET", COUNTS, headers)).status;
const listOf = async ({ call }: SiteWithKeys) => (await call("GET", "/api/api-keys/")).body as ApiKey[];
const auditOf = async ({ call }: SiteWithKeys, action: string) =>
  (await call("GET", `/api/audit/?action=${action}`)).body as AuditEntry[];

describeOnEngines("API keys", (open) => {
  test("a key is shown once, is stored as a hash, and is listed with the day and network of its last use", async () => {
    const site = await startWithKeys(open);
    const { database, makeKey, call, chief } = site;
    const scopes = PRESETS["Write drafts"] ?? [];
    const made = await makeKey({ role: "writer", scopes, origins: ["https://app.example"] });
    expect(made).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^jarida_[0-9A-Za-z]{44}$/) } });
    const { key = "", ...shown } = made.body;
    expect(Date.parse(shown.expires) - Date.parse(shown.created)).toBe(365 * DAY);
    expect(await listOf(site)).toEqual([{ ...shown, last_used: null, owner: { id: chief.id, name: EDITOR.name } }]);
    expect(JSON.stringify(await database.db.selectFrom("api_key").selectAll().execute())).not.toContain(key.slice(20));
    expect(
      (await call("POST", "/api/articles/", made.headers, { title: "By a program", category: "Tech" })).status,
    ).toBe(201);
    const day = new Date(site.clock.now()).toISOString().slice(0, 10);
    expect((await listOf(site))[0]?.last_used).toEqual({ day, network: "127.0.0.0/24" });
    expect((await call("DELETE", `/api/api-keys/${shown.id}/`)).status).toBe(204);
    expect(await statusOf(site, made)).toBe(401);
    expect(await listOf(site)).toEqual([]);
    expect((await call("DELETE", `/api/api-keys/${shown.id}/`)).status).toBe(404);
    const [revoked, created] = await auditOf(site, "key");
    expect([revoked?.action, created?.action]).toEqual(["key.revoke", "key.create"]);
    expect(created?.subject).toEqual({ kind: "api_key", id: String(shown.id), title: "Archive" });
    expect(JSON.stringify(created)).not.toContain(key.slice(20));
  });

  test("a key has at most its owner's present role", async () => {
    const site = await startWithKeys(open);
    const { database, clock, chief, makeKey, call } = site;
    const publisher = await makeKey({ scopes: ["article.publish", "article.write", "article.read"] });
    const { body } = await call("POST", "/api/articles/", publisher.headers, { title: "New", category: "Tech" });
    const publish = async () => (await call("POST", `/api/articles/${body.id}/publish/`, publisher.headers)).status;
    await changeUser(database, clock, operator, chief.id, { role: "writer" });
    expect(await publish()).toBe(403);
    expect(await statusOf(site, publisher)).toBe(200);
    await changeUser(database, clock, operator, chief.id, { role: "chief" });
    expect(await publish()).toBe(200);
    const writer = await makeKey({ role: "writer", scopes: ["article.write"] });
    const other = await call("PUT", `/api/articles/${body.id}/`, writer.headers, { title: "Changed" });
    expect(other).toMatchObject({ status: 403, body: { code: "permission_required" } });
  });

  test("a key that may write accepts and rejects suggestions without the scope to suggest", async () => {
    const { makeKey, call, chief } = await startWithKeys(open);
    const key = await makeKey({ scopes: ["article.read", "article.write"] });
    const content = "<p>One.</p><p>Two.</p>";
    const draft = { title: "New", category: "Tech", content };
    const { id } = (await call("POST", "/api/articles/", chief.headers, draft)).body;
    const mark = (id: string) => `<ins data-suggestion="${id}">!</ins>`;
    const text = `<p>One${mark("first0001")}.</p><p>Two${mark("second002")}.</p>`;
    await call("PUT", `/api/articles/${id}/suggestion/`, chief.headers, { text_with_suggestions: text });
    const decide = async (how: string, one: string) => {
      const sent = { ...key.headers, "idempotency-key": `${how}-once` };
      const first = await call("POST", `/api/articles/${id}/suggestions/${how}/`, sent, { suggestions: [one] });
      const again = await call("POST", `/api/articles/${id}/suggestions/${how}/`, sent, { suggestions: [one] });
      return [first.status, again.status, first.body.suggestions.length];
    };
    expect(await decide("accept", "first0001")).toEqual([200, 200, 2]);
    expect(await decide("reject", "second002")).toEqual([200, 200, 2]);
    expect((await call("GET", `/api/articles/${id}/suggestions/`, key.headers)).status).toBe(403);
  });

  test("keys end with their owner's access", async () => {
    const site = await startWithKeys(open);
    const { database, clock, chief, makeKey } = site;
    const suspended = await makeKey();
    await changeUser(database, clock, operator, chief.id, { is_active: false });
    expect(await statusOf(site, suspended)).toBe(401);
    await changeUser(database, clock, operator, chief.id, { is_active: true });
    expect(await statusOf(site, suspended)).toBe(401);
    const again = await startWithKeys(open);
    const removed = await again.makeKey();
    await removeUser(again.database, clock, operator, again.chief.id);
    expect(await statusOf(again, removed)).toBe(401);
    expect(await again.database.db.selectFrom("api_key").selectAll().execute()).toEqual([]);
    expect(
      await again.database.db
        .selectFrom("audit_entry")
        .select("subject_title")
        .where("action", "=", "key.revoke")
        .execute(),
    ).toEqual([{ subject_title: "Archive" }]);
  });

  test("an expired key and one with another secret are rejected", async () => {
    const site = await startWithKeys(open);
    const key = await site.makeKey({ expires: new Date(site.clock.now() + DAY).toISOString() });
    expect(await statusOf(site, key)).toBe(200);
    const other = newKey();
    await site.database.db.updateTable("api_key").set({ start: other.start }).execute();
    const wrong = await site.call("GET", COUNTS, { authorization: `Bearer ${other.key}` });
    expect(wrong).toMatchObject({ status: 401, body: { code: "invalid_key", scope: "article.write" } });
    await site.database.db
      .updateTable("api_key")
      .set({ start: key.body.start.slice(7, 15) })
      .execute();
    expect(await statusOf(site, key)).toBe(200);
    site.clock.advance(DAY);
    expect(await site.call("GET", COUNTS, key.headers)).toMatchObject({ status: 401, body: { code: "invalid_key" } });
    expect(await statusOf(site, { headers: {} })).toBe(401);
  });

  test("the audit log names the key and its owner, also of what was rejected, and its chain stays valid", async () => {
    const site = await startWithKeys(open);
    const { makeKey, call, chief, database, sealAudit } = site;
    const { headers } = await makeKey({ scopes: ["article.write"] });
    await call("POST", "/api/articles/", headers, { title: "New", category: "Tech" });
    await call("POST", "/api/articles/", chief.headers, { title: "New too", category: "Tech" });
    await call("GET", "/api/audit/", headers);
    await call("POST", "/api/articles/", headers, { title: "New", category: "Tech", status: "published" });
    const actors = (await auditOf(site, "article.create")).map(({ actor }) => actor);
    const person = { kind: "account", id: chief.id, name: EDITOR.name };
    expect(actors).toEqual([person, { ...person, key: "Archive" }]);
    expect((await auditOf(site, "access.deny")).map(({ actor }) => actor.key)).toEqual(["Archive", "Archive"]);
    expect((await call("GET", "/api/audit/?query=archive")).body.length).toBeGreaterThan(2);
    await sealAudit();
    expect((await checkChain(database.db)).fault).toBeUndefined();
    await database.db.updateTable("audit_entry").set({ key_name: "Other" }).where("key_name", "=", "Archive").execute();
    expect((await checkChain(database.db)).fault).toMatchObject({ detail: "Its actor was changed." });
  });

  test("readers' lists show a key what its scopes allow, and nobody gets its responses from the cache", async () => {
    const site = await startWithKeys(open);
    const { call, makeKey, chief } = site;
    await call("POST", "/api/articles/", chief.headers, { title: "Own draft", category: "Tech" });
    const all = await makeKey({ scopes: ["read"] });
    const none = await makeKey({ scopes: ["picture.upload"] });
    const titles = async (headers: object) =>
      (await call("GET", "/api/articles/", headers)).body.map((one: { title: string }) => one.title);
    expect(await titles(all.headers)).toEqual(["Own draft"]);
    expect(await titles(none.headers)).toEqual([]);
    expect(await titles({})).toEqual([]);
    const { headers } = await call("GET", "/api/articles/", all.headers);
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(await titles(all.headers)).toEqual(["Own draft"]);
  });
});

test.each([
  ["a scope that no permission has", { scopes: ["articles"] }, "scopes.0"],
  ["a permission that no key can have", { scopes: ["user.manage"] }, "scopes.0"],
  ["a permission that the role lacks", { role: "writer", scopes: ["article.publish"] }, "scopes"],
  ["no scope", { scopes: [] }, "scopes"],
  ["an unknown role", { role: "owner" }, "role"],
  ["an origin with a path", { origins: ["https://app.example/"] }, "origins.0"],
  ["an origin of all sites", { origins: ["*"] }, "origins.0"],
  ["an expiry in the past", { expires: "2020-01-01T00:00:00Z" }, "expires"],
  ["an expiry in ten years", { expires: "2040-01-01T00:00:00Z" }, "expires"],
])("a key is not created with %s", async (_what, given, field) => {
  const { makeKey } = await startWithKeys();
  const { status, body } = await makeKey(given);
  expect(status).toBe(400);
  expect(body).toHaveProperty(["errors", field]);
});

test("a key with a typing error is rejected without a query", async () => {
  const { call, makeKey, database } = await startWithKeys();
  const { body } = await makeKey();
  const query = vi.spyOn(database.db, "selectFrom");
  const typo = String(body.key).replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const key of [typo, "jarida_short", `${body.key}0`]) {
    const { status } = await call("GET", COUNTS, { authorization: `Bearer ${key}` });
    expect(status).toBe(401);
  }
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

test("a key in the address is ignored, and no key is logged", async () => {
  const lines: string[] = [];
  const { call, makeKey } = await startWithKeys(openSqliteForTest, { logLine: (line) => lines.push(line) });
  const { body, headers } = await makeKey();
  const key = String(body.key);
  for (const name of ["access_token", "key", "api_key", "token"])
    expect((await call("GET", `${COUNTS}?${name}=${key}`, {})).status).toBe(401);
  await call("GET", `/api/articles/999999/?token=${key}`, headers);
  await call("GET", `/api/${key}/`, headers);
  await call("POST", "/api/articles/", { ...headers, "content-type": "application/json" }, { title: key });
  expect(lines.join("\n")).not.toContain(key.slice(15));
});

test("a key obeys the two-person rule like its owner", async () => {
  const { call, makeKey } = await startWithKeys();
  await call("PUT", "/api/settings/review/", undefined, { enabled: true, words: ["hack"], categories: [] });
  const { headers } = await makeKey({ scopes: PRESETS.Publish });
  const text = { title: "Bridge hacked", category: "Tech", content: "<p>Text.</p>", sources: ["A"] };
  const { body } = await call("POST", "/api/articles/", headers, text);
  const published = await call("POST", `/api/articles/${body.id}/publish/`, headers);
  expect(published).toMatchObject({ status: 403, body: { code: "approval_required" } });
  const approved = await call("POST", `/api/articles/${body.id}/approvals/`, headers);
  expect(approved).toMatchObject({ status: 403, body: { code: "not_for_keys" } });
});

test("a key waits with its owner for a second factor that the role needs", async () => {
  const site = await startWithKeys();
  const key = await site.makeKey();
  const value = JSON.stringify({ roles: ["chief"] });
  await site.database.db
    .insertInto("setting")
    .values({ key: "second-factor", value, updated_at: 1 } as never)
    .execute();
  const rejected = await site.call("GET", COUNTS, key.headers);
  expect(rejected).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
});

test("only chiefs manage keys, and at most a hundred", async () => {
  const site = await startWithKeys();
  const editor = await startEditor(site.app, site.database, {
    ...EDITOR,
    email: "e@news.example",
    name: "E",
    role: "editor",
  });
  const denied = await site.call("POST", "/api/api-keys/", editor.headers, {
    name: "Own",
    role: "editor",
    scopes: ["read"],
  });
  expect(denied).toMatchObject({ status: 403, body: { code: "permission_required" } });
  const { start: _start, hash, ...row } = { ...newKey(), key: undefined };
  const { key: _key, ...rest } = row;
  const facts = { name: "K", role: "chief" as const, scopes: "[]", origins: "[]", account_id: site.chief.id };
  const rows = Array.from({ length: 100 }, (_, n) => ({
    ...rest,
    ...facts,
    hash,
    start: `k${n}`,
    is_strong: 0 as const,
    created_at: 1,
    expires_at: 2,
  }));
  await site.database.db.insertInto("api_key").values(rows).execute();
  expect(await site.makeKey()).toMatchObject({ status: 409, body: { code: "too_many_keys" } });
});
