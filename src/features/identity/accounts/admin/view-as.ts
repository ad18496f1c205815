import { ROLES, type Role } from "#shared/actor.ts";

const KEY = "view_as";

/** The role that this tab sees the desk as; undefined for the account's own. */
export function viewedRole(): Role | undefined {
  const stored = globalThis.sessionStorage?.getItem(KEY);
  return ROLES.find((role) => role === stored);
}

/** Takes effect with the next load of the page, which has nothing left of the former role. */
export function viewAs(role: Role | undefined): void {
  if (role === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, role);
}
