import { ROLES, type Role } from "#shared/actor.ts";
import { PERMISSION_NAMES, PERMISSIONS, permissionsOf, reachOf } from "#shared/permissions.ts";
import { useOwnRole } from "#ui/admin/permissions.tsx";

export const ROLE_WORDS: Record<Role, string> = {
  chief: "Chief",
  editor: "Editor",
  writer: "Writer",
  contributor: "Contributor",
};

const MARKS = { any: "Yes", own: "Own" } as const;

/** Permissions of each role, from the table that the server authorizes by. */
export function PermissionTable() {
  return (
    <section aria-labelledby="permissions" className="mt-10">
      <h2 id="permissions" className="headline-sm font-semibold">
        Permissions of each role
      </h2>
      <p className="mt-1 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Own: only their own articles and pictures. They see others’ articles as readers do.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, by the keyboard too. */}
      <section aria-label="Permissions by role" tabIndex={0} className="mt-4 overflow-x-auto">
        <table className="w-full min-w-[34rem] text-left text-sm">
          <thead>
            <tr className="border-b border-rule">
              <th scope="col" className="py-2 pr-3 font-semibold">
                Permission
              </th>
              {ROLES.map((role) => (
                <th key={role} scope="col" className="px-2 py-2 font-semibold">
                  {ROLE_WORDS[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {PERMISSION_NAMES.map((name) => (
              <tr key={name} className="border-b border-rule align-top">
                <th scope="row" className="py-2 pr-3 font-normal">
                  <span className="first-letter:uppercase inline-block">{PERMISSIONS[name].does}</span>
                </th>
                {ROLES.map((role) => {
                  const reach = reachOf(role, name);
                  return (
                    <td key={role} className="px-2 py-2">
                      {reach ? MARKS[reach] : <span className="text-muted">No</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

/** The user's own permissions in words: only those who manage people see the table of all roles. */
export function OwnRole() {
  const role = useOwnRole();
  if (role === null) return null;
  return (
    <section aria-labelledby="own-role" className="mt-12">
      <h2 id="own-role" className="headline-sm font-semibold">
        Your permissions
      </h2>
      <p className="mt-1 max-w-prose text-[0.9375rem] text-muted">
        Your role is {ROLE_WORDS[role]}. A chief can change it.
      </p>
      <ul className="mt-3 max-w-prose list-disc space-y-1 pl-5 text-[0.9375rem]">
        {permissionsOf(role).map((name) => (
          <li key={name}>
            <span className="inline-block first-letter:uppercase">
              {PERMISSIONS[name].does}
              {reachOf(role, name) === "own" && " (your own)"}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
