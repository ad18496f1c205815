import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { settingVersion } from "#shared/fingerprint.ts";
import { nextDaily } from "#shared/time.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Switch } from "#ui/admin/controls.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { BackupSettings, StateEndpoints } from "../endpoints.ts";
import { BACKUP_HOUR, KEPT_BACKUPS } from "../rules.ts";
import { backupSettings } from "./calls.ts";

const system = editorClientOf<StateEndpoints>();

const HOURS = Array.from({ length: BACKUP_HOUR.max + 1 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** Nightly backups: whether, at what hour, and how many are kept. */
export function BackupSchedule({ zone }: { zone: string }) {
  const { data, isError, refetch } = useApi(backupSettings());
  return (
    <>
      <h3 className="mt-8 mb-2 text-[0.9375rem] font-semibold">Every night</h3>
      {data ? (
        <ScheduleForm key={settingVersion(data)} before={data} zone={zone} />
      ) : isError ? (
        <FailedNote onRetry={refetch}>Could not load the settings of backups.</FailedNote>
      ) : (
        <Skeleton className="h-32 w-full max-w-xl" />
      )}
    </>
  );
}

function ScheduleForm({ before, zone }: { before: BackupSettings; zone: string }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [nightly, setNightly] = useState(before.nightly);
  const [hour, setHour] = useState(String(before.hour));
  const [kept, setKept] = useState(String(before.kept));
  const [error, setError] = useState<string>();
  const isSame = nightly === before.nightly && hour === String(before.hour) && kept === String(before.kept);
  function save(event: FormEvent) {
    event.preventDefault();
    void run(
      async () => {
        const body = { nightly, hour: Number(hour), kept: kept.trim() === "" ? Number.NaN : Number(kept) };
        const ifMatch = `"${settingVersion(before)}"`;
        const saved = (await system.send(api, "PUT /settings/backups", { body, ifMatch })).body;
        client.setQueryData(backupSettings().queryKey, saved);
        show({ title: "Settings saved" });
      },
      {
        title: "Error saving settings",
        fallback: "Could not save the settings",
        onFailed: (failure) => {
          setError(failure instanceof ApiError ? failure.errors.kept : undefined);
          if (failure instanceof ApiError && failure.status === 409) void client.invalidateQueries(backupSettings());
        },
      },
    );
  }
  return (
    <form noValidate onSubmit={save} aria-busy={isBusy} className="max-w-xl space-y-4">
      <Switch
        label="Back up every night"
        hint={
          before.nightly
            ? `Next backup: ${plannedTime(nextDaily(zone, before.hour, Date.now()), zone)}.`
            : "Off. Backups are made only by Back up now and by the operator."
        }
        checked={nightly}
        onChange={setNightly}
      />
      <div className="max-w-xs space-y-4">
        <Select label="Hour" value={hour} options={HOURS} onChange={setHour} />
        <Field
          label="Backups to keep"
          name="kept"
          type="number"
          inputMode="numeric"
          min={KEPT_BACKUPS.min}
          max={KEPT_BACKUPS.max}
          autoComplete="off"
          hint={`From ${KEPT_BACKUPS.min} to ${KEPT_BACKUPS.max}. A new backup deletes older ones.`}
          value={kept}
          error={error}
          onChange={({ target }) => {
            setKept(target.value);
            setError(undefined);
          }}
        />
      </div>
      <AdminButton type="submit" isBusy={isBusy} disabled={isSame}>
        {isBusy ? "Saving..." : "Save schedule"}
      </AdminButton>
    </form>
  );
}
