import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { loginBody, newPassword, profileBody, secondStepBody, tokenClaims } from "./endpoints.ts";

/** What is wrong with a body, by field; of several faults of a field the first. */
function faultsOf(shape: z.ZodType, body: unknown): Record<string, string> {
  const issues = shape.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join("."), message]));
}

describe("a new password", () => {
  test.each([
    ["too short", "eleven char"],
    ["too short, though many bytes", "🗞".repeat(11)],
    ["too long", "x".repeat(1_001)],
    ["a number", 123_456_789_012],
    ["missing", undefined],
    ["empty", ""],
  ])("is refused that is %s", (_what, given) => {
    expect(newPassword.safeParse(given).success).toBe(false);
  });

  test.each(["twelve chars", " leading and trailing ", "🗞".repeat(12), "\u0000".repeat(12)])(
    "is taken as it is typed: %j",
    (given) => expect(newPassword.parse(given)).toBe(given),
  );
});

describe("a login", () => {
  test("finds the address in capitals and with spaces around it, and leaves the password alone", () => {
    expect(loginBody.parse({ email: "  Amina@News.Example ", password: " secret " })).toEqual({
      email: "amina@news.example",
      password: " secret ",
    });
  });

  test.each([
    ["text", '"amina"'],
    ["null", null],
    ["nothing", undefined],
  ])("is refused in one sentence where the body is %s", (_what, body) => {
    expect(faultsOf(loginBody, body)).toHaveProperty([""]);
  });

  test("names every field that is wrong at once", () => {
    expect(Object.keys(faultsOf(loginBody, { email: ["a@b.example"] })).sort()).toEqual(["email", "password"]);
  });

  test("lets no other letter stand for one of an address", () => {
    // The Kelvin sign is an ordinary k once it is lower-cased.
    expect(faultsOf(loginBody, { email: "\u212aaren@news.example", password: "x" })).toHaveProperty("email");
  });
});

describe("the second step of a login", () => {
  const PASSKEY = {
    id: "a",
    rawId: "a",
    type: "public-key",
    clientExtensionResults: { appid: true },
    response: { clientDataJSON: "a", authenticatorData: "a", signature: "a", userHandle: null },
  };
  const EITHER = { code: "Send a code or the response of a passkey." };

  test("is a code or a passkey, not neither and not both", () => {
    expect(faultsOf(secondStepBody, { ticket: "t", code: "123456" })).toEqual({});
    expect(faultsOf(secondStepBody, { ticket: "t", passkey: PASSKEY })).toEqual({});
    expect(faultsOf(secondStepBody, { ticket: "t" })).toEqual(EITHER);
    expect(faultsOf(secondStepBody, { ticket: "t", code: "1", passkey: PASSKEY })).toEqual(EITHER);
  });

  test("is refused with an empty or an endless code", () => {
    expect(faultsOf(secondStepBody, { ticket: "t", code: "" })).toEqual({ code: "Code is required." });
    expect(faultsOf(secondStepBody, { ticket: "t", code: "1".repeat(41) })).toEqual({
      code: "Code must have at most 40 characters.",
    });
  });

  test("is refused with bytes of a passkey that are no Base64url, or too many", () => {
    const withId = (id: string) => faultsOf(secondStepBody, { ticket: "t", passkey: { ...PASSKEY, id } });
    for (const id of ["a+b/", "a b", "a".repeat(20_001)])
      expect(withId(id)).toEqual({ "passkey.id": "This is not the response of a passkey." });
  });

  test("keeps nothing of what a browser's extensions say", () => {
    const { passkey } = secondStepBody.parse({ ticket: "t", passkey: PASSKEY });
    expect(passkey?.clientExtensionResults).toEqual({});
    expect(passkey?.response.userHandle).toBeUndefined();
  });
});

describe("the links of a profile", () => {
  const link = (url: unknown, label: unknown = "Site") => ({ label, url });

  test("are completed where the scheme is left out", () => {
    expect(profileBody.parse({ links: [link("amina.example")] }).links).toEqual([link("https://amina.example")]);
  });

  test.each([
    ["that is not safe on its way", "http://amina.example/"],
    ["that runs a script", "javascript:alert(1)"],
    ["that leads to the site itself", "/article/1"],
    ["that is empty", ""],
    ["in disguise", "https:/\\evil.example"],
  ])("are refused with an address %s", (_what, url) => {
    expect(faultsOf(profileBody, { links: [link(url)] })).toHaveProperty(["links.0.url"]);
  });

  test("take a scheme in capitals for the same", () => {
    expect(faultsOf(profileBody, { links: [link("HTTPS://amina.example/")] })).toEqual({});
  });

  test("are at most five, each with a label of its own and another address", () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => link(`https://a.example/${at}`));
    expect(faultsOf(profileBody, { links: many(5) })).toEqual({});
    expect(faultsOf(profileBody, { links: many(6) })).toHaveProperty("links");
    expect(faultsOf(profileBody, { links: [link("https://a.example/", " ")] })).toEqual({
      "links.0.label": "Label is required.",
    });
    expect(faultsOf(profileBody, { links: [link("a.example"), link("https://a.example")] })).toEqual({
      links: "Each address can be listed once.",
    });
  });

  test("are refused in words where they are something else", () => {
    expect(faultsOf(profileBody, { links: "https://a.example/" })).toEqual({ links: "Links must be a list." });
    expect(faultsOf(profileBody, { links: ["https://a.example/"] })).toEqual({
      "links.0": "A link must be an object with label and url.",
    });
  });
});

describe("a profile", () => {
  test("keeps what is left out, and empties what is given empty", () => {
    expect(profileBody.parse({ bio: "  " })).toEqual({ bio: "" });
  });

  test("has a name, of at most 100 characters as a person counts them", () => {
    expect(faultsOf(profileBody, { name: " \t" })).toHaveProperty("name");
    expect(faultsOf(profileBody, { name: "🗞".repeat(100) })).toEqual({});
    expect(faultsOf(profileBody, { name: "🗞".repeat(101) })).toEqual({
      name: "Name must have at most 100 characters.",
    });
  });
});

test.each(["0", "-1", "1.5", "1e3", "01", "12345678901", " 1", "1\n", "١"])("a token of account %j is of none", (sub) =>
  expect(tokenClaims.safeParse({ sub, sid: "s" }).success).toBe(false),
);
