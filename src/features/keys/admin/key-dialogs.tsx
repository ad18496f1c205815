import { type FormEvent, useState } from "react";
import { ROLE_WORDS } from "#features/identity/people/admin/roles.tsx";
import { ROLES, type Role } from "#shared/actor.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { reachOf } from "#shared/permissions.ts";
import { DAY } from "#shared/time.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { useCopy } from "#ui/admin/copy-link.ts";
import { Dialog, lastButton } from "#ui/admin/dialog.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { ApiKey, KeyEndpoints } from "../endpoints.ts";
import { KEY_DAYS, KEY_SCOPES, type KeyScope, MAX_KEY_NAME, PRESETS, READ, wordsOfScope } from "../rules.ts";

const keys = editorClientOf<KeyEndpoints>();

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role] }));
const PRESET_OPTIONS = Object.keys(PRESETS).map((name) => ({ value: name, label: name }));
const CUSTOM = { value: "", label: "Chosen scopes" };
const DAYS = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: String(KEY_DAYS.initial), label: "In a year" },
  { value: "1825", label: "In five years" },
];

/** The scopes that a role can have. */
const scopesOf = (role: Role) => KEY_SCOPES.filter((scope) => scope === READ || reachOf(role, scope) !== undefined);

type Draft = { name: string; role: Role; scopes: readonly KeyScope[]; origins: string; days: string };
const EMPTY: Draft = { name: "", role: "editor", scopes: [READ], origins: "", days: String(KEY_DAYS.initial) };

const bodyOf = ({ name, role, scopes, origins, days }: Draft) => ({
  name,
  role,
  scopes: scopes.filter((scope) => scopesOf(role).includes(scope)),
  origins: origins.split(/[\s,]+/).filter((origin) => origin !== ""),
  expires: new Date(Date.now() + Number(days) * DAY).toISOString(),
});

/** The first error of each field; those of list entries belong to the list. */
const byField = (errors: Record<string, string>) =>
  Object.fromEntries(Object.entries(errors).map(([path, text]) => [path.split(".")[0], text]));

type FormProps = { onClose: () => void; onCreated: (key: ApiKey) => void };

export function KeyForm({ onClose, onCreated }: FormProps) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    setErrors({});
    void run(async () => onCreated((await keys.send(api, "POST /api-keys", { body: bodyOf(draft) })).body), {
      title: "The API key was not created",
      fallback: "Please try again.",
      onFailed: (error) => setErrors(error instanceof ApiError ? byField(error.errors) : {}),
    });
  }
  return (
    <Dialog title="New API key" onClose={onClose} wide="form">
      <form onSubmit={onSubmit} aria-busy={isBusy} noValidate className="mt-3 space-y-5">
        <Field
          label="Name"
          name="name"
          autoFocus
          autoComplete="off"
          required
          maxLength={MAX_KEY_NAME}
          value={draft.name}
          error={errors.name}
          hint="The program that will use it. The audit log shows this name."
          onChange={({ target }) => change({ name: target.value })}
        />
        <Select
          label="Role"
          value={draft.role}
          options={ROLE_OPTIONS}
          onChange={(role) => change({ role: role as Role })}
        />
        <Scopes {...draft} error={errors.scopes} onChange={(scopes) => change({ scopes })} />
        <Select label="Expires" value={draft.days} options={DAYS} onChange={(days) => change({ days })} />
        <Field
          label="Origins"
          name="origins"
          rows={2}
          value={draft.origins}
          error={errors.origins}
          hint="Only for web pages that use the key, such as https://app.example.com. Leave empty for other programs."
          onChange={({ target }) => change({ origins: target.value })}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Creating..." : "Create"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

type ScopesProps = Pick<Draft, "role" | "scopes"> & {
  error: string | undefined;
  onChange: (scopes: readonly KeyScope[]) => void;
};

/** A preset, and a checkbox for each scope that the role can have. */
function Scopes({ role, scopes, error, onChange }: ScopesProps) {
  const offered = scopesOf(role);
  const chosen = offered.filter((scope) => scopes.includes(scope));
  const isChosen = (preset: readonly KeyScope[]) =>
    offered.filter((scope) => preset.includes(scope)).join() === chosen.join();
  const preset = Object.entries(PRESETS).find(([, given]) => isChosen(given))?.[0] ?? CUSTOM.value;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Scopes</legend>
      <Select
        label="Preset"
        labelHidden
        value={preset}
        options={preset === CUSTOM.value ? [CUSTOM, ...PRESET_OPTIONS] : PRESET_OPTIONS}
        onChange={(name) => onChange(PRESETS[name] ?? chosen)}
      />
      <div className="mt-2 max-h-64 overflow-y-auto border border-rule px-3 py-1.5">
        {offered.map((scope) => (
          <Checkbox
            key={scope}
            label={scope}
            hint={wordsOfScope(scope)}
            checked={scopes.includes(scope)}
            onChange={(isOn) => onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1 text-sm text-down">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A new key, which is shown only now. */
export function KeyShown({ apiKey: { name, key = "" }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const copy = useCopy();
  return (
    <Dialog title={`API key “${name}”`} onClose={onClose} focused={lastButton}>
      <p className="mt-2 text-[0.9375rem] text-muted">
        Copy the key now: it is stored as a hash and cannot be shown again. Programs send it as{" "}
        <code>Authorization: Bearer</code>.
      </p>
      <p className="my-4 border border-rule bg-surface px-4 py-3 font-mono text-sm wrap-anywhere">{key}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <AdminButton onClick={onClose}>Close</AdminButton>
        <AdminButton variant="primary" onClick={() => copy(key, "API key copied")}>
          Copy key
        </AdminButton>
      </div>
    </Dialog>
  );
}
