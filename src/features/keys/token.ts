import { randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashOfToken } from "#platform/keys.ts";

/**
 * The form of a key, after GitHub's tokens (https://github.blog/2021-04-05-behind-githubs-new-authentication-token-formats/):
 * a prefix, random characters, and the CRC32 of the random characters in six digits of base 62. Scanners find leaked keys
 * by it, and a typing error costs no query.
 */
const PREFIX = "jarida_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** Shown in lists, and not secret. */
const START_LENGTH = 8;
/** 178 bits. */
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const KEY = /^jarida_[0-9A-Za-z]{44}$/;

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < CHECKSUM_LENGTH) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

const randomDigits = (count: number) => Array.from({ length: count }, () => DIGITS[randomInt(DIGITS.length)]).join("");

export const startOf = (key: string): string => key.slice(PREFIX.length, PREFIX.length + START_LENGTH);
/** How people recognise a key. */
export const shownStart = (start: string): string => `${PREFIX}${start}…`;

/** A new key, and what is stored of it. */
export function newKey(): { key: string; start: string; hash: string } {
  const random = randomDigits(START_LENGTH + SECRET_LENGTH);
  const key = `${PREFIX}${random}${checksum(random)}`;
  return { key, start: startOf(key), hash: hashOfToken(key) };
}

/** Whether a text has the form of a key, its checksum included. */
export const isWellFormed = (text: string): boolean =>
  KEY.test(text) && checksum(text.slice(PREFIX.length, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);

/** Compares a key with a stored hash, in a time that does not depend on where they differ. */
export const hasHash = (key: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOfToken(key)), Buffer.from(hash));
