import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SecondStep } from "#features/identity/second-factor/schema.ts";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { parseHtml } from "#test/support/parse-html.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { LoginScreen, SecondStepForm } from "./login-screen.tsx";

/** Whether the browser can use passkeys. */
const passkeys = (has: boolean) => vi.stubGlobal("PublicKeyCredential", has ? class {} : undefined);
beforeEach(() => passkeys(false));
afterEach(() => vi.unstubAllGlobals());

describe("the login", () => {
  const login = (hasEnded = false, site = {}, reason?: string) => {
    const refuse = () => Promise.reject(new Error("Nothing is sent."));
    const entries = { logIn: refuse, startPasskeyLogin: refuse, takeSecondStep: refuse };
    return adminMarkup(<LoginScreen {...{ hasEnded, entries, reason }} signOn={<b>Log in with Acme</b>} />, { site });
  };

  test("offers a passkey only where the browser can use one", () => {
    expect(wordsOf(login())).not.toContain("Use a passkey");
    passkeys(true);
    expect(wordsOf(login())).toContain("Use a passkey");
  });
});

describe("the second step of a login", () => {
  const step = (second_factor: SecondStep["second_factor"], passkey?: SecondStep["passkey"]) =>
    adminMarkup(
      <SecondStepForm
        step={{ second_factor, ticket: "s3cret", ...(passkey && { passkey }) }}
        takeSecondStep={async () => {}}
        onDone={() => {}}
        onBack={() => {}}
      />,
    );
  const OPTIONS = { challenge: "AAAA" };

  test("asks for the six digits of an app, which a phone offers to fill in", () => {
    const html = step(["totp"]);
    expect(parseHtml(html).all("input[inputmode=numeric][autocomplete=one-time-code]")).toHaveLength(1);
    expect(wordsOf(html)).not.toMatch(/Use a (recovery code|passkey)/);
  });

  test("asks for a recovery code at once where there is no app", () => {
    passkeys(true);
    const html = step(["passkey", "recovery"], OPTIONS);
    expect(wordsOf(html)).toMatch(/Use a passkey.*Recovery code/);
    expect(parseHtml(html).all("input[inputmode=text][autocomplete=off]")).toHaveLength(1);
    expect(wordsOf(html)).not.toContain("authenticator app");
  });

  test("by a passkey alone has no field that nothing could be typed into", () => {
    passkeys(true);
    const html = step(["passkey"], OPTIONS);
    expect(parseHtml(html).all("input")).toEqual([]);
    expect(wordsOf(html)).toMatch(/Use a passkey.*Back/);
  });

  test("offers no passkey to a browser that cannot use it; the way back stays", () => {
    const html = step(["passkey"], OPTIONS);
    expect(wordsOf(html)).toBe("Second step Back");
  });
});
