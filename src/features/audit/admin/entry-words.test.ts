import { describe, expect, test } from "vitest";
import type { AuditEntry } from "../endpoints.ts";
import { actorName, fieldWords, happened, instantOf, subjectName, valueWords } from "./audit-screen.tsx";

test("a day in the address is an instant of the browser's zone, and anything else none", () => {
  expect(instantOf("2026-01-31", "begins")).toBe(new Date(2026, 0, 31).toISOString());
  expect(instantOf("2026-01-31", "ends")).toBe(new Date(2026, 1, 1).toISOString());
  for (const other of ["", "2026", "2026-1-3", "31.01.2026", "2026-01-31T00:00"])
    expect(instantOf(other, "begins"), other).toBeUndefined();
});

test("values are words, and of a long text its length is", () => {
  expect(["", null, true, 0, "x"].map(valueWords)).toEqual(["empty", "empty", "yes", "0", "x"]);
  expect(valueWords({ characters: 1234, sha256: "0" })).toBe("text of 1,234 characters");
});

test("a day that there is not narrows nothing, rather than by another day", () => {
  for (const day of ["2026-02-29", "2026-02-31", "2026-13-01", "2026-00-10", "2026-04-00"])
    expect(instantOf(day, "begins"), day).toBeUndefined();
  expect(instantOf("2028-02-29", "ends")).toBe(new Date(2028, 2, 1).toISOString());
});

describe("an entry in words", () => {
  const entry = (change: Partial<AuditEntry>): AuditEntry => ({
    n: 1,
    at: "2026-11-24T09:30:00.000Z",
    network: "",
    times: 1,
    changes: {},
    actor: { kind: "account", id: 7, name: "Amina Otieno" },
    action: "article.publish",
    subject: { kind: "article", id: "41", title: "Bridge opens" },
    who_hash: "",
    details_hash: "",
    previous_hash: "",
    hash: "",
    ...change,
  });

  test.each([
    ["an account by its name", { kind: "account", id: 7, name: "Amina Otieno" }, "Amina Otieno"],
    ["one whose name was erased by its number", { kind: "account", id: 7, name: "" }, "Account 7"],
    ["whoever has not signed in", { kind: "nobody", id: null, name: "" }, "Not signed in"],
    ["the operator", { kind: "operator", id: null, name: "" }, "Operator"],
  ] as const)("names %s", (_who, actor, words) => {
    expect(actorName(entry({ actor }))).toBe(words);
  });

  test("says how often something happened, if more than once", () => {
    expect(happened(entry({ action: "session.fail" }))).toBe("Sign-in failed");
    expect(happened(entry({ action: "session.fail", times: 1_234 }))).toBe("Sign-in failed, 1,234 times");
  });

  test("of a later version's action says its name rather than nothing", () => {
    expect(happened(entry({ action: "article.translate" }))).toBe("article.translate");
  });

  test.each([
    ["by its title", { kind: "article", id: "41", title: "Bridge opens" }, "Bridge opens"],
    ["without a title by kind and number", { kind: "article", id: "41", title: "" }, "article 41"],
    ["without either not at all", { kind: "audit", id: null, title: "" }, ""],
    ["that is another account by its name", { kind: "account", id: "8", title: "Baraka Njoroge" }, "Baraka Njoroge"],
    ["that has the actor's number all the same", { kind: "issue", id: "7", title: "Monday" }, "Monday"],
    ["that is the actor not again", { kind: "account", id: "7", title: "Amina Otieno" }, ""],
  ])("names what it was done to %s", (_what, subject, words) => {
    expect(subjectName(entry({ subject }))).toBe(words);
  });

  test("of nobody does not take an account without a number for the actor", () => {
    const actor = { kind: "nobody", id: null, name: "" } as const;
    expect(subjectName(entry({ actor, subject: { kind: "account", id: null, title: "Amina Otieno" } }))).toBe(
      "Amina Otieno",
    );
  });

  test("names a field without its underscores, however many", () => {
    expect(fieldWords("meta_image_url")).toBe("meta image url");
  });
});
