import { describe, expect, test } from "vitest";
import { ROLES, type Role } from "#shared/actor.ts";
import { claimAt, roleOfGroups } from "./rules.ts";

const GROUPS = new Map<string, Role>([
  ["desk", "editor"],
  ["interns", "contributor"],
  ["board", "chief"],
  ["__proto__", "writer"],
]);
const roleOf = (...groups: string[]) => roleOfGroups(GROUPS, ROLES, groups);

describe("the role of somebody in several groups", () => {
  test("is that of whoever may do most, in whatever order the provider lists them", () => {
    expect(roleOf("interns", "desk")).toBe("editor");
    expect(roleOf("desk", "interns")).toBe("editor");
    expect(roleOf("interns", "desk", "board", "interns")).toBe("chief");
  });

  test("is none where no group has one", () => {
    expect(roleOf()).toBeUndefined();
    expect(roleOf("sports", "")).toBeUndefined();
  });

  test("goes by the group's very name", () => {
    for (const name of ["Desk", "desk ", "des", "constructor"]) expect(roleOf(name), name).toBeUndefined();
    expect(roleOf("__proto__")).toBe("writer");
  });
});

test.each([
  ["groups", ["a"]],
  ["realm_access.roles", ["b"]],
  ["resource_access.jarida.roles", ["c"]],
  ["https://x.example/roles", ["d"]],
  ["realm_access.missing", undefined],
  ["groups.length.x", undefined],
  ["toString", undefined],
])("finds the claim %j", (path, value) => {
  const answer = {
    groups: ["a"],
    realm_access: { roles: ["b"] },
    resource_access: { jarida: { roles: ["c"] } },
    "https://x.example/roles": ["d"],
  };
  expect(claimAt(answer, path)).toEqual(value);
});
