import { createHmac, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** A new secret. Its prefix lets scanners find leaked ones. */
export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64url")}`;

/**
 * The header that proves the origin of a body: `at` in seconds since the epoch, and an HMAC of both by each valid secret, in
 * hexadecimal digits.
 */
export function signatureOf(secrets: readonly string[], at: number, body: string): string {
  const signed = secrets.map((secret) => createHmac("sha256", secret).update(`${at}.${body}`).digest("hex"));
  return [`t=${at}`, ...signed.map((one) => `v1=${one}`)].join(",");
}
