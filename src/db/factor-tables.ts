import type { Generated } from "kysely";

/** The authenticator app of an account. Secrets are encrypted with a key made from the site's. */
export type AuthenticatorTable = {
  account_id: number;
  /** Null until a first code has been given. */
  secret: string | null;
  /** One that was shown and waits for its first code; it then takes the other's place. */
  pending_secret: string | null;
  /** The time step of the last code that was taken: none of it or of an earlier one is taken again. */
  last_step: Generated<number>;
};

/** A keyed hash of a recovery code; deleted when it is used. */
export type RecoveryCodeTable = { account_id: number; hash: string };

/** A passkey: a key pair of which the public half is ours. */
export type PasskeyTable = {
  /** Random; what calls name it by. */
  id: string;
  account_id: number;
  /** As WebAuthn names it, base64url; so is the key, in COSE. */
  credential_id: string;
  public_key: string;
  /** Signatures so far, as its device counts them; 0 where it does not. */
  counter: number;
  /** JSON: how the browser reaches it (`internal`, `usb`, ...). */
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
};

/** A sign-in that waits for its second step, or a passkey that is about to be added. Used once. */
export type SignInTicketTable = {
  /** SHA-256 of the ticket, which itself is not stored. */
  hash: string;
  /** Null where a passkey is to say whose it is. */
  account_id: number | null;
  /** The account's `token_generation` then: a change of the password ends it. */
  generation: number;
  purpose: "sign-in" | "passkey";
  /** What a passkey is to sign, base64url. */
  challenge: string;
  expires_at: number;
};

/** Who somebody is at a provider of single sign-on, by its name for them. */
export type OidcIdentityTable = { issuer: string; subject: string; account_id: number };

/** A sign-in at the provider: under way, or with its account complete and waiting for the browser to fetch it. */
export type OidcLoginTable = {
  /** SHA-256 of the secret in the browser's cookie. */
  hash: string;
  /** What the provider's answer has to fit to; empty once it did. */
  state: string;
  nonce: string;
  verifier: string;
  account_id: number | null;
  expires_at: number;
};
