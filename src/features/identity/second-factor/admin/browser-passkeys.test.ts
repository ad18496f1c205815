import { afterEach, describe, expect, test, vi } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import { askPasskey, hasPasskeys, makePasskey, PasskeyError, passkeyFallback } from "./browser-passkeys.ts";

const CANCELLED = "No passkey was used: you cancelled, or it took too long.";
const OTHER_ADDRESS =
  "Passkeys work only at the site’s domain name, not at an IP address. Open the admin area there and try again.";

/** A browser whose device answers every call with an error of that name, at that address. */
function browser(error: string, host = "news.example") {
  const refuse = () => Promise.reject(new DOMException("English of the browser", error));
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("location", { hostname: host });
  vi.stubGlobal("navigator", { credentials: { get: refuse, create: refuse } });
}
afterEach(() => vi.unstubAllGlobals());

const ask = (rpId = "news.example") => askPasskey({ challenge: "AAAA", rpId, allowCredentials: [] });
const make = () =>
  makePasskey({
    challenge: "AAAA",
    rp: { id: "news.example", name: "News" },
    user: { id: "AAAA", name: "a", displayName: "A" },
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    excludeCredentials: [],
  });
const failureOf = async (call: Promise<unknown>) => {
  const error = await call.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PasskeyError);
  return (error as PasskeyError).message;
};

describe("a passkey that was not used", () => {
  test.each(["NotAllowedError", "AbortError", "UnknownError", "NotReadableError"])(
    "is told of in one sentence, however the browser names it: %s",
    async (name) => {
      browser(name);
      expect(await failureOf(ask())).toBe(CANCELLED);
    },
  );

  test("says what to do where the admin area was opened by a bare number", async () => {
    browser("SecurityError", "192.0.2.7:3000");
    expect(await failureOf(ask())).toBe(OTHER_ADDRESS);
  });

  test("says what to do where the admin area was opened by another name", async () => {
    browser("SecurityError", "www.news.example");
    expect(await failureOf(ask())).toBe(OTHER_ADDRESS);
  });

  test("keeps the browser's own error for whoever looks into it", async () => {
    browser("NotAllowedError");
    const error = await ask().catch((caught: unknown) => caught);
    expect((error as PasskeyError).cause).toMatchObject({ name: "NotAllowedError" });
  });
});

describe("a passkey that was not made", () => {
  test("is one that the device has already", async () => {
    browser("InvalidStateError");
    expect(await failureOf(make())).toBe("This device has a passkey for your account already.");
  });

  test("was cancelled", async () => {
    browser("NotAllowedError");
    expect(await failureOf(make())).toBe(CANCELLED);
  });
});

test("a browser without them is asked for none, and a call all the same is an error with a sentence", async () => {
  vi.stubGlobal("PublicKeyCredential", undefined);
  expect(hasPasskeys()).toBe(false);
  expect(await failureOf(ask())).toBe(CANCELLED);
});

test("only an error that was written for people is shown as it is", () => {
  expect(passkeyFallback(new PasskeyError("This device has one."))).toBe("This device has one.");
  expect(passkeyFallback(new NetworkError())).toBe(new NetworkError().message);
  for (const other of [new Error("x is undefined"), "text", undefined, null])
    expect(passkeyFallback(other)).toBe("Please try again.");
});
