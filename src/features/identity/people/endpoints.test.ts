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
      expect(faultsOf(removalQuery, { erase })).toEqual({ erase: "Erase must be true or false." });
    },
  );
});

describe("changing somebody", () => {
  test.each([
    ["nothing", {}, { "": "Send role or is_active." }],
    ["something else alone", { name: "Mallory" }, { "": "Send role or is_active." }],
    [
      "a role that there is not",
      { role: "owner" },
      { role: "Role must be one of chief, editor, writer, contributor." },
    ],
    ["a role that every object has", { role: "constructor" }, { role: expect.stringContaining("must be one of") }],
    ["a state as text", { is_active: "false" }, { is_active: "Is active must be true or false." }],
    ["a list", [], { "": "The body must be a JSON object." }],
  ])("is refused of %s", (_what, body, faults) => {
    expect(faultsOf(userChange, body)).toEqual(faults);
  });

  test("may be to suspend, which is not nothing", () => {
    expect(userChange.parse({ is_active: false })).toEqual({ is_active: false });
  });
});

describe("an invitation", () => {
  test("is to one address", () => {
    expect(faultsOf(invitationBody, { email: "a@x.example, b@x.example", role: "writer" })).toEqual({
      email: "Please enter a valid email address.",
    });
    expect(faultsOf(invitationBody, { email: "a@x.example\r\nBcc: b@x.example", role: "writer" })).toHaveProperty(
      "email",
    );
  });

  test("is accepted with a name and a password, each fault at its field", () => {
    expect(faultsOf(acceptBody, { token: "", name: " ", password: "short" })).toEqual({
      token: "The token is missing.",
      name: "Name is required.",
      password: "Password must have at least 12 characters.",
    });
    expect(faultsOf(acceptBody, { token: "t".repeat(201), name: "Amina", password: "twelve chars" })).toEqual({
      token: "This is not a token of an invitation.",
    });
  });
});
