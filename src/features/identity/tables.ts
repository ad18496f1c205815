import type { Generated } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { Role } from "#shared/actor.ts";

declare module "#db/tables.ts" {
  interface Tables {
    account: AccountTable;
    session: SessionTable;
    refresh_token: RefreshTokenTable;
    password_reset: PasswordResetTable;
    email_change: EmailChangeTable;
    authenticator: AuthenticatorTable;
    recovery_code: RecoveryCodeTable;
    passkey: PasskeyTable;
    sign_in_ticket: SignInTicketTable;
    oidc_identity: OidcIdentityTable;
    oidc_login: OidcLoginTable;
    invitation: InvitationTable;
    known_client: KnownClientTable;
  }
}

export type AccountTable = {
  id: Generated<number>;
  /** Null for an author who cannot log in. */
  email: string | null;
  password_hash: string | null;
  name: string;
  /** By which names are compared (`nameKey`). */
  name_key: string;
  image_url: string;
  bio: string;
  /** JSON list of `{label, url}`: where else an author can be found. */
  links: Generated<string>;
  created_at: number;
  /** Raised when the password changes, which ends sessions of an older generation. */
  token_generation: Generated<number>;
  /** When it last signed in with its password; null before the first time. */
  signed_in_at: Generated<number | null>;
  /** What it may do; of one that cannot log in it says nothing. */
  role: Generated<Role>;
  /** 0: suspended. It keeps everything, and cannot log in. */
  is_active: Generated<Flag>;
};

/** A login session: a family of refresh tokens. Ended sessions are deleted. */
export type SessionTable = {
  /** Random. Access tokens contain it, so that they end with the session. */
  id: string;
  account_id: number;
  /** The account's `token_generation` at login. */
  generation: number;
  /** When its newest refresh token expires. */
  expires_at: number;
  started_at: number;
  /** When it was last used, to a quarter of an hour: an access token lives as long. */
  used_at: number;
  /** The browser and system in words; empty for a session older than this column, as is the next one. */
  device: string;
  /** The network it was last used from, too coarse to find a person by. */
  origin: string;
  /** Whether it began with two factors at the provider of single sign-on: it needs none of the account's own. */
  is_strong: Generated<0 | 1>;
};

export type RefreshTokenTable = {
  /** SHA-256 of the token, which itself is not stored. */
  hash: string;
  session_id: string;
  /** When it was exchanged for its successor; null for the newest. */
  used_at: number | null;
};

/** A link to set a new password. Spent, expired ones and those of an older generation are worthless. */
export type PasswordResetTable = {
  /** SHA-256 of the link's token, which itself is not stored. */
  hash: string;
  account_id: number;
  /** The account's `token_generation` when it was asked for: any change of the password ends the link. */
  generation: number;
  expires_at: number;
};

/** The address that an account is to have, until the old and the new one have confirmed it. */
export type EmailChangeTable = {
  account_id: number;
  email: string;
  /** SHA-256 of the tokens of the links to either address; null once it has confirmed. */
  old_hash: string | null;
  new_hash: string | null;
  /** The account's `token_generation` and role when it was asked for: a change of either ends it. */
  generation: number;
  role: Role;
  asked_at: number;
  expires_at: number;
};

/** Networks from which an account has signed in lately, and kinds of device in them, each as a keyed hash. */
export type KnownClientTable = { account_id: number; network: string; seen_at: number };

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
  /** Whether the provider says that it has asked for two factors. */
  is_strong: Generated<0 | 1>;
  expires_at: number;
};

/** Somebody who is asked to join the newsroom. */
export type InvitationTable = {
  /** Random; what calls name it by. */
  id: string;
  email: string;
  role: Role;
  /** SHA-256 of the link's token, which itself is not stored. */
  hash: string;
  invited_by: number | null;
  created_at: number;
  expires_at: number;
};
