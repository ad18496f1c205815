import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ROLES, type Role } from "#shared/actor.ts";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { RequirementEndpoints } from "../queries.ts";
import { requirementVersion } from "../rules.ts";
import type { Requirement } from "../schema.ts";

const requirements = editorClientOf<RequirementEndpoints>();

export const requiredFactors = () => requirements.query("GET /settings/second-factor");

/** Changes `before`; `ApiError` 409 if it has changed since, or the user would be locked out. */
async function saveRequirement(api: EditorApi, before: Requirement, body: Requirement): Promise<Requirement> {
  const ifMatch = `"${requirementVersion(before)}"`;
  return (await requirements.send(api, "PUT /settings/second-factor", { body, ifMatch })).body;
}

const WORDS: Record<Role, string> = {
  chief: "Chiefs",
  editor: "Editors",
  writer: "Writers",
  contributor: "Contributors",
};

export function RequiredFactors() {
  const { data, isError, refetch } = useApi(requiredFactors());
  return (
    <section aria-label="Second step" className="mt-10 border-t border-rule pt-6">
      <h2 className="headline-md mb-3 font-semibold">Second step</h2>
      {data ? (
        // A concurrent change replaces what is chosen here.
        <RequirementForm key={data.roles.join()} stored={data} />
      ) : isError ? (
        <FailedNote onRetry={refetch}>Could not load who needs a second step.</FailedNote>
      ) : (
        <div aria-busy="true">
          <p role="status" className="sr-only">
            Loading...
          </p>
          <Skeleton className="h-28 w-full" />
        </div>
      )}
    </section>
  );
}

function RequirementForm({ stored }: { stored: Requirement }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [roles, setRoles] = useState<readonly Role[]>(stored.roles);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(
      async () => {
        const saved = await saveRequirement(api, stored, { roles: [...roles] });
        client.setQueryData(requiredFactors().queryKey, saved);
        show({ title: "Settings saved", description: sentenceOf(saved.roles) });
      },
      {
        title: "Error saving settings",
        fallback: "Could not save the settings",
        onFailed(failure) {
          if (failure instanceof ApiError && failure.status === 409)
            void client.invalidateQueries({ queryKey: requiredFactors().queryKey });
        },
      },
    );
  };
  return (
    <form onSubmit={save} aria-busy={isBusy}>
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
    </form>
  );
}

function sentenceOf(roles: readonly Role[]): string {
  if (roles.length === 0) return "No role requires a second step.";
  const names = new Intl.ListFormat("en").format(roles.map((role) => WORDS[role]));
  return `${names} require a second step.`;
}
