import { PERMISSIONS, permissionsOf, reachOf } from "#shared/permissions.ts";
import { useOwnRole } from "#ui/admin/permissions.tsx";
import { ROLE_WORDS } from "./role-words.ts";

/** What whoever is logged in may do, in words: the table of all roles is shown to those who manage people alone. */
export function OwnRole() {
  const role = useOwnRole();
  if (role === null) return null;
  return (
    <section aria-labelledby="own-role" className="mt-12">
      <h2 id="own-role" className="text-lg font-bold">
        What you may do
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
