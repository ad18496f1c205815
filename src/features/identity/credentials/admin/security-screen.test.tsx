import { afterEach, describe, expect, test, vi } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { type Answered, answered, failed } from "#test/support/answers.ts";
import { wordsOf } from "#test/support/reader-markup.tsx";
import type { OwnEmail, OwnFactors, OwnPasskey, OwnSession } from "../endpoints.ts";
import { ownFactors, ownPasskeys } from "./second-step.tsx";
import { ownEmail, ownSessions, SecurityScreen } from "./security-screen.tsx";

afterEach(() => vi.unstubAllGlobals());

const NOW = Date.UTC(2026, 10, 24, 12);
const AN_HOUR_AGO = new Date(NOW - 3_600_000).toISOString();
const HOSTILE = "<img src=x onerror=alert(1)>";

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

  test("is shown, and can be changed", () => {
    expect(wordsOf(section("Email", email()))).toBe("Email You log in with amina@news.example Change address");
  });

  test("says what a change waits for", () => {
    expect(waiting([])).toContain("Waiting for both addresses to confirm. Asked for 1 hour ago .");
    expect(waiting(["old"])).toContain("Waiting for the new address to confirm.");
    expect(waiting(["new"])).toContain("Waiting for your current address to confirm.");
    expect(waiting([])).toContain("Cancel the change");
  });

  test("could not be loaded, and can be asked for again", () => {
    expect(wordsOf(section("Email", failed(ownEmail())))).toBe("Email Could not load your address. Try again");
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

  test("that the role needs says so", () => {
    expect(wordsOf(shown(factors({ is_required: true })))).toContain("so you cannot remove the last one.");
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

  test("is neither on nor off before it is known, nor where it could not be loaded", () => {
    const text = wordsOf(shown());
    expect(text).toContain("Authenticator app …");
    expect(text).not.toMatch(/ Off| On |None/);
    expect(wordsOf(shown(failed(ownFactors())))).toMatch(/Could not load your second factors\. Try again$/);
  });

  test("lists passkeys by their names, as they were written, each with a button of its own", () => {
    const passkey = (change: Partial<OwnPasskey>): OwnPasskey => ({
      id: "k",
      name: "Phone",
      created: AN_HOUR_AGO,
      last_used: null,
      ...change,
    });
    const list = [passkey({}), passkey({ id: "l", name: HOSTILE, last_used: AN_HOUR_AGO })];
    const html = shown(factors({ passkeys: 2 }), answered(ownPasskeys(), list));
    expect(html).toContain('aria-label="Remove the passkey Phone"');
    expect(html).not.toContain("<img");
    expect(wordsOf(html)).toContain("Never");
  });
});

describe("one's sessions", () => {
  const session = (change: Partial<OwnSession> = {}): OwnSession => ({
    id: "s1",
    device: "Firefox on Linux",
    origin: "192.0.2.0/24",
    is_current: false,
    started: AN_HOUR_AGO,
    last_used: AN_HOUR_AGO,
    ...change,
  });
  const shown = (...list: OwnSession[]) => section("Sessions", answered(ownSessions(), list));

  test("begin with this one, which cannot be ended here", () => {
    const html = shown(session(), session({ id: "s2", device: "Safari on iPhone", is_current: true }));
    expect(wordsOf(html)).toMatch(/Safari on iPhone This session.*Firefox on Linux/);
    expect(html.match(/aria-label="End the session of [^"]*"/g)).toEqual([
      'aria-label="End the session of Firefox on Linux, 192.0.2.0/24"',
    ]);
  });

  test("can be ended together where there are others", () => {
    expect(wordsOf(shown(session(), session({ id: "s2", is_current: true })))).toContain("End all others");
    expect(wordsOf(shown(session({ is_current: true })))).not.toContain("End all others");
  });

  test("of an unknown network say so, and name none in the button", () => {
    const html = shown(session({ origin: "" }));
    expect(wordsOf(html)).toContain("Unknown");
    expect(html).toContain('aria-label="End the session of Firefox on Linux"');
  });

  test("show what a browser calls itself as text", () => {
    expect(shown(session({ device: HOSTILE }))).not.toContain("<img");
  });

  test("are said to be loading, or not to have loaded", () => {
    expect(wordsOf(section("Sessions"))).toContain("Loading the sessions...");
    expect(wordsOf(section("Sessions", failed(ownSessions())))).toContain("Could not load the sessions. Try again");
  });
});

test("a password is changed by the present one and a new one, which a manager tells apart", () => {
  const html = section("Password");
  expect([...html.matchAll(/autoComplete="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    ...["username", "current-password", "new-password"],
  ]);
});
