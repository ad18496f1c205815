import { useState } from "react";
import { ROLES, type Role } from "#shared/actor.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { PlainForm, StoredSetting } from "#ui/admin/records/plain-setting.tsx";
import { settingsOf, useSetting } from "#ui/admin/records/setting.ts";
import type { RequirementEndpoints } from "../queries.ts";
import type { Requirement } from "../schema.ts";

const REQUIREMENT = settingsOf<RequirementEndpoints>()("second-factor");

const WORDS: Record<Role, string> = {
  chief: "Chiefs",
  editor: "Editors",
  writer: "Writers",
  contributor: "Contributors",
};

export const RequiredFactors = () => (
  <section aria-label="Second step" className="mt-10 border-t border-rule pt-6">
    <h2 className="headline-sm mb-3 font-semibold">Second step</h2>
    <StoredSetting setting={REQUIREMENT} failed="Could not load who needs a second step." skeleton="h-28 w-full">
      {(stored) => <RequirementForm key={stored.roles.join()} stored={stored} />}
    </StoredSetting>
  </section>
);

/** A concurrent change replaces what is chosen here. */
function RequirementForm({ stored }: { stored: Requirement }) {
  const { isBusy, save } = useSetting(REQUIREMENT, stored);
  const [roles, setRoles] = useState<readonly Role[]>(stored.roles);
  const submit = () => void save({ roles: [...roles] }, (saved) => sentenceOf(saved.roles));
  return (
    <PlainForm isBusy={isBusy} className="" onSubmit={submit}>
      <fieldset>
        <legend className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
          People with one of these roles need an authenticator app or a passkey, and must set one up before doing
          anything else. This applies immediately, also to people who are already logged in.
        </legend>
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          {ROLES.map((role) => (
            <Checkbox
              key={role}
              label={WORDS[role]}
              checked={roles.includes(role)}
              onChange={(isChecked) =>
                setRoles(ROLES.filter((one) => (one === role ? isChecked : roles.includes(one))))
              }
            />
          ))}
        </div>
      </fieldset>
      <AdminButton type="submit" variant="primary" isBusy={isBusy} className="mt-4">
        {isBusy ? "Saving..." : "Save"}
      </AdminButton>
    </PlainForm>
  );
}

function sentenceOf(roles: readonly Role[]): string {
  if (roles.length === 0) return "No role requires a second step.";
  const names = new Intl.ListFormat("en").format(roles.map((role) => WORDS[role]));
  return `${names} require a second step.`;
}
