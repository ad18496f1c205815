const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What is said of a mail that does not exist. */
export const NO_MAIL = "There is no such mail.";

/** A mail is tried for this long, in milliseconds (back-off up to 24 h). */
const MAX_RETRY_AGE_MS = 24 * HOUR;

/**
 * When a mail that could not leave is tried again: after one minute, then two, four, eight and so on, the last time
 * 24 hours after the first. Null when that was the last time. Times in epoch milliseconds.
 */
export function nextTry(attempts: number, firstTriedAt: number, now: number): number | null {
  const end = firstTriedAt + MAX_RETRY_AGE_MS;
  if (now >= end) return null;
  return Math.min(now + 2 ** Math.min(attempts - 1, 20) * MINUTE, end);
}

/** How long a server that is away is left alone by a process, in milliseconds: a second, then twice as long, to a minute. */
export function restAfter(failures: number): number {
  return Math.min(2 ** Math.min(failures - 1, 10) * 1_000, MINUTE);
}

/** An address that servers called unknown this many times gets no more issues. */
export const MAX_BOUNCES = 3;

/**
 * The rate as so many mails in a window of milliseconds, as even as whole mails allow: 60 a minute is one a second
 * rather than all 60 at its beginning.
 */
export function evenRate(perMinute: number): { most: number; window: number } {
  const most = Math.max(1, Math.floor(perMinute / 60));
  return { most, window: Math.ceil((most * MINUTE) / perMinute) };
}

/** So long after their end mails are kept, in milliseconds; of an issue's the numbers stay. */
export const MAIL_RETENTION_MS = 90 * 24 * HOUR;
