import { expect, test } from "vitest";
import { isForKeys } from "#features/identity/accounts/policy.ts";
import { partsOfName } from "#platform/endpoints.ts";
import { ROLES, type Role } from "#shared/actor.ts";
import { isOpen } from "#shared/endpoint.ts";
import { KEY_PERMISSIONS, type Permission, reachOf } from "#shared/permissions.ts";
import { describeOnEngines } from "#test/support/engines.ts";
import { type SiteWithKeys, startWithKeys } from "#test/support/keys.ts";

/** A key of a role for each set of scopes, made once. */
function keysOf({ makeKey }: SiteWithKeys, role: Role) {
  const made = new Map<string, ReturnType<typeof makeKey>>();
  return (scopes: readonly string[]) => {
    const name = scopes.join();
    const known = made.get(name) ?? makeKey({ role, scopes });
    made.set(name, known);
    return known;
  };
}

type Answer = { status: number; code?: string; scope?: string };
const passes = ({ status, code = "" }: Answer) => status !== 401 && !["missing_scope", "not_for_keys"].includes(code);
const lacks = (access: string) => (answer: Answer) =>
  answer.status === 403 && answer.code === "missing_scope" && answer.scope === access;

/** What a key must get from an endpoint: by its scopes, each with the expected answer. */
function expectationsFor(name: string, access: Permission, role: Role, forKeys: boolean) {
  const all = KEY_PERMISSIONS.filter((one) => reachOf(role, one));
  const isRead = name.startsWith("GET ");
  const isRejected = ({ status, code = "" }: Answer) =>
    status === 403 && ["not_for_keys", "permission_required"].includes(code);
  if (!forKeys) return [all, ["read"]].map((scopes) => ({ scopes, isRight: isRejected }));
  if (!reachOf(role, access)) return [{ scopes: ["read"], isRight: isRejected }];
  // What a request means may need more than its endpoint: an article with the status `published`, for example.
  const others = (answer: Answer) => passes(answer) || (answer.code === "missing_scope" && answer.scope !== access);
  return [
    { scopes: [access], isRight: others },
    { scopes: all.filter((one) => one !== access), isRight: lacks(access) },
    { scopes: ["read"], isRight: isRead ? passes : lacks(access) },
  ];
}

describeOnEngines("scopes of API keys", (open) => {
  test("each endpoint accepts a key with its scope, names the scope to others, and no key where none is allowed", async () => {
    const site = await startWithKeys(open);
    const guarded = [...site.app.endpoints].filter(([, { endpoint }]) => !isOpen(endpoint));
    expect(guarded.filter(([, { endpoint }]) => isForKeys(endpoint)).length).toBeGreaterThan(100);
    const wrong: string[] = [];
    for (const role of site.database.engine === "sqlite" ? ROLES : (["writer"] as const)) {
      const keyWith = keysOf(site, role);
      // All roles together need more keys than a publication can have.
      await site.database.db.deleteFrom("api_key").execute();
      for (const [name, { endpoint }] of guarded) {
        const { method, path } = partsOfName(name);
        const url = `/api${path.replace(/:\w+/g, "999999")}`;
        for (const { scopes, isRight } of expectationsFor(
          name,
          endpoint.access as Permission,
          role,
          isForKeys(endpoint),
        )) {
          if (scopes.length === 0) continue;
          const { headers } = await keyWith(scopes);
          const { status, body } = await site.call(method as "GET", url, headers);
          const answer = { status, code: body?.code, scope: body?.scope };
          if (!isRight(answer)) wrong.push(`${name} as ${role} with ${scopes}: ${JSON.stringify(answer)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("a request without a credential learns which scope a key needs", async () => {
    const { call } = await startWithKeys(open);
    const wanted = await call("PUT", "/api/articles/1/", {}, {});
    expect(wanted).toMatchObject({ status: 401, body: { code: "not_logged_in", scope: "article.write" } });
    const never = await call("GET", "/api/audit/", {});
    expect(never).toMatchObject({ status: 401, body: { code: "not_logged_in" } });
    expect(never.body).not.toHaveProperty("scope");
  });
});

/** Groups of endpoints about accounts, sessions, factors, keys, personal data and the rules that bind people. */
const NEVER = ["Accounts", "API keys", "Audience", "Audit", "Contact", "Holdings", "Mail", "Notifications", "People"];

test("no key reaches accounts, factors, sessions, keys, personal data or settings, whatever declares them", async () => {
  const { app } = await startWithKeys();
  const reachable = [...app.endpoints].filter(([, { endpoint }]) => isForKeys(endpoint));
  const groups = new Set(reachable.flatMap(([, { endpoint }]) => endpoint.tags));
  for (const group of [...NEVER, "Outbox", "Presence", "Tasks", "Tokens"]) expect(groups, group).not.toContain(group);
  const settings = reachable.filter(([, { endpoint }]) => endpoint.tags.includes("Settings"));
  expect(settings.map(([name]) => name).sort()).toEqual([
    "GET /settings/house-style",
    "GET /settings/newsroom",
    "GET /settings/review",
    "PUT /settings/ads",
  ]);
  expect(
    reachable.map(([name]) => name).filter((name) => /accounts|api-keys|session|second|passkey/.test(name)),
  ).toEqual([]);
});
