import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Postbox } from "#features/mail/commands.ts";
import { type Block, type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import type { AccountEvent, AccountListener, FactorChange } from "../accounts/session-store.ts";
import { CONFIRM_EMAIL_LINK, EMAIL_TTL_WORDS, RESET_LINK, RESET_TTL_WORDS } from "./rules.ts";

const paragraph = (text: string): Block => ({ kind: "paragraph", text });

const reasonOf = (site: MailSite) => `You get this mail because you have an account at ${site.name}.`;

/** To whoever asked for a link to set a new password. */
export function resetMail(site: MailSite): MailContent {
  return renderMail(site, {
    subject: `Set a new password for ${site.name}`,
    preview: `The link works once, for ${RESET_TTL_WORDS}.`,
    blocks: [
      { kind: "heading", text: "A new password" },
      paragraph(
        `Somebody, most likely you, asked for a link to set a new password for your account at ${site.name}. It works once, for ${RESET_TTL_WORDS}.`,
      ),
      { kind: "button", label: "Set a new password", url: RESET_LINK },
      paragraph("If it was not you, do nothing: your password stays as it is, and nobody but you has this link."),
    ],
    reason: reasonOf(site),
  });
}

/** To the owner of an account whose password is another one now. */
export function passwordMail(site: MailSite, event: AccountEvent): MailContent {
  return renderMail(site, {
    subject: `Your password for ${site.name} has been changed`,
    preview: "All other devices have been logged out.",
    blocks: [
      { kind: "heading", text: "Your password has been changed" },
      paragraph(
        `The password of your account at ${site.name} is another one now, and all other devices have been logged out.`,
      ),
      factsOf(event),
      paragraph("If it was you, all is well. If not, set a new password at once, and tell whoever runs the site."),
      { kind: "button", label: "Set a new password", url: absoluteUrl(site.url, adminUrl.forgot()) },
    ],
    reason: reasonOf(site),
  });
}

/** To the owner of an account that somebody has signed in to from a device or network that is new to it. */
export function signInMail(site: MailSite, event: AccountEvent): MailContent {
  return renderMail(site, {
    subject: `A new sign-in to ${site.name}`,
    preview: `${event.device}, ${event.origin}`,
    blocks: [
      { kind: "heading", text: "A new sign-in" },
      paragraph(
        `Somebody signed in to your account at ${site.name} from a device or a network that it has not been used from lately.`,
      ),
      factsOf(event),
      paragraph(
        "If it was you, all is well. If not, somebody knows your password: look through your sessions, and set a new one.",
      ),
      { kind: "button", label: "Look through my sessions", url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason: reasonOf(site),
  });
}

/** To the owner of a session that was ended because its refresh token was used twice. */
export function copiedSessionMail(site: MailSite, event: AccountEvent): MailContent {
  return renderMail(site, {
    subject: `A session at ${site.name} was ended for your safety`,
    preview: "Two browsers used it at the same time.",
    blocks: [
      { kind: "heading", text: "A session was ended" },
      paragraph(
        `Two browsers used the same session of your account at ${site.name}. That happens when a browser's data is copied. The session was ended in both. The second browser was:`,
      ),
      factsOf(event),
      paragraph(
        "If you restored a browser or a computer from a backup, just log in again. If not, set a new password, look through your sessions, and tell whoever runs the site.",
      ),
      { kind: "button", label: "Look through my sessions", url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason: reasonOf(site),
  });
}

/** What happened, as a subject and as a sentence. */
const FACTOR_WORDS: Record<FactorChange, [subject: string, sentence: string]> = {
  "authenticator added": ["An authenticator app was set up", "Logging in asks for a code of an authenticator app now."],
  "authenticator removed": ["The authenticator app was turned off", "Its codes are not asked for any more."],
  "passkey added": ["A passkey was added", "It can be used to log in."],
  "passkey removed": ["A passkey was removed", "It cannot be used to log in any more."],
  "codes renewed": ["New recovery codes were made", "The former ones have ended."],
  "code used": ["A recovery code was used", "Somebody logged in with the password and a recovery code."],
};

/** To the owner of an account whose second factors are others now, or were used up. */
export function factorMail(site: MailSite, event: AccountEvent & { change: FactorChange }): MailContent {
  const [subject, sentence] = FACTOR_WORDS[event.change];
  return renderMail(site, {
    subject: `${subject} at ${site.name}`,
    preview: sentence,
    blocks: [
      { kind: "heading", text: subject },
      paragraph(`This concerns your account at ${site.name}. ${sentence}`),
      factsOf(event),
      paragraph("If it was you, all is well. If not, set a new password at once, and tell whoever runs the site."),
      { kind: "button", label: "Look through my account", url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason: reasonOf(site),
  });
}

type EmailChange = { to: string; isOld: boolean; event: AccountEvent };

/** To the old and to the new address of somebody who asked for another one to log in by. */
export function confirmEmailMail(site: MailSite, { to, isOld, event }: EmailChange): MailContent {
  return renderMail(site, {
    subject: `Confirm your new address for ${site.name}`,
    preview: `The link works once, for ${EMAIL_TTL_WORDS}.`,
    blocks: [
      { kind: "heading", text: "Another address to log in by" },
      paragraph(
        isOld
          ? `Somebody, most likely you, asked to log in to ${site.name} by ${to} instead of this address. Both addresses have to confirm it, each by the link in its own mail.`
          : `Somebody, most likely you, asked to log in to ${site.name} by this address. It and the former one have to confirm it, each by the link in its own mail.`,
      ),
      factsOf(event),
      { kind: "button", label: "Confirm the change", url: CONFIRM_EMAIL_LINK },
      paragraph(
        isOld
          ? "If it was not you, do not open the link: nothing changes without it. Somebody knows your password, though: set a new one."
          : "If it was not you, do nothing: nothing changes without the link.",
      ),
    ],
    reason: isOld ? reasonOf(site) : `You get this mail because somebody at ${site.name} entered your address.`,
  });
}

/** To the owner of an address that another account asked for. */
export function takenMail(site: MailSite): MailContent {
  return renderMail(site, {
    subject: `You have an account at ${site.name} already`,
    preview: "Nothing was changed.",
    blocks: [
      { kind: "heading", text: "Your address was asked for" },
      paragraph(
        `Somebody asked to log in to ${site.name} by this address, from another account. As yours has it, nothing was changed, and nothing can be. If it was you, remove one of the two accounts first.`,
      ),
    ],
    reason: reasonOf(site),
  });
}

/** To the old and to the new address of an account once it has the new one. */
export function movedMail(site: MailSite, to: string): MailContent {
  return renderMail(site, {
    subject: `Your address for ${site.name} has been changed`,
    preview: "Both addresses have confirmed it.",
    blocks: [
      { kind: "heading", text: "Your address has been changed" },
      paragraph(`You log in to ${site.name} by ${to} from now on. Your sessions go on.`),
      paragraph("If it was not you, tell whoever runs the site at once."),
      { kind: "button", label: "Look through my sessions", url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason: reasonOf(site),
  });
}

/**
 * Notifies owners of accounts by mail of what happens to them. Where mail goes nowhere but into files, nobody would read
 * of a sign-in in time, and it is left out.
 */
export function accountNotices(postbox: Postbox, sendsMail: boolean): AccountListener {
  async function send<Event extends AccountEvent>(
    trx: Transaction<Tables>,
    event: Event,
    kind: "sign-in" | "password" | "factors",
    mail: (site: MailSite, event: Event) => MailContent,
  ): Promise<void> {
    const content = mail(await mailSite(trx, postbox.site), event);
    await postbox.put(trx, { kind, to: event.email, content, accountId: event.accountId });
  }
  return {
    signedInAnew: async (trx, event) => (sendsMail ? send(trx, event, "sign-in", signInMail) : undefined),
    sessionCopied: async (trx, event) => (sendsMail ? send(trx, event, "sign-in", copiedSessionMail) : undefined),
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
