import { backoff } from "#shared/retry.ts";
import { DAY, MINUTE } from "#shared/time.ts";

export const NO_MAIL = "Mail not found.";

/**
 * How the connection to the mail server is encrypted: from its start, by STARTTLS, or only if the server offers it. A login
 * leaves this machine over an encrypted connection whatever this says.
 */
export const SMTP_SECURITIES = ["tls", "starttls", "optional"] as const;
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number];

/** Display time of a rejection caused by this site, in milliseconds. */
export const REJECTED_WINDOW_MS = 7 * DAY;

/** Total retry time of a mail in milliseconds (back-off up to 24 h). */
const MAX_RETRY_AGE_MS = DAY;

/**
 * The next try of a delayed mail: after one minute, then two, four, eight and so on, the last one 24 hours after
 * the first. Null after the last try. Times in epoch milliseconds.
 */
export function nextTry(attempts: number, firstTriedAt: number, now: number): number | null {
  const end = firstTriedAt + MAX_RETRY_AGE_MS;
  if (now >= end) return null;
  return Math.min(now + backoff({ first: MINUTE }, attempts), end);
}

/** Pause for an unreachable server in milliseconds: one second, doubling up to a minute. */
export function restAfter(failures: number): number {
  return backoff({ first: 1_000, max: MINUTE }, failures);
}

/** An address rejected as unknown this often gets no more issues. */
export const MAX_BOUNCES = 3;

/**
 * Converts the rate to mails per window in milliseconds, as even as possible: 60 a minute is one a second
 * rather than 60 at the start of each minute.
 */
export function evenRate(perMinute: number): { max: number; window: number } {
  const max = Math.max(1, Math.floor(perMinute / 60));
  return { max, window: Math.ceil((max * MINUTE) / perMinute) };
}
