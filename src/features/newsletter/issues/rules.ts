import { timingSafeEqual } from "node:crypto";
import { deriveKey, keyedHash, type Secrets, secretsOf } from "#platform/keys.ts";
import type { DocumentKey } from "#shared/document.ts";
import { MAX_ID } from "#shared/ids.ts";
import { backoff } from "#shared/retry.ts";
import { DAY, HOUR } from "#shared/time.ts";

export const WEEK = 7 * DAY;

export const NO_ISSUE = "Issue not found.";
export const BEGUN = "This issue is being sent or was sent.";

/** An issue as a document. */
export const issueKey = (id: number): DocumentKey => ({ type: "issue", id });

export const MAX_ARTICLES = 30;

/**
 * The longest text of an issue as it is stored, in bytes: together with what mails add, larger ones are cut off by mail
 * programs (Gmail clips a message at 102 kB).
 */
export const MAX_BODY_BYTES = 64 * 1024;

/** The articles of a stored issue. Numbers that cannot be article ids, which were once accepted, are dropped. */
export function articleIdsOf({ article_ids }: { article_ids: string }): number[] {
  return (JSON.parse(article_ids) as number[]).filter((id) => Number.isInteger(id) && id > 0 && id <= MAX_ID);
}

/** The setting with the time zone of the digest. */
export const DIGEST_ZONE_KEY = "digest_zone";

/** A digest that could not be sent within this time after its hour, because the server was off, is skipped. */
export const DIGEST_TIMEOUT_MS = 12 * HOUR;

/** The delay before a failed issue is retried, in milliseconds, after `attempts` earlier failures in a row. */
export const retryPause = (attempts: number): number => backoff({ first: 1_000, max: 10 * 60_000 }, attempts + 1);

/** Test mails that an account may send within the window. */
export const MAX_TESTS = { colleagues: 60, others: 5 };
export const TESTS_WINDOW_MS = HOUR;

const FRAME_TTL_MS = HOUR;

/** The key in a preview's address, which a frame opens without a token: valid for this issue, for an hour or two. */
export function frameKey(secretKey: string, issueId: number, now: number): string {
  return keyOf(secretKey, issueId, Math.floor(now / FRAME_TTL_MS) + 1);
}

export function isFrameKey(secrets: Secrets, issueId: number, now: number, key: string): boolean {
  const hour = Math.floor(now / FRAME_TTL_MS);
  const given = Buffer.from(key);
  return secretsOf(secrets, undefined).some((secret) =>
    [hour, hour + 1].some((end) => {
      const expected = Buffer.from(keyOf(secret, issueId, end));
      return given.length === expected.length && timingSafeEqual(given, expected);
    }),
  );
}

const keyOf = (secretKey: string, issueId: number, end: number) =>
  keyedHash(deriveKey(secretKey, "issue preview"), issueId, end);
