import { createHash, createHmac, hkdfSync } from "node:crypto";

const KEY_BYTES = 32;

/** A separate key for each purpose, derived from the site's secret: what one key signs or hashes, no other accepts. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `jarida ${purpose}`, KEY_BYTES));
}

/** A keyed hash of several values, as text. The values are delimited, so that no two lists have the same hash. */
export function keyedHash(key: Buffer, ...values: (string | number)[]): string {
  return createHmac("sha256", key).update(JSON.stringify(values)).digest("base64url");
}

/** How a random token is stored: nobody can make the token of its hash (SHA-256, base64url). */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
