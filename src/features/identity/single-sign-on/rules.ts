import type { Role } from "#shared/actor.ts";

/** The provider, as the operator configured it. */
export type Provider = {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** The button says "Log in with NAME". */
  name: string;
  scopes: string;
  /** Whether addresses count as confirmed if the provider does not say, as Microsoft Entra does not. */
  trustsEmails: boolean;
  /** The claim that lists a person's groups, or a dotted path to it. */
  groupsClaim: string;
  /** The role of each group; empty if roles are managed here. */
  roles: ReadonlyMap<string, Role>;
  /** Whether anyone the provider identifies gets an account. */
  provisions: boolean;
};

/** How long a person may take at the provider, and a browser to fetch its session afterwards, in milliseconds. */
export const AT_PROVIDER_TTL_MS = 10 * 60_000;
export const FETCH_TTL_MS = 60_000;

/** How long the provider may take to respond, in seconds. */
export const PROVIDER_TIMEOUT_S = 10;

/** Binds the provider's response to the browser that started the sign-in. */
export const COOKIE = "jarida_sign_in";

/** Reasons for a failed sign-in, as in the address of the login screen, and their messages. */
export const FAILURES = {
  ended: "The sign-in took too long or was started in another browser. Please try again.",
  refused: "The sign-in was cancelled or rejected by the provider.",
  unavailable: "The sign-in service is unavailable. Please try again, or use your password.",
  unknown: "You do not have an account here. Ask the administrator.",
  unconfirmed: "The provider has not confirmed your email address, so it cannot be matched to an account.",
  group: "None of your groups may log in here. Ask the administrator.",
  suspended: "Your account is suspended. Ask the administrator.",
} as const;
export type Failure = keyof typeof FAILURES;

/** In the address of the login screen: a session is ready to be fetched, or the reason that there is none. */
export const SIGNED_IN = "#signed-in";
export const NOT_SIGNED_IN = "#not-signed-in=";

/** The most powerful role that one of the groups has. */
export function roleOfGroups(
  roles: ReadonlyMap<string, Role>,
  order: readonly Role[],
  groups: readonly string[],
): Role | undefined {
  const given = new Set(groups.map((group) => roles.get(group)));
  return order.find((role) => given.has(role));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** A claim by its name, which may contain dots, or by a dotted path such as `realm_access.roles`. */
export function claimAt(claims: Record<string, unknown>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let at: unknown = claims;
  for (const name of path.split(".")) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}
