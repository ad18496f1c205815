import type { Actor, Role } from "./actor.ts";
import type { Reach } from "./declaration.ts";
import { ForbiddenError } from "./errors.ts";
import { declared } from "./features.ts";
import type { Viewer } from "./viewer.ts";

const RULES = declared("permissions");
export type Permission = keyof typeof RULES;

/** All permissions, from what every role may do to what chiefs alone may. */
export const PERMISSION_NAMES = (Object.keys(RULES) as Permission[]).sort(
  (left, right) => Object.keys(RULES[right].roles).length - Object.keys(RULES[left].roles).length,
);

/** Who may do what (docs/roles.md). Endpoints name the permission that they need; the screens read the same table. */
export const PERMISSIONS = Object.fromEntries(PERMISSION_NAMES.map((name) => [name, RULES[name]])) as typeof RULES;

/** Whose things a role has a permission for; undefined if it does not have it. */
export const reachOf = (role: Role, permission: Permission): Reach | undefined => PERMISSIONS[permission].roles[role];

/** The permissions of a role, for whosever things. */
export const permissionsOf = (role: Role): Permission[] =>
  PERMISSION_NAMES.filter((permission) => reachOf(role, permission) !== undefined);

/** Something that belongs to accounts, by their ids. */
export type Owned = { owners: readonly (number | null)[] };

/** Who acts, or somebody as if they did. */
type Whoever = Pick<Actor, "role" | "accountId">;

/** Whether an actor has a permission: for a thing, or for any at all where none is given. */
export function may({ role, accountId }: Whoever, permission: Permission, thing?: Owned): boolean {
  if (role === null) return true;
  const reach = reachOf(role, permission);
  if (reach === "own" && thing) return accountId !== null && thing.owners.includes(accountId);
  return reach !== undefined;
}

/** Whether an actor has a permission for everybody's things. */
export const mayAny = ({ role }: Pick<Whoever, "role">, permission: Permission): boolean =>
  role === null || reachOf(role, permission) === "any";

/** Whether a viewer has a permission for everybody's things; readers have none. */
export const viewerMayAny = (viewer: Viewer, permission: Permission): boolean =>
  viewer.kind === "staff" && mayAny(viewer.actor, permission);

/** Throws ForbiddenError, which names the permission, unless the actor has it, as `may` says. */
export function authorize(actor: Actor, permission: Permission, thing?: Owned): void {
  if (may(actor, permission, thing)) return;
  throw new ForbiddenError(
    "permission_required",
    `This needs the permission ${permission}: to ${PERMISSIONS[permission].does}.`,
  );
}
