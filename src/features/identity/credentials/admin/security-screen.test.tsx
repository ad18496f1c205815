import { afterEach, describe, expect, test, vi } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { type Answered, answered } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { OwnEmail, OwnFactors } from "../endpoints.ts";
import { ownFactors } from "./second-step.tsx";
import { ownEmail, SecurityScreen } from "./security-screen.tsx";

afterEach(() => vi.unstubAllGlobals());

const NOW = Date.UTC(2026, 10, 24, 12);
const AN_HOUR_AGO = new Date(NOW - 3_600_000).toISOString();

/** One of the four sections of the screen, by its name. */
function section(name: string, ...answers: Answered[]): string {
  const html = adminMarkup(<SecurityScreen restartSession={async () => {}} />, { answers, now: NOW });
  const from = html.indexOf(`<section aria-label="${name}"`);
  expect(from, name).toBeGreaterThan(-1);
  return html.slice(from, html.indexOf("</section>", from));
}

describe("the address that one logs in by", () => {
  const email = (pending: OwnEmail["pending"] = null) => answered(ownEmail(), { email: "amina@news.example", pending });
  const waiting = (confirmed: ("old" | "new")[]) =>
    wordsOf(section("Email", email({ email: "a@x.example", asked: AN_HOUR_AGO, expires: AN_HOUR_AGO, confirmed })));

  test("says what a change waits for", () => {
    expect(waiting([])).toContain("Waiting for both addresses to confirm. Asked for 1 hour ago .");
    expect(waiting(["old"])).toContain("Waiting for the new address to confirm.");
    expect(waiting(["new"])).toContain("Waiting for your current address to confirm.");
    expect(waiting([])).toContain("Cancel the change");
  });
});

describe("one's second step", () => {
  const factors = (change: Partial<OwnFactors> = {}) =>
    answered(ownFactors(), { totp: false, passkeys: 0, recovery_codes: 0, is_required: false, ...change });
  const shown = (...answers: Answered[]) => section("Second step", ...answers);

  test("that is off has nothing to turn off, and no recovery codes", () => {
    const text = wordsOf(shown(factors()));
    expect(text).toMatch(/Authenticator app Off Set up.*Passkeys None/);
    expect(text).not.toMatch(/Turn off|Recovery codes/);
    expect(text).toContain("Anyone who learns your password can log in as you.");
  });

  test("by an app alone can be replaced, and says how many codes are left", () => {
    const text = wordsOf(shown(factors({ totp: true, recovery_codes: 10 })));
    expect(text).toMatch(/Authenticator app On Replace Turn off.*Recovery codes 10 left New codes/);
    expect(text).not.toContain("Your role requires one");
  });

  test("by a passkey alone is on, too", () => {
    const text = wordsOf(shown(factors({ passkeys: 2, recovery_codes: 5 })));
    expect(text).toMatch(/Authenticator app Off Set up Passkeys 2 .*Recovery codes 5 left/);
  });

  test("with few codes left shows it as a warning", () => {
    const warned = (left: number) => /text-down">\d+ left/.test(shown(factors({ totp: true, recovery_codes: left })));
    expect([warned(0), warned(2), warned(3)]).toEqual([true, true, false]);
  });

  test("offers a passkey where the browser has them, and says so where it has none", () => {
    vi.stubGlobal("PublicKeyCredential", undefined);
    expect(wordsOf(shown(factors()))).toContain("This browser has no passkey for this address.");
    vi.stubGlobal("PublicKeyCredential", class {});
    expect(wordsOf(shown(factors()))).toContain("Add a passkey");
  });
});
