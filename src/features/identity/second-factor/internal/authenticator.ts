import { Secret, TOTP } from "otpauth";
import { isAuthenticatorCode } from "../rules.ts";

/**
 * RFC 6238 with the parameters that every authenticator app supports: SHA-1, 6 digits, 30 s; the secret as in RFC 4226.
 */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Accepted time steps before and after now: clocks differ, and people type slowly. */
const WINDOW = 1;

const authenticator = (secret: Secret, issuer = "", label = "") =>
  new TOTP({ issuer, label, secret, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS });

/** A new secret in base32, and the address that its QR code contains. */
export function newSecret(issuer: string, email: string): { secret: string; otpauth: string } {
  const secret = new Secret({ size: SECRET_BYTES });
  // A colon divides the issuer from the label.
  return { secret: secret.base32, otpauth: authenticator(secret, issuer.replaceAll(":", " "), email).toString() };
}

/** The time step of a code that is valid at `now` (epoch milliseconds); null for any other. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  // The library throws for six characters that take more bytes than six digits.
  if (!isAuthenticatorCode(code)) return null;
  const totp = authenticator(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp: now }) + delta;
}
