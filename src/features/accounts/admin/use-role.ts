import { ROLES, type Role } from "#shared/roles.ts";
import { useApi } from "#shared/use-api.ts";
import { knownOf } from "#ui/admin/address-query.ts";
import { useKeptChoice } from "#ui/admin/kept-choice.ts";
import { ownProfile } from "./calls.ts";

const parse = (stored: unknown): Role | undefined => (typeof stored === "string" ? knownOf(ROLES, stored) : undefined);

/**
 * The role of an account in this browser. What it was the last time holds until the server has said what it is, so that
 * neither a slow line nor a session that has ended takes a screen away; `isKnown` is false before the first answer ever.
 */
export function useRole(account: string): { role: Role | null; isKnown: boolean } {
  const { data, isError } = useApi(ownProfile());
  const [kept, keep] = useKeptChoice<Role | null>(`role_${account}`, parse, null);
  // Who has to set a second factor up first waits for the answer: until then the dashboard could show nothing.
  const known = data?.second_factor_due ? null : data?.role;
  if (known !== undefined && known !== kept) keep(known);
  const role = data?.role ?? kept;
  return { role, isKnown: role !== null || isError };
}
