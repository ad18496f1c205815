import { describe, expect, test } from "vitest";
import { type Actor, onBehalfOf, operator, ROLES, type Role, system } from "./actor.ts";
import { ForbiddenError } from "./errors.ts";
import { authorize, may, mayAny, PERMISSION_NAMES, permissionsOf, reachOf } from "./permissions.ts";

const MINE = { owners: [7] };
const THEIRS = { owners: [8, 9] };
const actor = (role: Role, accountId: number | null = 7) => ({ role, accountId }) as Actor;

describe("a role", () => {
  test("has everything that the roles below it have, and as widely", () => {
    const width = { any: 2, own: 1 };
    for (const permission of PERMISSION_NAMES) {
      const widths = ROLES.map(
        (role) => width[reachOf(role, permission) ?? "any"] * (reachOf(role, permission) ? 1 : 0),
      );
      expect(widths, permission).toEqual(widths.toSorted((one, other) => other - one));
    }
    expect(permissionsOf("chief"), "and the chief all of them").toEqual(PERMISSION_NAMES);
  });

  test("below editor publishes nothing, empties no trash and sees no reader's data", () => {
    for (const role of ["writer", "contributor"] as const)
      for (const permission of ["article.publish", "trash.purge", "message.manage", "subscriber.manage"] as const)
        expect(permissionsOf(role)).not.toContain(permission);
  });
});

describe("a permission for one's own things", () => {
  const writes = (who: Actor, thing?: { owners: (number | null)[] }) => may(who, "article.write", thing);

  test("is for what one owns, alone or with others", () => {
    expect(writes(actor("writer"), MINE)).toBe(true);
    expect(writes(actor("writer"), { owners: [8, 7] })).toBe(true);
    expect(writes(actor("writer"), THEIRS)).toBe(false);
    expect(writes(actor("editor"), THEIRS)).toBe(true);
  });

  test("is not for what nobody owns, not even where no account asks", () => {
    expect(writes(actor("writer"), { owners: [] })).toBe(false);
    expect(writes(actor("writer"), { owners: [null] })).toBe(false);
    expect(writes(actor("writer", null), { owners: [null] })).toBe(false);
  });

  test("is one where no thing is named yet, but not one for everybody's", () => {
    expect(writes(actor("contributor"))).toBe(true);
    expect(mayAny(actor("contributor"), "article.write")).toBe(false);
    expect(mayAny(actor("editor"), "article.write")).toBe(true);
    expect(mayAny(actor("contributor"), "article.publish")).toBe(false);
  });
});

test("the operator, the program itself and work that was judged when it was asked for may do everything", () => {
  for (const who of [operator, system, onBehalfOf(null), onBehalfOf(7)])
    for (const permission of PERMISSION_NAMES) {
      expect(may(who, permission, THEIRS)).toBe(true);
      expect(mayAny(who, permission)).toBe(true);
      expect(() => authorize(who, permission, THEIRS)).not.toThrow();
    }
});

describe("a refusal", () => {
  test("names the permission and says what it allows", () => {
    expect(() => authorize(actor("writer"), "user.manage")).toThrow(
      new ForbiddenError(
        "permission_required",
        "You need the permission user.manage: invite, change and remove people.",
      ),
    );
  });

  test("is given for a thing of somebody else, and for no other", () => {
    expect(() => authorize(actor("writer"), "article.write", THEIRS)).toThrow(ForbiddenError);
    expect(() => authorize(actor("writer"), "article.write", MINE)).not.toThrow();
    expect(() => authorize(actor("writer"), "article.write")).not.toThrow();
  });
});
