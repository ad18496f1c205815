import { Secret, TOTP } from "otpauth";
import { MINUTE } from "#shared/time.ts";

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

/** How long a sign-in waits for its second step, and a browser for a new passkey, in milliseconds. */
export const TICKET_TTL_MS = 5 * MINUTE;

export const RECOVERY_CODES = 10;

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 100;

/** Wrong codes for an account in 15 minutes; a known device has as many of its own. */
export const MAX_WRONG_CODES = 10;

/** The ways to take the second step, as `POST token/` names them. */
export const SECOND_FACTORS = ["totp", "passkey", "recovery"] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** The same for a ticket that is unknown, used or too old. */
export const TICKET_ENDED = "The sign-in took too long. Please log in again.";
export const WRONG_CODE = "Wrong or already used code.";
export const WRONG_PASSKEY = "This passkey was not accepted.";

/** The setting that says which roles need a second factor; its value is `requirement` of `schema.ts`. */
export const REQUIREMENT_KEY = "second-factor";

/** The error of every other endpoint for a user whose role needs one, also in the field `second_factor`. */
export const FACTOR_DUE = "Your role requires a second step at login. Set one up first, under Password and sessions.";
export const LAST_FACTOR = "Your role requires a second step at login. Set up another one before you remove this one.";
export const OWN_FACTOR_FIRST = "Set up a second step for yourself first, or you would lock yourself out.";

/** A code as it is compared: people type spaces and dashes, and capital letters where there are none. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, "").toLowerCase();

/** Whether a code is from an authenticator; any other is taken for a recovery code. */
export const isAuthenticatorCode = (plain: string): boolean => /^\d{6}$/.test(plain);
