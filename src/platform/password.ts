import { type Argon2Parameters, argon2, createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** OWASP's second recommendation for argon2id: 19 MiB, 2 passes, 1 lane. Memory in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
type Cost = Pick<Argon2Parameters, "memory" | "passes" | "parallelism">;
const TAG_BYTES = 32;
const NONCE_BYTES = 16;

const derive = promisify<"argon2id", Argon2Parameters, Buffer>(argon2);

/**
 * Hashes a password with argon2id; the result includes its parameters, in the usual PHC format. Only tests set a
 * `cost`.
 */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES);
  const tag = await derive("argon2id", { message: password.normalize("NFKC"), nonce, tagLength: TAG_BYTES, ...cost });
  const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Whether a password matches a hash of `hashPassword`. Takes the same time for right and wrong. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = PHC.exec(hash);
  if (!parts) return false;
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number);
  const expected = Buffer.from(parts[5] ?? "", "base64");
  const tag = await derive("argon2id", {
    message: password.normalize("NFKC"),
    nonce: Buffer.from(parts[4] ?? "", "base64"),
    tagLength: expected.length,
    memory: memory ?? COST.memory,
    passes: passes ?? COST.passes,
    parallelism: parallelism ?? COST.parallelism,
  });
  return timingSafeEqual(tag, expected);
}

/** The size of the filter in bits, and how many of them each word sets. */
export const FILTER_BITS = 2 ** 21;
const BITS_PER_WORD = 15;

/** A repeated part of at most this many characters makes a password common, whatever it repeats. */
const MAX_SIMPLE_REPETITION = 3;

/** Signs that replace letters. Capital i, small L, one and the bar look alike: all of them are one letter here. */
const SUBSTITUTES: Record<string, string> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "3": "e",
  "1": "i",
  "!": "i",
  "|": "i",
  l: "i",
  "0": "o",
  "5": "s",
  $: "s",
  "7": "t",
  "+": "t",
};

const LETTER = /^\p{L}$/u;

/** A word with the usual substitutions undone, in lower case, as in the filter. */
export const plainForm = (word: string): string =>
  [...word.normalize("NFKC").toLowerCase()].map((sign) => SUBSTITUTES[sign] ?? sign).join("");

/** Which bits of the filter a word sets (double hashing). */
export function bitsOf(form: string): number[] {
  const hash = createHash("sha256").update(form).digest();
  const [first, step] = [hash.readUInt32LE(0), (hash.readUInt32LE(4) | 1) >>> 0];
  return Array.from({ length: BITS_PER_WORD }, (_, index) => (first + index * step) % FILTER_BITS);
}

/** Whether a word is in the filter (common-passwords.md), with very rare false positives. */
function contains(filter: Uint8Array, form: string): boolean {
  return bitsOf(form).every((bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

/** The part that a text consists of repetitions of; the text itself if there is none. */
function repeatedPart(text: string): string {
  const next = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, next);
}

/**
 * The forms in which a password is compared: itself, without the digits and signs at its end, of which the first two
 * may replace letters, and what it repeats.
 */
function formsOf(password: string): string[] {
  const word = password.normalize("NFKC").toLowerCase();
  const signs = [...word];
  const end = signs.findLastIndex((sign) => LETTER.test(sign)) + 1;
  const lengths = [end, end + 1, end + 2].filter((length) => length > 0 && length < signs.length);
  const stems = lengths.map((length) => signs.slice(0, length).join(""));
  return [...new Set([word, ...stems].map((form) => plainForm(form)))];
}

/** Whether a password is a common one, also with the usual changes. `filter`: their words. */
function isCommon(filter: Uint8Array, password: string): boolean {
  const repeated = repeatedPart(password.normalize("NFKC").toLowerCase());
  if (repeated.length <= MAX_SIMPLE_REPETITION) return true;
  return [...formsOf(password), ...formsOf(repeated)].some((form) => contains(filter, form));
}

let loaded: Promise<Uint8Array> | undefined;

/** As `isCommon`, with the built-in filter, which is loaded on first use. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loaded ??= import("./common-passwords.bin?url&inline").then(({ default: address }) =>
    Buffer.from(address.slice(address.indexOf(",") + 1), "base64"),
  );
  return isCommon(await loaded, password);
}
