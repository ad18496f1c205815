import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { acceptBody, invitationBody, removalQuery, userChange } from "./endpoints.ts";

function faultsOf(shape: z.ZodType, body: unknown): Record<string, string> {
  const issues = shape.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

describe("removing somebody", () => {
  test("erases only where that is asked for in so many words", () => {
    expect([removalQuery.parse({}), removalQuery.parse({ erase: "false" })]).toEqual([
      { erase: false },
      { erase: false },
    ]);
    expect(removalQuery.parse({ erase: "true" })).toEqual({ erase: true });
  });

  test.each(["", "1", "TRUE", "yes", ["true", "false"]])(
    "is refused with erase=%j, rather than guessed at",
    (erase) => {
      expect(faultsOf(removalQuery, { erase })).toHaveProperty("erase");
    },
  );
});

describe("changing somebody", () => {
  test.each([
    ["nothing", {}, ""],
    ["something else alone", { name: "Mallory" }, ""],
    ["a role that there is not", { role: "owner" }, "role"],
    ["a role that every object has", { role: "constructor" }, "role"],
    ["a state as text", { is_active: "false" }, "is_active"],
    ["a list", [], ""],
  ])("is refused of %s", (_what, body, field) => {
    expect(Object.keys(faultsOf(userChange, body))).toEqual([field]);
  });

  test("may be to suspend, which is not nothing", () => {
    expect(userChange.parse({ is_active: false })).toEqual({ is_active: false });
  });
});

describe("an invitation", () => {
  test("is to one address", () => {
    expect(faultsOf(invitationBody, { email: "a@x.example, b@x.example", role: "writer" })).toHaveProperty("email");
    expect(faultsOf(invitationBody, { email: "a@x.example\r\nBcc: b@x.example", role: "writer" })).toHaveProperty(
      "email",
    );
  });

  test("is accepted with a name and a password, each fault at its field", () => {
    const wrong = (body: object) => Object.keys(faultsOf(acceptBody, body)).sort();
    expect(wrong({ token: "", name: " ", password: "short" })).toEqual(["name", "password", "token"]);
    expect(wrong({ token: "t".repeat(201), name: "Amina", password: "twelve chars" })).toEqual(["token"]);
  });
});
