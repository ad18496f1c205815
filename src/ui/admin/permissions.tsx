import { createContext, use } from "react";
import type { Role } from "#shared/actor.ts";
import { type Permission, reachOf } from "#shared/permissions.ts";

const CurrentRole = createContext<Role | null>("chief");
/** The user's role; null if the backend has no roles and only the specified endpoints. */
export const RoleProvider = CurrentRole.Provider;

/** The role of the user; null if the backend has none. */
export const useOwnRole = (): Role | null => use(CurrentRole);

/** Whether the backend has the newsroom's endpoints, and not just the specified ones (decision 85). */
export const useHasNewsroom = (): boolean => useOwnRole() !== null;

/** Whether the user has a permission for `any` or `own` items. Screens hide controls by it; the server enforces it. */
export function useMay(): (permission: Permission, whose?: "any" | "own") => boolean {
  const role = useOwnRole();
  return (permission, whose = "own") => {
    if (role === null) return true;
    const reach = reachOf(role, permission);
    return whose === "any" ? reach === "any" : reach !== undefined;
  };
}
