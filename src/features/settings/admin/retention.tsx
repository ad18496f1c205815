import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { AUDIT_DAYS } from "#features/audit/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { auditSettings, retentionPeriods } from "../calls.ts";
import type { AuditSettings, SettingsEndpoints } from "../endpoints.ts";
import { daysInWords, ofEachPeriod, RETENTION, RETENTION_NAMES, type Retention, type RetentionName } from "../rules.ts";

const settings = editorClientOf<SettingsEndpoints>();

/** Changes the periods from `before`; `ApiError` 409 if they have changed since. */
export async function saveRetention(api: EditorApi, before: Retention, body: Retention): Promise<Retention> {
  const ifMatch = `"${settingVersion(before)}"`;
  return (await settings.send(api, "PUT /settings/retention", { body, ifMatch })).body;
}

/** The same for the period of the audit log. */
export async function saveAuditSettings(api: EditorApi, before: AuditSettings, body: AuditSettings) {
  const ifMatch = `"${settingVersion(before)}"`;
  return (await settings.send(api, "PUT /settings/audit", { body, ifMatch })).body;
}

export function RetentionSettings() {
  const { data, isError, refetch } = useApi(retentionPeriods());
  const [isOpen, setIsOpen] = useState(false);
  if (isError && !data) return <FailedNote onRetry={refetch}>Could not load the retention periods.</FailedNote>;
  if (!data) return <Skeleton className="h-56 w-full" />;
  return (
    <>
      <dl className="mb-4 border-t border-rule text-[0.9375rem]">
        {RETENTION_NAMES.map((name) => (
          <div key={name} className="flex justify-between gap-4 border-b border-rule py-2">
            <dt>{RETENTION[name].label}</dt>
            <dd className="shrink-0 tabular-nums">{daysInWords(data[name])}</dd>
          </div>
        ))}
      </dl>
      <AdminButton onClick={() => setIsOpen(true)} aria-haspopup="dialog">
        Change periods
      </AdminButton>
      {isOpen && <RetentionDialog before={data} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Shown if another user has changed the value since the dialog opened. */
const othersWords = (now: number, opened: number): string =>
  now === opened ? "" : `Another user has set it to ${daysInWords(now)}.`;

function RetentionDialog({ before, onClose }: { before: Retention; onClose: () => void }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  // Untouched fields follow the stored values, also if another user changes them while this is open.
  const [typed, setTyped] = useState<Partial<Record<RetentionName, string>>>({});
  const [opened] = useState(before);
  const shownOf = (name: RetentionName) => typed[name] ?? String(before[name]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  function save(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const body = ofEachPeriod((_period, name) => Number(shownOf(name)));
        const saved = await saveRetention(api, before, body);
        // Closed first: while it is open, nothing outside of it can be focused.
        flushSync(onClose);
        client.setQueryData(retentionPeriods().queryKey, saved);
        void client.invalidateQueries(auditSettings());
        show({ title: "Settings saved", description: "The privacy page shows the new periods." });
      },
      {
        title: "Error saving settings",
        fallback: "Could not save the settings",
        onFailed: (failure) => {
          setErrors(failure instanceof ApiError ? failure.errors : {});
          if (failure instanceof ApiError && failure.status === 409) void client.invalidateQueries(retentionPeriods());
        },
      },
    );
  }
  return (
    <Dialog title="Data retention" onClose={onClose}>
      <form noValidate onSubmit={save} aria-busy={isBusy} className="mt-4 space-y-5">
        <p className="text-[0.9375rem] text-muted">
          In days. Older data is permanently deleted within a day. Shortening a period cannot be undone.
        </p>
        {RETENTION_NAMES.map((name) => (
          <Field
            key={name}
            label={RETENTION[name].label}
            name={name}
            type="number"
            inputMode="numeric"
            min={RETENTION[name].min}
            max={RETENTION[name].max}
            autoComplete="off"
            hint={`${RETENTION[name].hint} From ${RETENTION[name].min} to ${daysInWords(RETENTION[name].max)}.`}
            value={shownOf(name)}
            error={errors[name] || (typed[name] !== undefined && othersWords(before[name], opened[name])) || undefined}
            onChange={({ target }) => {
              setTyped({ ...typed, [name]: target.value });
              setErrors({ ...errors, [name]: "" });
            }}
          />
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Saving..." : "Save periods"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

export function AuditRetention() {
  const { data } = useApi(auditSettings());
  const [isOpen, setIsOpen] = useState(false);
  if (!data) return null;
  return (
    <>
      <AdminButton onClick={() => setIsOpen(true)} aria-haspopup="dialog">
        Kept for {daysInWords(data.retention_days)}
      </AdminButton>
      {isOpen && <AuditDialog before={data} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function AuditDialog({ before, onClose }: { before: AuditSettings; onClose: () => void }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [typed, setTyped] = useState(String(before.retention_days));
  const [error, setError] = useState<string>();
  const days = Number(typed);
  function save(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const saved = await saveAuditSettings(api, before, { retention_days: days });
        // Closed first: while it is open, nothing outside of it can be focused.
        flushSync(onClose);
        client.setQueryData(auditSettings().queryKey, saved);
        show({ title: "Settings saved", description: `Entries are kept for ${daysInWords(saved.retention_days)}.` });
      },
      {
        title: "Error saving settings",
        fallback: "Could not save the settings",
        onFailed: (failure, description) => {
          setError(failure instanceof ApiError ? description : undefined);
          if (failure instanceof ApiError && failure.status === 409) void client.invalidateQueries(auditSettings());
        },
      },
    );
  }
  return (
    <Dialog title="How long entries are kept" onClose={onClose}>
      <form noValidate onSubmit={save} aria-busy={isBusy} className="mt-4 space-y-5">
        <Field
          label="Days"
          name="retention_days"
          type="number"
          inputMode="numeric"
          min={AUDIT_DAYS.min}
          max={AUDIT_DAYS.max}
          autoComplete="off"
          hint={`From ${AUDIT_DAYS.min} to ${daysInWords(AUDIT_DAYS.max)}. Older entries are permanently deleted within an hour.`}
          value={typed}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value);
            setError(undefined);
          }}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy}>
            {isBusy ? "Saving..." : "Save"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}
