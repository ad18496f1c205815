import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "#shared/api-client.ts";
import { stubStorage, stubWindow, tokenOf } from "#test/support/browser.ts";
import { DEVICE_HEADER } from "../rules.ts";
import { entries } from "./session.ts";
import { createTokenStore } from "./token-store.ts";

type Sent = { url: string; body: unknown; headers: Record<string, string> };
const sent: Sent[] = [];
const PAIR = { access: tokenOf(7), refresh: "r1" };

/** What the server answers to every call. */
function answer(body: object, init: ResponseInit = {}) {
  vi.stubGlobal("fetch", async (url: string, { body, headers }: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(body)), headers: headers as Record<string, string> });
    return Response.json(answered.body, answered.init);
  });
  const answered = { body, init };
}
beforeEach(() => {
  stubStorage();
  stubWindow();
  sent.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

function open() {
  const tokens = createTokenStore();
  return { tokens, ...entries(tokens, () => Promise.reject(new Error("Nothing is refreshed."))) };
}

describe("a login in two steps", () => {
  test("has no session after the first, and goes on with the tokens of the second", async () => {
    const { tokens, logIn, takeSecondStep } = open();
    answer({ ticket: "t", second_factor: ["totp"] });
    const step = await logIn({ email: "a@news.example", password: "p" });
    expect([step?.ticket, tokens.access()]).toEqual(["t", null]);
    answer(PAIR);
    await takeSecondStep({ ticket: "t", code: "123456" });
    expect(tokens.access()).toBe(PAIR.access);
    expect(sent[1]).toMatchObject({ url: "/api/token/second-factor/", body: { ticket: "t", code: "123456" } });
  });

  test("that is refused leaves whoever was logged in as they were", async () => {
    const { tokens, takeSecondStep } = open();
    tokens.save(PAIR);
    answer({ detail: "Wrong.", errors: { code: "Wrong." } }, { status: 401, headers: { [DEVICE_HEADER]: "evil" } });
    await expect(takeSecondStep({ ticket: "t", code: "1" })).rejects.toBeInstanceOf(ApiError);
    expect([tokens.access(), tokens.device()]).toEqual([PAIR.access, null]);
  });

  test("begins with a passkey without a word of who it is", async () => {
    const { startPasskeyLogin } = open();
    answer({ ticket: "t", passkey: { challenge: "c" } });
    expect(await startPasskeyLogin()).toEqual({ ticket: "t", passkey: { challenge: "c" } });
    expect(sent[0]).toMatchObject({ url: "/api/token/passkey/", body: {} });
  });
});

describe("a browser that is known to the account", () => {
  test("says so at each way in, and keeps the newer token that it is given", async () => {
    const { tokens, enterBy, ask } = open();
    tokens.saveDevice("device 1");
    answer(PAIR, { headers: { [DEVICE_HEADER]: "device 2" } });
    await enterBy("/api/accounts/oidc/session/");
    await ask("/api/accounts/password/reset/", { token: "t", password: "p" });
    expect(sent.map(({ headers }) => headers[DEVICE_HEADER])).toEqual(["device 1", "device 2"]);
    expect(tokens.access()).toBe(PAIR.access);
  });

  test("that is a new one names no device", async () => {
    answer(PAIR);
    await open().enterBy("/api/accounts/oidc/session/", { a: 1 });
    expect(sent[0]?.body).toEqual({ a: 1 });
    expect(sent[0]?.headers).not.toHaveProperty(DEVICE_HEADER);
  });
});

test("a call that needs no token sends none, and changes no session", async () => {
  const { tokens, ask } = open();
  tokens.save(PAIR);
  answer({ message: "Done." });
  await ask("/api/accounts/password/reset/", { token: "t" });
  expect(sent[0]?.headers).not.toHaveProperty("authorization");
  expect(tokens.access()).toBe(PAIR.access);
});
