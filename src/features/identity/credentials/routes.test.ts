import { describe, expect, test } from "vitest";
import { presentEmail, presentPasskey, presentSession } from "./routes.ts";

const AT = Date.UTC(2026, 10, 24, 9);
const WAITING = {
  account_id: 7,
  email: "new@news.example",
  generation: 1,
  role: "editor" as const,
  asked_at: AT,
  expires_at: AT + 86_400_000,
  old_hash: "o" as string | null,
  new_hash: "n" as string | null,
};

describe("a change of the address", () => {
  test.each([
    ["neither", "o", "n", []],
    ["the old one", null, "n", ["old"]],
    ["the new one", "o", null, ["new"]],
  ])("says which has confirmed it: %s", (_which, old_hash, new_hash, confirmed) => {
    const { pending } = presentEmail("old@news.example", { ...WAITING, old_hash, new_hash });
    expect(pending?.confirmed).toEqual(confirmed);
  });

  test("is none where none waits, and never shows what its links are made from", () => {
    expect(presentEmail("old@news.example", undefined)).toEqual({ email: "old@news.example", pending: null });
    expect(JSON.stringify(presentEmail("old@news.example", WAITING))).not.toMatch(/hash|generation/);
  });
});

describe("a passkey as its owner sees it", () => {
  const ROW = {
    id: "k",
    account_id: 7,
    name: "Phone",
    credential_id: "c",
    public_key: "p",
    counter: 3,
    transports: "[]",
    created_at: AT,
  };

  test("says when it was used last, or that it never was", () => {
    expect(presentPasskey({ ...ROW, used_at: AT }).last_used).toBe("2026-11-24T09:00:00.000Z");
    expect(presentPasskey({ ...ROW, used_at: null }).last_used).toBeNull();
  });

  test("is without its key and its number at the device", () => {
    expect(Object.keys(presentPasskey({ ...ROW, used_at: null }))).toEqual(["id", "name", "created", "last_used"]);
  });
});

describe("a session as its owner sees it", () => {
  const ROW = { id: "s1", device: "", origin: "", started_at: AT, used_at: AT };

  test("is of an unknown device where it began before devices were noted", () => {
    expect(presentSession(ROW, "s2")).toMatchObject({ device: "An unknown device", is_current: false });
  });

  test("is the current one by its id alone", () => {
    expect(presentSession(ROW, "s1").is_current).toBe(true);
    expect(presentSession({ ...ROW, device: "Firefox on Linux" }, "").is_current).toBe(false);
  });
});
