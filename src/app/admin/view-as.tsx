import { viewAs, viewedRole } from "#features/identity/accounts/admin/view-as.ts";
import { ROLE_WORDS } from "#features/identity/people/admin/roles.tsx";
import { ROLES, type Role } from "#shared/actor.ts";
import { pageUrl } from "#shared/urls.ts";
import { RadioGroup } from "#ui/admin/controls.tsx";
import { leaveAll } from "#ui/admin/unsaved.tsx";

function switchTo(role: Role | undefined): void {
  leaveAll(() => {
    viewAs(role);
    window.location.assign(pageUrl.admin());
  });
}

const OPTIONS = ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));

/** Lets a chief see the desk with the permissions of another role. */
export const ViewAsChoice = () => (
  <RadioGroup
    legend="See the desk as"
    options={OPTIONS}
    value={viewedRole() ?? "chief"}
    onChange={(role) => switchTo(role === "chief" ? undefined : role)}
  />
);

/** Says that the desk is shown as another role sees it, and ends it. */
export function ViewAsBanner() {
  const role = viewedRole();
  if (!role) return null;
  return (
    <section
      aria-label="See the desk as"
      className="sticky top-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-ink px-4 py-1 text-sm text-paper"
    >
      <p role="status">
        You see the desk as: <strong className="font-semibold">{ROLE_WORDS[role]}</strong>. What you do is still yours.
      </p>
      <button
        type="button"
        className="min-h-9 px-2 font-semibold underline underline-offset-4 pointer-coarse:min-h-11"
        onClick={() => switchTo(undefined)}
      >
        Stop
      </button>
    </section>
  );
}
