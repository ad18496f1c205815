import type { Actor } from "./actor.ts";
import { ForbiddenError } from "./errors.ts";
import type { Role } from "./roles.ts";
import type { Viewer } from "./viewer.ts";

/** Whose things a permission is for: anybody's, or one's own alone. */
export type Reach = "any" | "own";

/** `does`: what it allows, as a person says it. A role that is not named does not have it. */
type Rule = { does: string; roles: Partial<Record<Role, Reach>> };

const everyone = { chief: "any", editor: "any", writer: "any", contributor: "any" } as const;
const ownBelowEditor = { chief: "any", editor: "any", writer: "own", contributor: "own" } as const;
const editors = { chief: "any", editor: "any" } as const;
const chiefs = { chief: "any" } as const;

/** Who may do what (docs/roles.md). Calls name the permission that they need; the screens read the same table. */
export const PERMISSIONS = {
  "account.own": { does: "manage one's own profile, password, sessions and notifications", roles: everyone },
  "desk.use": { does: "see the calendar, the authors and the newsroom's time zone", roles: everyone },
  "article.read": { does: "see unpublished articles, their versions and notes", roles: ownBelowEditor },
  "article.write": { does: "write, change and delete unpublished articles", roles: ownBelowEditor },
  "article.ready": { does: "mark articles as ready", roles: { chief: "any", editor: "any", writer: "own" } },
  "article.publish": {
    does: "publish articles, feature and mark them, and change or take down published ones",
    roles: editors,
  },
  "article.approve": { does: "approve texts that somebody else wrote", roles: editors },
  "article.override": { does: "do without a second person's approval, for a reason", roles: chiefs },
  "trash.purge": { does: "delete articles for good", roles: editors },
  "picture.upload": { does: "upload pictures and use the library", roles: everyone },
  "picture.describe": { does: "change what is known about a picture", roles: ownBelowEditor },
  "picture.manage": { does: "replace and delete pictures", roles: editors },
  "category.manage": { does: "add, rename and delete categories", roles: editors },
  "home.arrange": { does: "arrange the home page", roles: editors },
  "ad.manage": { does: "manage ad spaces", roles: editors },
  "issue.manage": { does: "write and send newsletter issues", roles: editors },
  "message.manage": { does: "read and answer readers' messages", roles: editors },
  "subscriber.manage": { does: "see and manage subscribers and their mails", roles: chiefs },
  "personal_data.manage": { does: "export and erase what is kept about a person", roles: chiefs },
  "settings.manage": { does: "change the newsroom's settings", roles: chiefs },
  "audit.read": { does: "read and export the audit log", roles: chiefs },
  "user.manage": { does: "invite, change and remove people", roles: chiefs },
} as const satisfies Record<string, Rule>;
export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[];

/** Whose things a role has a permission for; undefined if it does not have it. */
export const reachOf = (role: Role, permission: Permission): Reach | undefined =>
  (PERMISSIONS[permission] as Rule).roles[role];

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

/** The same for whoever reads: readers have no permission. */
export const viewerMayAny = (viewer: Viewer, permission: Permission): boolean =>
  viewer.kind === "staff" && mayAny(viewer.actor, permission);

/** Throws ForbiddenError, which names the permission, unless the actor has it, as `may` says. */
export function authorize(actor: Actor, permission: Permission, thing?: Owned): void {
  if (may(actor, permission, thing)) return;
  throw new ForbiddenError(`This needs the permission ${permission}: to ${PERMISSIONS[permission].does}.`);
}
