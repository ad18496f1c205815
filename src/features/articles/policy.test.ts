import { describe, expect, test } from "vitest";
import { type Actor, operator, type Role } from "#shared/actor.ts";
import { NEW_FIELDS } from "./fields.ts";
import { authorizeNew } from "./policy.ts";

const ROLES: Role[] = ["chief", "editor", "writer", "contributor"];
const actor = (role: Role) => ({ accountId: 1, role }) as unknown as Actor;
/** The roles that may write such a new article. */
const mayWrite = (change: Partial<typeof NEW_FIELDS>) =>
  ROLES.filter((role) => {
    try {
      authorizeNew(actor(role), { ...NEW_FIELDS, ...change });
      return true;
    } catch {
      return false;
    }
  });

describe("a new article", () => {
  test.each([
    ["as a draft by everyone", {}, ROLES],
    ["as ready by all but contributors", { status: "ready" }, ["chief", "editor", "writer"]],
    ["as published by who may publish", { status: "published" }, ["chief", "editor"]],
    ["featured by who may publish, also as a draft", { is_featured: true }, ["chief", "editor"]],
    ["among the picks by who may publish", { is_editors_pick: true }, ["chief", "editor"]],
    ["as breaking by who may publish", { is_breaking: true }, ["chief", "editor"]],
    ["updating itself by who may publish", { is_auto_update: true }, ["chief", "editor"]],
  ] as const)("is written %s", (_what, change, roles) => {
    expect(mayWrite(change)).toEqual(roles);
  });

  test("is written in any way by the operator", () => {
    expect(() => authorizeNew(operator, { ...NEW_FIELDS, status: "published", is_breaking: true })).not.toThrow();
  });

  test("is refused with the permission that it needs", () => {
    expect(() => authorizeNew(actor("contributor"), { ...NEW_FIELDS, status: "ready" })).toThrow(
      "You need the permission article.ready",
    );
  });
});
