import type { Generated } from "kysely";
import type { Flag } from "#db/tables.ts";
import type { Role } from "#shared/actor.ts";

declare module "#db/tables.ts" {
  interface Tables {
    account: AccountTable;
    author_alias: AuthorAliasTable;
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
    setup_link: SetupLinkTable;
    download_ticket: DownloadTicketTable;
  }
}

export type AccountTable = {
  id: Generated<number>;
  /** Null for an author who cannot log in. */
  email: string | null;
  password_hash: string | null;
  name: string;
  /** Names are compared by it (`nameKey`). */
  name_key: string;
  /** The address of the author's page; null for an erased person, who has none. */
  slug: string | null;
  image_url: string;
  bio: string;
  /** JSON list of `{label, url}`. */
  links: Generated<string>;
  created_at: number;
  /** Incremented when the password changes, which revokes sessions of an older generation. */
  token_generation: Generated<number>;
  /** When it last signed in with its password; null before the first time. */
  signed_in_at: Generated<number | null>;
  /** Meaningless for an account that cannot log in. */
  role: Generated<Role>;
  /** 0: suspended. It keeps everything, and cannot log in. */
  is_active: Generated<Flag>;
};

/** The name of an author that was merged into another one, which bylines find by it while no author has the name. */
export type AuthorAliasTable = { name_key: string; name: string; account_id: number };

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
  /** The browser and system in words; empty for a session older than this column, like the next one. */
  device: string;
  /** The network it was last used from, too coarse to identify a person. */
  origin: string;
  /** Whether the provider verified two factors: the account's own are not needed. */
  is_strong: Generated<0 | 1>;
};

export type RefreshTokenTable = {
  /** SHA-256 of the token, which itself is not stored. */
  hash: string;
  session_id: string;
  /** When it was exchanged for its successor; null for the newest. */
  used_at: number | null;
};

/** A link to set a new password. Used or expired ones and those of an older generation are worthless. */
export type PasswordResetTable = {
  /** SHA-256 of the link's token, which itself is not stored. */
  hash: string;
  account_id: number;
  /** The account's `token_generation` when it was requested: any change of the password voids the link. */
  generation: number;
  expires_at: number;
};

/** The link of the first start. Worthless once it was used, has expired, or the account was used. */
export type SetupLinkTable = PasswordResetTable;

/** The address that an account will have once the old and the new one have confirmed it. */
export type EmailChangeTable = {
  account_id: number;
  email: string;
  /** SHA-256 of the tokens of the links to either address; null once it has confirmed. */
  old_hash: string | null;
  new_hash: string | null;
  /** The account's `token_generation` and role when it was requested: a change of either voids it. */
  generation: number;
  role: Role;
  asked_at: number;
  expires_at: number;
};

/** Networks from which an account has signed in lately, and kinds of device in them, each as a keyed hash. */
export type KnownClientTable = { account_id: number; network: string; seen_at: number };

/** The authenticator app of an account. Secrets are encrypted with a key derived from the site's. */
export type AuthenticatorTable = {
  account_id: number;
  /** Null until the first code. */
  secret: string | null;
  /** A secret that was shown and replaces the other one with its first code. */
  pending_secret: string | null;
  /** The time step of the last accepted code: that code and earlier ones are rejected. */
  last_step: Generated<number>;
};

/** A keyed hash of a recovery code; deleted when it is used. */
export type RecoveryCodeTable = { account_id: number; hash: string };

/** The public half of a passkey. */
export type PasskeyTable = {
  /** Random; the API names it by this. */
  id: string;
  account_id: number;
  /** Base64url as in WebAuthn; the key is in COSE. */
  credential_id: string;
  public_key: string;
  /** Signatures so far, as its device counts them; 0 if it does not count. */
  counter: number;
  /** JSON: how the browser reaches it (`internal`, `usb`, ...). */
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
};

/** A sign-in that waits for its second step, or a passkey that is being added. Consumed by use. */
export type SignInTicketTable = {
  /** SHA-256 of the ticket, which itself is not stored. */
  hash: string;
  /** Null if a passkey will identify the account. */
  account_id: number | null;
  /** The account's `token_generation` then: a change of the password voids it. */
  generation: number;
  purpose: "sign-in" | "passkey";
  /** What a passkey must sign, base64url. */
  challenge: string;
  expires_at: number;
};

/** The id of a person at a provider of single sign-on. */
export type OidcIdentityTable = { issuer: string; subject: string; account_id: number };

/** A sign-in at the provider: in progress, or complete and waiting for the browser to fetch its session. */
export type OidcLoginTable = {
  /** SHA-256 of the secret in the browser's cookie. */
  hash: string;
  /** What the provider's response must match; empty once it has. */
  state: string;
  nonce: string;
  verifier: string;
  account_id: number | null;
  /** Whether the provider says that it verified two factors. */
  is_strong: Generated<0 | 1>;
  expires_at: number;
};

/** A pending invitation. */
export type InvitationTable = {
  /** Random; the API names it by this. */
  id: string;
  email: string;
  role: Role;
  /** SHA-256 of the link's token, which itself is not stored. */
  hash: string;
  invited_by: number | null;
  created_at: number;
  expires_at: number;
};

/** Permission to download one file once. It ends with its session. */
export type DownloadTicketTable = {
  /** SHA-256 of the token, which itself is not stored. */
  hash: string;
  session_id: string;
  /** What is downloaded, and its name among those. */
  kind: string;
  name: string;
  expires_at: number;
};
