import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { AUDIT_DAYS } from "#features/audit/rules.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { auditSettings } from "../calls.ts";
import type { AuditSettings } from "../schema.ts";
import { saveAuditSettings } from "./calls.ts";

const daysOf = (days: number) => `${days.toLocaleString("en")} days`;

/** How long entries of the audit log are kept, and a button that changes it. */
export function AuditRetention() {
  const { data } = useApi(auditSettings());
  const [isOpen, setIsOpen] = useState(false);
  if (!data) return null;
  return (
    <>
      <AdminButton onClick={() => setIsOpen(true)} aria-haspopup="dialog">
        Kept for {daysOf(data.retention_days)}
      </AdminButton>
      {isOpen && <RetentionDialog before={data} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function RetentionDialog({ before, onClose }: { before: AuditSettings; onClose: () => void }) {
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
        show({ title: "Settings saved", description: `Entries are kept for ${daysOf(saved.retention_days)}.` });
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
          hint={`From ${AUDIT_DAYS.min} to ${daysOf(AUDIT_DAYS.max)}. Older entries are removed within an hour, for good.`}
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
