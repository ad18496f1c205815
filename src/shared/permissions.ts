import type { Actor, Role } from "./actor.ts";
import type { Reach } from "./declaration.ts";
import { ForbiddenError, MissingScopeError } from "./errors.ts";
import { declared } from "./features.ts";
import { actorBehind, type Viewer } from "./viewer.ts";

const RULES = declared("permissions");
export type Permission = keyof typeof RULES;

/** All permissions, from those of every role to those of chiefs alone. */
export const PERMISSION_NAMES = (Object.keys(RULES) as Permission[]).sort(
  (left, right) => Object.keys(RULES[right].roles).length - Object.keys(RULES[left].roles).length,
);

/**
 * The permissions of each role (docs/roles.md). Endpoints name the permission that they need; the screens read the same
 * table.
 */
export const PERMISSIONS = Object.fromEntries(PERMISSION_NAMES.map((name) => [name, RULES[name]])) as typeof RULES;

/** The permissions that API keys can have. */
export const KEY_PERMISSIONS = PERMISSION_NAMES.filter((name) => RULES[name].keys !== undefined);

/** What a role's permission covers; undefined if it does not have it. */
export const reachOf = (role: Role, permission: Permission): Reach | undefined => PERMISSIONS[permission].roles[role];

/** The permissions of a role, whatever they cover. */
export const permissionsOf = (role: Role): Permission[] =>
  PERMISSION_NAMES.filter((permission) => reachOf(role, permission) !== undefined);

/** Something that accounts own, by their ids. */
export type Owned = { owners: readonly (number | null)[] };

/** A user, by a key if there is one, or a role to check on behalf of a user. */
type Subject = Pick<Actor, "role" | "accountId" | "key">;

/** Whether a user has a permission for a thing, or without one for any thing. */
export function may({ role, accountId, key }: Subject, permission: Permission, thing?: Owned): boolean {
  if (key && !key.grants.has(permission)) return false;
  if (role === null) return true;
  const reach = reachOf(role, permission);
  if (reach === "own" && thing) return accountId !== null && thing.owners.includes(accountId);
  return reach !== undefined;
}

/** Whether a user has a permission for everything. */
export const mayAny = ({ role, key }: Pick<Subject, "role" | "key">, permission: Permission): boolean =>
  (!key || key.grants.has(permission)) && (role === null || reachOf(role, permission) === "any");

/** Whether a viewer has a permission for everything; readers have none. */
export function viewerMayAny(viewer: Viewer, permission: Permission): boolean {
  const actor = actorBehind(viewer);
  return actor !== null && mayAny(actor, permission);
}

/** The actor behind a viewer that has a permission for anything; null for readers, and for keys without it. */
export function actorWith(viewer: Viewer, permission: Permission): Actor | null {
  const actor = actorBehind(viewer);
  return actor && may(actor, permission) ? actor : null;
}

/**
 * Whether a viewer sees topics, series, authors and categories without published articles: their names may say what the
 * newsroom is working on, so they are protected like unpublished articles.
 */
export const seesHidden = (viewer: Viewer): boolean => viewerMayAny(viewer, "article.read");

/** Throws ForbiddenError, which names the permission or the key's missing scope, unless `may` is true. */
export function authorize(actor: Actor, permission: Permission, thing?: Owned): void {
  if (may(actor, permission, thing)) return;
  const { role, accountId, key } = actor;
  if (key && !RULES[permission].keys) throw notForKeys();
  if (key && may({ role, accountId }, permission, thing)) throw new MissingScopeError(permission);
  throw new ForbiddenError(
    "permission_required",
    `You need the permission ${permission}: ${PERMISSIONS[permission].does}.`,
  );
}

/** The error for a request by an API key to what only people can do. */
export const notForKeys = () => new ForbiddenError("not_for_keys", "API keys cannot be used for this. Log in instead.");
