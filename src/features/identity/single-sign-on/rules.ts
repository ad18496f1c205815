import type { Role } from "#shared/actor.ts";

/** Where people sign in, as the operator set it up. */
export type Provider = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** What the button says: "Log in with NAME". */
  name: string;
  scopes: string;
  /** Whether addresses count as confirmed where the provider says nothing of that, as Microsoft Entra does. */
  trustsEmails: boolean;
  /** The claim that lists a person's groups, or a dotted path to it. */
  groupsClaim: string;
  /** Which groups have which role; empty where roles are given here. */
  roles: ReadonlyMap<string, Role>;
  /** Whether whoever the provider vouches for gets an account. */
  provisions: boolean;
};

/** How long somebody may take at the provider, and a browser to fetch its session afterwards, in milliseconds. */
export const AT_PROVIDER_TTL_MS = 10 * 60_000;
export const FETCH_TTL_MS = 60_000;

/** How long the provider may take to answer, in seconds. */
export const PROVIDER_TIMEOUT_S = 10;

/** Binds what comes back from the provider to the browser that went there. */
export const COOKIE = "jarida_sign_in";

/** How a sign-in that came to nothing is named in the address of the login screen, and what the screen says. */
export const FAILURES = {
  ended: "The sign-in has taken too long, or was begun in another browser. Please try again.",
  refused: "The sign-in was cancelled or refused there.",
  unavailable: "The sign-in service cannot be reached just now. Please try again, or use your password.",
  unknown: "There is no account for you here. Ask whoever runs the site.",
  unconfirmed: "Your email address is not confirmed there, so that no account here can be matched to it.",
  group: "You are in no group that may log in here. Ask whoever runs the site.",
  suspended: "Your account here cannot log in. Ask whoever runs the site.",
} as const;
export type Failure = keyof typeof FAILURES;

/** In the address of the login screen: a session waits to be fetched, or the reason that there is none. */
export const SIGNED_IN = "#signed-in";
export const NOT_SIGNED_IN = "#not-signed-in=";

/** The first of roles, from who may do most to who may do least, that one of the groups has. */
export function roleOfGroups(
  roles: ReadonlyMap<string, Role>,
  order: readonly Role[],
  groups: readonly string[],
): Role | undefined {
  const given = new Set(groups.map((group) => roles.get(group)));
  return order.find((role) => given.has(role));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** The claim of a name, which may contain dots, or at a dotted path such as `realm_access.roles`. */
export function claimAt(answer: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(answer, path)) return answer[path];
  let at: unknown = answer;
  for (const name of path.split(".")) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}
