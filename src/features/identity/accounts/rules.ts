import { type ValuesOf, versionOf } from "#shared/fields/fields.ts";
import { DAY, MINUTE, SECOND } from "#shared/time.ts";

/** TTLs of the tokens, in milliseconds. */
export const ACCESS_TTL_MS = 15 * MINUTE;
export const REFRESH_TTL_MS = 14 * DAY;

/** How long a session lasts at most, however often it is used, in milliseconds. */
export const SESSION_TTL_MS = 90 * DAY;

/** When a session that started at `startedAt` expires after its last use at `at`. Epoch milliseconds. */
export const endOfSession = ({ startedAt, at }: { startedAt: number; at: number }): number =>
  Math.min(at + REFRESH_TTL_MS, startedAt + SESSION_TTL_MS);

/** How long a used refresh token still returns its successor, in milliseconds: the response may have been lost. */
export const RETRY_GRACE = 10 * SECOND;

/** Wrong passwords are counted over this window, in milliseconds. */
export const GUESSING_WINDOW_MS = 15 * MINUTE;
export const MAX_GUESSES = { accountFromAddress: 10, account: 100, address: 100, device: 10 } as const;

/** How long a network or a device counts as known to an account after signing in, in milliseconds. */
export const KNOWN_NETWORK_TTL_MS = 30 * 24 * 60 * MINUTE;
export const DEVICE_TTL_MS = 180 * 24 * 60 * MINUTE;

/** How long after signing in the password is not asked for again, in milliseconds. */
export const RECENT_SIGN_IN_MS = 15 * MINUTE;

/** Length of a new password, in characters; older ones may be shorter. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1000;

/** Minimum for the operator's password of the first account, which gets a warning below the length above. */
export const MIN_FIRST_PASSWORD_LENGTH = 8;

/** The length of a password in code points. */
export const lengthOf = (password: string): number => [...password].length;

export const MAX_NAME_LENGTH = 100;

/** What readers see of an author. */
export const PROFILE_FIELDS = {
  name: { kind: "text", name: "Name", label: "Name", min: 1, max: MAX_NAME_LENGTH },
  bio: {
    kind: "text",
    name: "Bio",
    label: "Bio",
    max: 2_000,
    hint: "Readers see it on the author's page and below articles.",
  },
  image_url: { kind: "picture", name: "Image URL", label: "Picture" },
  links: {
    kind: "links",
    name: "Links",
    label: "Links",
    max: 40,
    most: 5,
    hint: "The author's other pages, such as a site, Mastodon or X.",
  },
} as const;

export const profileVersion = (profile: ValuesOf<typeof PROFILE_FIELDS>): string => versionOf(PROFILE_FIELDS, profile);

export const NAME_TAKEN = "This name is already in use.";
export const EMAIL_TAKEN = "An account with this email already exists.";

/** The same for a wrong email and a wrong password. */
export const WRONG_LOGIN = "Invalid email or password.";

export const NO_ACCOUNT = "Account not found.";
export const NO_LOGIN = "No account has this email.";

/** At least one user must be able to assign roles. */
export const LAST_CHIEF = "This is the only active chief. Make another user a chief first.";

/** For a user with a session who gives the current password again. */
export const WRONG_PASSWORD = "This is not your current password.";

export const SESSION_ENDED = "Your session has ended. Please log in again.";

/**
 * The header in which login returns a device token, and in which the browser sends it with the next login, which then
 * has its own attempt limit (decision 17). Not in the body, whose shape third-party clients rely on.
 */
export const DEVICE_HEADER = "x-device-token";

/** The name that articles show after their author was erased. */
export const FORMER_AUTHOR = "Former author";
