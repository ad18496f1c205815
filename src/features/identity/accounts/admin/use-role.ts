import { ROLES, type Role } from "#shared/roles.ts";
import { useApi } from "#shared/use-api.ts";
import { knownOf } from "#ui/admin/address.tsx";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { ownProfile } from "./calls.ts";

const parse = (stored: unknown): Role | undefined => (typeof stored === "string" ? knownOf(ROLES, stored) : undefined);

/**
 * The role of an account in this browser; null if the backend has none. The last role holds until the server has
 * responded, so that neither a slow connection nor a session that has ended takes a screen away. `isKnown` is false
 * before the first response, or failure, ever.
 */
export function useRole(account: string): { role: Role | null; isKnown: boolean } {
  const { data, failureCount } = useApi(ownProfile());
  const [kept, keep] = useKeptChoice<Role | null>(`role_${account}`, parse, null);
  const given = parse(data?.role) ?? null;
  // A user who has to set up a second factor first waits for the response: until then the dashboard could show nothing.
  const known = data?.second_factor_due ? null : given;
  if (data && known !== kept) keep(known);
  const role = data ? given : kept;
  return { role, isKnown: role !== null || data !== undefined || failureCount > 0 };
}
