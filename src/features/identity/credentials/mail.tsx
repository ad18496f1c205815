import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { type Block, type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import type { AccountEvent, AccountListener, FactorChange } from "../accounts/session-store.ts";
import { CONFIRM_EMAIL_LINK, EMAIL_TTL_WORDS, RESET_LINK, RESET_TTL_WORDS } from "./rules.ts";

const paragraph = (text: string): Block => ({ kind: "paragraph", text });

const reasonOf = (site: MailSite) => `You received this mail because you have an account at ${site.name}.`;

export function resetMail(site: MailSite): MailContent {
  return renderMail(site, {
    subject: `Set a new password for ${site.name}`,
    preview: `The link works once, for ${RESET_TTL_WORDS}.`,
    blocks: [
      { kind: "heading", text: "A new password" },
      paragraph(
        `You, or someone else, requested a link to set a new password for your account at ${site.name}. It works once, for ${RESET_TTL_WORDS}.`,
      ),
      { kind: "button", label: "Set a new password", url: RESET_LINK },
      paragraph("If this was not you, ignore this mail: your password does not change, and only you have this link."),
    ],
    reason: reasonOf(site),
  });
}

/** Notifies the owner of an account that its password was changed. */
export function passwordMail(site: MailSite, event: AccountEvent): MailContent {
  return renderMail(site, {
    subject: `Your password for ${site.name} has been changed`,
    preview: "All other devices have been logged out.",
    blocks: [
      { kind: "heading", text: "Your password has been changed" },
      paragraph(
        `The password of your account at ${site.name} was changed, and all other devices have been logged out.`,
      ),
      factsOf(event),
      paragraph(
        "If this was you, there is nothing to do. If not, set a new password immediately and tell the administrator.",
      ),
      { kind: "button", label: "Set a new password", url: absoluteUrl(site.url, adminUrl.forgot()) },
    ],
    reason: reasonOf(site),
  });
}

/** Notifies the owner of an account of a sign-in from a new device or network. */
export function signInMail(site: MailSite, event: AccountEvent): MailContent {
  return renderMail(site, {
    subject: `A new sign-in to ${site.name}`,
    preview: `${event.device}, ${event.origin}`,
    blocks: [
      { kind: "heading", text: "A new sign-in" },
      paragraph(`Your account at ${site.name} was used to sign in from a new device or network.`),
      factsOf(event),
      paragraph(
        "If this was you, there is nothing to do. If not, someone knows your password: review your sessions and set a new password.",
      ),
      { kind: "button", label: "Review my sessions", url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason: reasonOf(site),
  });
}

/** Notifies the owner of a session that was revoked because its refresh token was used twice. */
export function copiedSessionMail(site: MailSite, event: AccountEvent): MailContent {
  return renderMail(site, {
    subject: `A session at ${site.name} was signed out for your safety`,
    preview: "Two browsers used it.",
    blocks: [
      { kind: "heading", text: "A session was signed out" },
      paragraph(
        `Two browsers used the same session of your account at ${site.name}. This happens when a browser's data is copied. Both were signed out. The second browser was:`,
      ),
      factsOf(event),
      paragraph(
        "If you restored a browser or a computer from a backup, just log in again. If not, set a new password, review your sessions and tell the administrator.",
      ),
      { kind: "button", label: "Review my sessions", url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason: reasonOf(site),
  });
}

/** Subject and sentence for each change. */
const FACTOR_WORDS: Record<FactorChange, [subject: string, sentence: string]> = {
  "authenticator added": ["An authenticator app was set up", "Logging in now needs a code from the app."],
  "authenticator removed": ["The authenticator app was turned off", "Logging in no longer needs its codes."],
  "passkey added": ["A passkey was added", "It can be used to log in."],
  "passkey removed": ["A passkey was removed", "It can no longer be used to log in."],
  "codes renewed": ["New recovery codes were created", "Old codes no longer work."],
  "code used": ["A recovery code was used", "Your password and a recovery code were used to log in."],
};

/** Notifies the owner of an account that its second factors were changed or used up. */
export function factorMail(site: MailSite, event: AccountEvent & { change: FactorChange }): MailContent {
  const [subject, sentence] = FACTOR_WORDS[event.change];
  return renderMail(site, {
    subject: `${subject} at ${site.name}`,
    preview: sentence,
    blocks: [
      { kind: "heading", text: subject },
      paragraph(`This concerns your account at ${site.name}. ${sentence}`),
      factsOf(event),
      paragraph(
        "If this was you, there is nothing to do. If not, set a new password immediately and tell the administrator.",
      ),
      { kind: "button", label: "Review my account", url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason: reasonOf(site),
  });
}

type EmailChange = { to: string; isOld: boolean; event: AccountEvent };

/** Sent to the old and to the new address to confirm the change. */
export function confirmEmailMail(site: MailSite, { to, isOld, event }: EmailChange): MailContent {
  return renderMail(site, {
    subject: `Confirm your new address for ${site.name}`,
    preview: `The link works once, for ${EMAIL_TTL_WORDS}.`,
    blocks: [
      { kind: "heading", text: "Confirm your new address" },
      paragraph(
        isOld
          ? `You, or someone else, asked to log in to ${site.name} with ${to} instead of this address. Both addresses must confirm this, each with the link in its own mail.`
          : `You, or someone else, asked to log in to ${site.name} with this address. Both the old and the new address must confirm this, each with the link in its own mail.`,
      ),
      factsOf(event),
      { kind: "button", label: "Confirm change", url: CONFIRM_EMAIL_LINK },
      paragraph(
        isOld
          ? "If this was not you, do not open the link: nothing changes without it. However, someone knows your password, so set a new one."
          : "If this was not you, ignore this mail: nothing changes without the link.",
      ),
    ],
    reason: isOld ? reasonOf(site) : `You received this mail because your address was entered at ${site.name}.`,
  });
}

/** Sent to the owner of an address that another account requested. */
export function takenMail(site: MailSite): MailContent {
  return renderMail(site, {
    subject: `You already have an account at ${site.name}`,
    preview: "Nothing was changed.",
    blocks: [
      { kind: "heading", text: "Your address was requested" },
      paragraph(
        `Another account asked to log in to ${site.name} with this address. Your account already uses it, so nothing was changed. If this was you, remove one of the two accounts first.`,
      ),
    ],
    reason: reasonOf(site),
  });
}

/** Sent to the old and to the new address once the account has the new one. */
export function movedMail(site: MailSite, to: string): MailContent {
  return renderMail(site, {
    subject: `Your address for ${site.name} has been changed`,
    preview: "Both addresses have confirmed it.",
    blocks: [
      { kind: "heading", text: "Your address has been changed" },
      paragraph(`From now on, log in to ${site.name} with ${to}. You stay logged in.`),
      paragraph("If this was not you, tell the administrator immediately."),
      { kind: "button", label: "Review my sessions", url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason: reasonOf(site),
  });
}

/**
 * Notifies owners of accounts by mail. Without an SMTP server mails go into files, where a sign-in would go unread
 * in time, so that is left out.
 */
export function accountNotices(mailQueue: MailQueue, sendsMail: boolean): AccountListener {
  async function send<Event extends AccountEvent>(
    trx: Transaction<Tables>,
    event: Event,
    kind: "sign-in" | "password" | "factors",
    mail: (site: MailSite, event: Event) => MailContent,
  ): Promise<void> {
    const content = mail(await mailSite(trx, mailQueue.site), event);
    await mailQueue.enqueue(trx, { kind, to: event.email, content, accountId: event.accountId });
  }
  return {
    onNewDeviceSignIn: async (trx, event) => (sendsMail ? send(trx, event, "sign-in", signInMail) : undefined),
    onReusedRefreshToken: async (trx, event) =>
      sendsMail ? send(trx, event, "sign-in", copiedSessionMail) : undefined,
    passwordChanged: (trx, event) => send(trx, event, "password", passwordMail),
    factorsChanged: (trx, event) => send(trx, event, "factors", factorMail),
  };
}

const factsOf = ({ at, device, origin }: AccountEvent): Block => ({
  kind: "facts",
  facts: [
    { name: "When", value: `${new Date(at).toISOString().slice(0, 16).replace("T", ", ")} UTC` },
    { name: "Device", value: device },
    { name: "Network", value: origin },
  ],
});
