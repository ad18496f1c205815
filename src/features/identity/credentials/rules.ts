import { type Secrets, tokenOfSeed } from "#platform/keys.ts";
import { mailField } from "#platform/mail.ts";
import { DAY } from "#shared/time.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";

/** How long a link to set a new password is valid, in milliseconds and in words. */
export const RESET_TTL_MS = 30 * 60_000;
export const RESET_TTL_WORDS = "30 minutes";

/** Link requests in 15 minutes: for one address from anywhere, and from one network for any address. */
export const MAX_ASKED = { address: 5, network: 30 } as const;

/** Mails with such a link to one address in a day. */
export const MAX_RESET_MAILS = 20;
export const MAIL_DAY_MS = DAY;

export const BAD_LINK = "This link has expired. Please request a new one.";

/** How long an address change can be confirmed, in milliseconds and in words. */
export const EMAIL_TTL_MS = DAY;
export const EMAIL_TTL_WORDS = "24 hours";

/** Mails about a change to one new address in a day. */
export const MAX_EMAIL_MAILS = 5;

export const BAD_EMAIL_LINK = "This link has expired, was used or was cancelled. Links work once, for 24 hours.";
export const SAME_EMAIL = "This is your address already.";

export const CONFIRM_EMAIL_LINK = mailField("confirm_email_url");

/** The token of a link that confirms an address change, made like the one below. */
export const emailToken = (secrets: Secrets, seed: string): string => tokenOfSeed(secrets, "email change", seed);

export const emailLinks = (secrets: Secrets, siteUrl: string) => (seed: string) => ({
  confirm_email_url: absoluteUrl(siteUrl, adminUrl.confirmEmail(emailToken(secrets, seed))),
});

/** The placeholder of the link in its mail; filled in when the mail is sent, and never stored. */
export const RESET_LINK = mailField("reset_url");

/**
 * The token of a link to set a new password. It is made from a random seed and the site's key, so that the database,
 * which stores the seed with the mail, is not enough to make it.
 */
export const resetToken = (secrets: Secrets, seed: string): string => tokenOfSeed(secrets, "password reset", seed);

/** The links of a mail to set a new password, on `siteUrl` whatever host the request named. */
export const resetLinks = (secrets: Secrets, siteUrl: string) => (seed: string) => ({
  reset_url: absoluteUrl(siteUrl, adminUrl.reset(resetToken(secrets, seed))),
});
