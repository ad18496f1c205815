import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { MailQueue } from "#features/mail/commands.ts";
import { type Block, type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import { mailSite } from "#features/mail/queries.ts";
import { type Translate, textIn } from "#shared/translate.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";
import type { AccountEvent, AccountListener, FactorChange } from "../accounts/session-store.ts";
import { CONFIRM_EMAIL_LINK, EMAIL_TTL_WORDS, RESET_LINK, RESET_TTL_WORDS } from "./rules.ts";

const paragraph = (text: string): Block => ({ kind: "paragraph", text });

/** What all mails about an account have in common, in the language of the site. */
function partsOf({ language, name }: MailSite) {
  const t = textIn(language);
  return { t, name, language, reason: t("You received this mail because you have an account at {name}.", { name }) };
}

export function resetMail(site: MailSite): MailContent {
  const { t, name, language, reason } = partsOf(site);
  const time = t(RESET_TTL_WORDS);
  return renderMail(site, {
    subject: t("Set a new password for {name}", { name }),
    preview: t("The link works once, for {time}.", { time }),
    language,
    blocks: [
      { kind: "heading", text: t("A new password") },
      paragraph(
        t(
          "You, or someone else, requested a link to set a new password for your account at {name}. It works once, for {time}.",
          { name, time },
        ),
      ),
      { kind: "button", label: t("Set a new password"), url: RESET_LINK },
      paragraph(
        t("If this was not you, ignore this mail: your password does not change, and only you have this link."),
      ),
    ],
    reason,
  });
}

/** Notifies the owner of an account that its password was changed. */
export function passwordMail(site: MailSite, event: AccountEvent): MailContent {
  const { t, name, language, reason } = partsOf(site);
  return renderMail(site, {
    subject: t("Your password for {name} has been changed", { name }),
    preview: t("All other devices have been logged out."),
    language,
    blocks: [
      { kind: "heading", text: t("Your password has been changed") },
      paragraph(
        t("The password of your account at {name} was changed, and all other devices have been logged out.", { name }),
      ),
      factsOf(t, event),
      paragraph(
        t(
          "If this was you, there is nothing to do. If not, set a new password immediately and tell the administrator.",
        ),
      ),
      { kind: "button", label: t("Set a new password"), url: absoluteUrl(site.url, adminUrl.forgot()) },
    ],
    reason,
  });
}

/** Notifies the owner of an account of a sign-in from a new device or network. */
export function signInMail(site: MailSite, event: AccountEvent): MailContent {
  const { t, name, language, reason } = partsOf(site);
  return renderMail(site, {
    subject: t("A new sign-in to {name}", { name }),
    preview: `${event.device}, ${event.origin}`,
    language,
    blocks: [
      { kind: "heading", text: t("A new sign-in") },
      paragraph(t("Your account at {name} was used to sign in from a new device or network.", { name })),
      factsOf(t, event),
      paragraph(
        t(
          "If this was you, there is nothing to do. If not, someone knows your password: review your sessions and set a new password.",
        ),
      ),
      { kind: "button", label: t("Review my sessions"), url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason,
  });
}

/** Notifies the owner of a session that was revoked because its refresh token was used twice. */
export function copiedSessionMail(site: MailSite, event: AccountEvent): MailContent {
  const { t, name, language, reason } = partsOf(site);
  return renderMail(site, {
    subject: t("A session at {name} was signed out for your safety", { name }),
    preview: t("Two browsers used it."),
    language,
    blocks: [
      { kind: "heading", text: t("A session was signed out") },
      paragraph(
        t(
          "Two browsers used the same session of your account at {name}. This happens when a browser's data is copied. Both were signed out. The second browser was:",
          { name },
        ),
      ),
      factsOf(t, event),
      paragraph(
        t(
          "If you restored a browser or a computer from a backup, just log in again. If not, set a new password, review your sessions and tell the administrator.",
        ),
      ),
      { kind: "button", label: t("Review my sessions"), url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason,
  });
}

/** Subject and sentence for each change. */
const FACTOR_WORDS = {
  "authenticator added": ["An authenticator app was set up", "Logging in now needs a code from the app."],
  "authenticator removed": ["The authenticator app was turned off", "Logging in no longer needs its codes."],
  "passkey added": ["A passkey was added", "It can be used to log in."],
  "passkey removed": ["A passkey was removed", "It can no longer be used to log in."],
  "codes renewed": ["New recovery codes were created", "Old codes no longer work."],
  "code used": ["A recovery code was used", "Your password and a recovery code were used to log in."],
} as const satisfies Record<FactorChange, readonly [subject: string, sentence: string]>;

/** Notifies the owner of an account that its second factors were changed or used up. */
export function factorMail(site: MailSite, event: AccountEvent & { change: FactorChange }): MailContent {
  const { t, name, language, reason } = partsOf(site);
  const [subject, sentence] = FACTOR_WORDS[event.change];
  return renderMail(site, {
    subject: t("{subject} at {name}", { subject: t(subject), name }),
    preview: t(sentence),
    language,
    blocks: [
      { kind: "heading", text: t(subject) },
      paragraph(t("This concerns your account at {name}. {sentence}", { name, sentence: t(sentence) })),
      factsOf(t, event),
      paragraph(
        t(
          "If this was you, there is nothing to do. If not, set a new password immediately and tell the administrator.",
        ),
      ),
      { kind: "button", label: t("Review my account"), url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason,
  });
}

type EmailChange = { to: string; isOld: boolean; event: AccountEvent };

/** Sent to the old and to the new address to confirm the change. */
export function confirmEmailMail(site: MailSite, { to, isOld, event }: EmailChange): MailContent {
  const { t, name, language, reason } = partsOf(site);
  return renderMail(site, {
    subject: t("Confirm your new address for {name}", { name }),
    preview: t("The link works once, for {time}.", { time: t(EMAIL_TTL_WORDS) }),
    language,
    blocks: [
      { kind: "heading", text: t("Confirm your new address") },
      paragraph(
        isOld
          ? t(
              "You, or someone else, asked to log in to {name} with {to} instead of this address. Both addresses must confirm this, each with the link in its own mail.",
              { name, to },
            )
          : t(
              "You, or someone else, asked to log in to {name} with this address. Both the old and the new address must confirm this, each with the link in its own mail.",
              { name },
            ),
      ),
      factsOf(t, event),
      { kind: "button", label: t("Confirm change"), url: CONFIRM_EMAIL_LINK },
      paragraph(
        isOld
          ? t(
              "If this was not you, do not open the link: nothing changes without it. However, someone knows your password, so set a new one.",
            )
          : t("If this was not you, ignore this mail: nothing changes without the link."),
      ),
    ],
    reason: isOld ? reason : t("You received this mail because this address was entered at {name}.", { name }),
  });
}

/** Sent to the owner of an address that another account requested. */
export function takenMail(site: MailSite): MailContent {
  const { t, name, language, reason } = partsOf(site);
  return renderMail(site, {
    subject: t("You already have an account at {name}", { name }),
    preview: t("Nothing was changed."),
    language,
    blocks: [
      { kind: "heading", text: t("Your address was requested") },
      paragraph(
        t(
          "Another account asked to log in to {name} with this address. Your account already uses it, so nothing was changed. If this was you, remove one of the two accounts first.",
          { name },
        ),
      ),
    ],
    reason,
  });
}

/** Sent to the old and to the new address once the account has the new one. */
export function movedMail(site: MailSite, to: string): MailContent {
  const { t, name, language, reason } = partsOf(site);
  return renderMail(site, {
    subject: t("Your address for {name} has been changed", { name }),
    preview: t("Both addresses have confirmed it."),
    language,
    blocks: [
      { kind: "heading", text: t("Your address has been changed") },
      paragraph(t("From now on, log in to {name} with {to}. You stay logged in.", { name, to })),
      paragraph(t("If this was not you, tell the administrator immediately.")),
      { kind: "button", label: t("Review my sessions"), url: absoluteUrl(site.url, adminUrl.security()) },
    ],
    reason,
  });
}

/**
 * Notifies owners of accounts by mail. Without an SMTP server mails go into files, where a sign-in would go unread
 * in time, so that is left out.
 */
export function accountNotices(mailQueue: MailQueue): AccountListener {
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
    onNewDeviceSignIn: async (trx, event) =>
      (await mailQueue.sends(trx)) ? send(trx, event, "sign-in", signInMail) : undefined,
    onReusedRefreshToken: async (trx, event) =>
      (await mailQueue.sends(trx)) ? send(trx, event, "sign-in", copiedSessionMail) : undefined,
    passwordChanged: (trx, event) => send(trx, event, "password", passwordMail),
    factorsChanged: (trx, event) => send(trx, event, "factors", factorMail),
  };
}

const factsOf = (t: Translate, { at, device, origin }: AccountEvent): Block => ({
  kind: "facts",
  facts: [
    { name: t("When"), value: `${new Date(at).toISOString().slice(0, 16).replace("T", ", ")} UTC` },
    { name: t("Device"), value: device },
    { name: t("Network"), value: origin },
  ],
});
