import "#shared/messages/all.ts";
import { describe, expect, test } from "vitest";
import type { FactorChange } from "#features/identity/accounts/session-store.ts";
import { invitationMail } from "#features/identity/people/commands.ts";
import type { MailSite } from "#features/mail/mail.tsx";
import {
  confirmEmailMail,
  copiedSessionMail,
  factorMail,
  movedMail,
  passwordMail,
  resetMail,
  signInMail,
  takenMail,
} from "./mail.tsx";
import { CONFIRM_EMAIL_LINK, RESET_LINK } from "./rules.ts";

const SITE = { name: "Kurier & Söhne", url: "https://news.example", postalAddress: "1 Bridge Street\nNairobi" };
const HOSTILE = '<img src="x" onerror="alert(1)">';
const EVENT = {
  accountId: 1,
  email: "amina@news.example",
  at: Date.UTC(2026, 10, 24, 21, 5, 59),
  device: "Firefox on Linux",
  origin: "192.0.2.0/24",
};

const mailsOf = (site: MailSite) => ({
  "a link to set a password": resetMail(site),
  "a changed password": passwordMail(site, EVENT),
  "a new sign-in": signInMail(site, EVENT),
  "a copied session": copiedSessionMail(site, EVENT),
  "another factor": factorMail(site, { ...EVENT, change: "passkey added" }),
  "a change of the address, to the old one": confirmEmailMail(site, { to: "new@x.example", isOld: true, event: EVENT }),
  "a change of the address, to the new one": confirmEmailMail(site, {
    to: "new@x.example",
    isOld: false,
    event: EVENT,
  }),
  "an address that is taken": takenMail(site),
  "an address that was changed": movedMail(site, "new@x.example"),
  "an invitation": invitationMail(site, { role: "writer", by: undefined }),
});
const MAILS = mailsOf(SITE);

describe.each(Object.entries(MAILS))("the mail about %s", (_what, { subject, html, text }) => {
  test("names the site as it is called, as text and as HTML", () => {
    expect(subject).toContain("Kurier & Söhne");
    expect(text).toContain("Kurier & Söhne");
    expect(html).toContain("Kurier &amp; Söhne");
  });

  test("has a subject of one line, and leads to no other site", () => {
    expect(subject).not.toMatch(/[\r\n]/);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? "");
    for (const link of links) expect(link).toMatch(/^(https:\/\/news\.example|\{\{\w+\}\})/);
  });
});

describe.each(["sw", "ar"] as const)("in the language %s", (language) => {
  test.each(Object.entries(mailsOf({ ...SITE, language })))(
    "the mail about %s has no English sentence",
    (what, mail) => {
      const english = Object.entries(MAILS).find(([name]) => name === what)?.[1];
      const sentences = (english?.text ?? "").split("\n").filter((line) => /^[A-Z].* .*[.:]$/.test(line));
      expect(sentences.length).toBeGreaterThan(1);
      expect(sentences.filter((line) => mail.text.includes(line))).toEqual([]);
      expect(mail.subject).not.toBe(english?.subject);
      expect(mail.html).toContain(`<html lang="${language}"${language === "ar" ? ' dir="rtl"' : ""}>`);
    },
  );
});

describe("a mail about what happened", () => {
  test("says when, to the minute and in UTC, from what and from where", () => {
    expect(signInMail(SITE, EVENT).text).toMatch(/2026-11-24, 21:05 UTC[\s\S]*Firefox on Linux[\s\S]*192\.0\.2\.0\/24/);
  });

  test("shows what a browser calls itself as text", () => {
    const { html } = signInMail(SITE, { ...EVENT, device: HOSTILE, origin: HOSTILE });
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img");
  });

  test("says of each change of the factors something else", () => {
    const changes: FactorChange[] = [
      ...(["authenticator added", "authenticator removed", "passkey added", "passkey removed"] as const),
      ...(["codes renewed", "code used"] as const),
    ];
    const subjects = changes.map((change) => factorMail(SITE, { ...EVENT, change }).subject);
    expect(new Set(subjects).size).toBe(changes.length);
  });
});

describe("a mail with a link", () => {
  test("has the place of the link in both parts, and the link itself in neither", () => {
    const { html, text } = resetMail(SITE);
    expect([html.includes(RESET_LINK), text.includes(RESET_LINK)]).toEqual([true, true]);
    expect(`${html}${text}`).not.toContain("token=");
  });

  test("tells the old address which the new one is; the new one learns nothing of the old", () => {
    const mail = (isOld: boolean) => confirmEmailMail(SITE, { to: "new@x.example", isOld, event: EVENT });
    expect(mail(true).text).toContain("new@x.example");
    for (const part of [mail(false).text, mail(false).html]) expect(part).not.toContain(EVENT.email);
    expect([mail(true), mail(false)].every(({ text }) => text.includes(CONFIRM_EMAIL_LINK))).toBe(true);
  });

  test("is none where somebody has the address already: nothing could be confirmed", () => {
    const { html, text } = takenMail(SITE);
    expect(`${html}${text}`).not.toContain("{{");
  });
});
