import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FieldControl } from "#ui/admin/records/field-control.tsx";
import { SettingDialog, StoredSetting, useSettingForm } from "#ui/admin/records/plain-setting.tsx";
import type { AuditSettings } from "../endpoints.ts";
import { AUDIT_FIELDS, daysInWords, RETENTION, RETENTION_FIELDS, RETENTION_NAMES, type Retention } from "../rules.ts";
import { AUDIT, RETENTION_PERIODS } from "./settings.ts";

export function RetentionSettings() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <StoredSetting setting={RETENTION_PERIODS} failed="Could not load the retention periods." skeleton="h-56 w-full">
      {(stored) => (
        <>
          <dl className="mb-4 border-t border-rule text-[0.9375rem]">
            {RETENTION_NAMES.map((name) => (
              <div key={name} className="flex justify-between gap-4 border-b border-rule py-2">
                <dt>{RETENTION[name].label}</dt>
                <dd className="shrink-0 tabular-nums">{daysInWords(stored[name])}</dd>
              </div>
            ))}
          </dl>
          <AdminButton onClick={() => setIsOpen(true)} aria-haspopup="dialog">
            Change periods
          </AdminButton>
          {isOpen && <RetentionDialog before={stored} onClose={() => setIsOpen(false)} />}
        </>
      )}
    </StoredSetting>
  );
}

function RetentionDialog({ before, onClose }: { before: Retention; onClose: () => void }) {
  const client = useQueryClient();
  const { isBusy, controlOf, save } = useSettingForm(RETENTION_PERIODS, RETENTION_FIELDS, before);
  const submit = () =>
    save(() => {
      // Closed first: while it is open, nothing outside of it can be focused.
      flushSync(onClose);
      void client.invalidateQueries({ queryKey: AUDIT.query.queryKey });
      return "The privacy page shows the new periods.";
    });
  return (
    <SettingDialog title="Data retention" save="Save periods" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <p className="text-[0.9375rem] text-muted">
        In days. Older data is permanently deleted within a day. Shortening a period cannot be undone.
      </p>
      {RETENTION_NAMES.map((name) => (
        <FieldControl key={name} {...controlOf(name)} />
      ))}
    </SettingDialog>
  );
}

export function AuditRetention() {
  const { data } = useApi(AUDIT.query);
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
  const { isBusy, controlOf, save } = useSettingForm(AUDIT, AUDIT_FIELDS, before);
  const submit = () =>
    save((saved) => {
      flushSync(onClose);
      return `Entries are kept for ${daysInWords(saved.retention_days)}.`;
    });
  return (
    <SettingDialog title="How long entries are kept" save="Save" isBusy={isBusy} onSubmit={submit} onClose={onClose}>
      <FieldControl {...controlOf("retention_days")} />
    </SettingDialog>
  );
}
