import { expect, test } from "vitest";
import { ROLES, roleAs, VIEW_AS_HEADER } from "#shared/actor.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { describeOnSqlite } from "#test/support/engines.ts";
import { type Person, startStaff } from "#test/support/staff.ts";

test("a role is only ever lowered, by an unknown name to the least", () => {
  for (const own of ROLES)
    for (const asked of [undefined, ...ROLES, "operator", "", ["chief"]]) {
      expect(ROLES.indexOf(roleAs(own, asked))).toBeGreaterThanOrEqual(ROLES.indexOf(own));
    }
  expect(roleAs("editor", undefined)).toBe("editor");
  expect(roleAs("chief", "king")).toBe("contributor");
});

describeOnSqlite("seeing the desk as another role", (open) => {
  test("has the permissions of that role, of the account's own articles, and no others", async () => {
    const { app, headersOf, write, as } = await startStaff(open);
    const others = await write("editor");
    const own = await write("chief");
    const call = async (name: Person, role: string, method: "GET" | "PUT", url: string, payload?: object) => {
      const headers = { ...(await headersOf(name)), [VIEW_AS_HEADER]: role };
      return (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
    };
    const title = { title: "Changed" };
    expect(await call("chief", "writer", "GET", "/api/mail/")).toBe(403);
    expect(await call("chief", "editor", "PUT", apiUrl.article(others), title)).toBe(200);
    expect(await call("chief", "writer", "PUT", apiUrl.article(others), title)).toBe(404);
    expect(await call("chief", "writer", "PUT", apiUrl.article(own), title)).toBe(200);
    expect(await call("chief", "writer", "PUT", apiUrl.article(own), { status: "published" })).toBe(403);
    expect(await call("writer", "chief", "PUT", apiUrl.article(others), title)).toBe(404);
    expect((await as("chief", "GET", "/api/mail/")).status).toBe(200);
  });
});
