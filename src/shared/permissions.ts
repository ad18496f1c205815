import type { Actor, Role } from "./actor.ts";
import type { Reach } from "./declaration.ts";
import { ForbiddenError } from "./errors.ts";
import { declared } from "./features.ts";
import type { Viewer } from "./viewer.ts";

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

/** What a role's permission covers; undefined if it does not have it. */
export const reachOf = (role: Role, permission: Permission): Reach | undefined => PERMISSIONS[permission].roles[role];

/** The permissions of a role, whatever they cover. */
export const permissionsOf = (role: Role): Permission[] =>
  PERMISSION_NAMES.filter((permission) => reachOf(role, permission) !== undefined);

/** Something that accounts own, by their ids. */
export type Owned = { owners: readonly (number | null)[] };

/** A user, or a role to check on behalf of one. */
type Subject = Pick<Actor, "role" | "accountId">;

/** Whether a user has a permission for a thing, or without one for any thing. */
export function may({ role, accountId }: Subject, permission: Permission, thing?: Owned): boolean {
  if (role === null) return true;
  const reach = reachOf(role, permission);
  if (reach === "own" && thing) return accountId !== null && thing.owners.includes(accountId);
  return reach !== undefined;
}

/** Whether a user has a permission for everything. */
export const mayAny = ({ role }: Pick<Subject, "role">, permission: Permission): boolean =>
  role === null || reachOf(role, permission) === "any";

/** Whether a viewer has a permission for everything; readers have none. */
export const viewerMayAny = (viewer: Viewer, permission: Permission): boolean =>
  viewer.kind === "staff" && mayAny(viewer.actor, permission);

/**
 * Whether a viewer sees topics, series, authors and categories without published articles: their names may say what the
 * newsroom is working on, so they are protected like unpublished articles.
 */
export const seesHidden = (viewer: Viewer): boolean => viewerMayAny(viewer, "article.read");

/** Throws ForbiddenError, which names the permission, unless `may` is true. */
export function authorize(actor: Actor, permission: Permission, thing?: Owned): void {
  if (may(actor, permission, thing)) return;
  throw new ForbiddenError(
    "permission_required",
    `You need the permission ${permission}: ${PERMISSIONS[permission].does}.`,
  );
}
