import { describe, expect, test } from "vitest";
import { adminMarkup } from "#test/support/admin-markup.tsx";
import { wordsOf } from "#test/support/reader-markup.tsx";
import { ConfirmEmailScreen, ForgotScreen, ResetScreen } from "./link-screens.tsx";
import { RequiredStepScreen } from "./second-step.tsx";

const TOKEN = "s3cret-token";

describe("the screen of a link that sets a password", () => {
  const reset = (address: string) => adminMarkup(<ResetScreen ask={async () => {}} />, { address });

  test("asks for the password, and has the token nowhere in the page", () => {
    const html = reset(`/admin/reset?token=${TOKEN}`);
    expect(html).toContain('autoComplete="new-password"');
    expect(html).not.toContain(TOKEN);
  });

  test.each(["/admin/reset", "/admin/reset?token="])("at %s offers a new link instead", (address) => {
    const html = reset(address);
    expect(html).not.toContain("<form");
    expect(html).toContain('href="/admin/forgot"');
    expect(wordsOf(html)).toContain("This link has expired");
  });
});

describe("the screen of a link that confirms an address", () => {
  const confirm = (address: string) => adminMarkup(<ConfirmEmailScreen />, { address });

  test("confirms nothing by being opened: that takes a button", () => {
    const html = confirm(`/admin/confirm-email?token=${TOKEN}`);
    expect(html).toMatch(/<button type="button"[^>]*>Confirm change</);
    expect(html).not.toContain(TOKEN);
  });

  test("without a token has no button", () => {
    const html = confirm("/admin/confirm-email");
    expect(html).not.toContain("<button");
    expect(wordsOf(html)).toContain("This link has expired");
  });
});

describe("who forgot the password", () => {
  test("asks for a link by the address", () => {
    const html = adminMarkup(<ForgotScreen />);
    expect(html).toMatch(/<form[^>]*>.*type="email"/);
  });

  test("asks for none where the site sends no mail, and learns who can help", () => {
    for (const sendsMail of [false, undefined]) {
      const html = adminMarkup(<ForgotScreen />, { site: { sendsMail } as { sendsMail: boolean } });
      expect(html).not.toContain("<form");
      expect(wordsOf(html)).toContain("Ask its administrator to set a new password for you.");
    }
  });
});

describe("whose role needs a second step", () => {
  const required = (isOverWork: boolean) =>
    adminMarkup(<RequiredStepScreen isOverWork={isOverWork} onDone={() => {}} onLogOut={() => {}} />, {
      site: { name: "<i>News</i>" },
    });

  test("sets one up or logs out, on a screen that names the site as it is called", () => {
    const text = wordsOf(required(false));
    expect(text).toContain("Your role at <i>News</i> requires a second step to log in.");
    expect(text).toMatch(/Set up.*Log Out/);
    expect(text).not.toContain("Nothing you typed is lost.");
  });

  test("is told over the work that none of it is lost, in a dialog with a name", () => {
    const html = required(true);
    const label = html.match(/<dialog[^>]*aria-labelledby="([^"]*)"/)?.[1];
    expect(html).toMatch(new RegExp(`<h1[^>]*id="${label}"[^>]*>Set up a second step<`));
    expect(wordsOf(html)).toContain("Nothing you typed is lost.");
  });
});
