import { type Secrets, tokenOfSeed } from "#platform/keys.ts";
import { mailField } from "#platform/mail-fields.ts";
import { DAY } from "#shared/time.ts";
import { absoluteUrl, adminUrl } from "#shared/urls.ts";

/** How long an invitation can be accepted, in milliseconds, and in words. */
export const INVITATION_TTL_MS = 3 * DAY;
export const INVITATION_TTL_WORDS = "3 days";

/** Invitations that wait at a time, and mails with one to an address in a day. */
export const MAX_INVITATIONS = 200;
export const MAX_INVITATION_MAILS = 10;

export const BAD_INVITATION = "This invitation is not valid any more. Ask whoever sent it for a new one.";

/** The placeholder of the link in its mail; filled in while it is sent, stored nowhere. */
export const JOIN_LINK = mailField("join_url");

/** The token of an invitation: made from a random seed and the key, as those that set a password are (decision 63). */
export const invitationToken = (secrets: Secrets, seed: string): string => tokenOfSeed(secrets, "invitation", seed);

/** The links in a mail that invites somebody, on `siteUrl` whatever host a request named. */
export const joinLinks = (secrets: Secrets, siteUrl: string) => (seed: string) => ({
  join_url: absoluteUrl(siteUrl, adminUrl.join(invitationToken(secrets, seed))),
});
