import { nextDaily } from "#shared/time.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FieldControl } from "#ui/admin/records/field-control.tsx";
import { PlainForm, StoredSetting, useSettingForm } from "#ui/admin/records/plain-setting.tsx";
import { Select } from "#ui/admin/select.tsx";
import type { BackupSettings } from "../endpoints.ts";
import { BACKUP_FIELDS } from "../rules.ts";
import { BACKUPS } from "./calls.ts";

const HOURS = Array.from({ length: BACKUP_FIELDS.hour.max + 1 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

/** Nightly backups: whether, at what hour, and how many are kept. */
export const BackupSchedule = ({ zone }: { zone: string }) => (
  <>
    <h3 className="mt-8 mb-2 text-[0.9375rem] font-semibold">Every night</h3>
    <StoredSetting setting={BACKUPS} failed="Could not load the settings of backups." skeleton="h-32 w-full max-w-xl">
      {(stored) => <ScheduleForm before={stored} zone={zone} />}
    </StoredSetting>
  </>
);

function ScheduleForm({ before, zone }: { before: BackupSettings; zone: string }) {
  const { isBusy, isChanged, values, change, controlOf, save } = useSettingForm(BACKUPS, BACKUP_FIELDS, before);
  const next = before.nightly
    ? `Next backup: ${plannedTime(nextDaily(zone, before.hour, Date.now()), zone)}.`
    : "Off. Backups are made only by Back up now and by the operator.";
  return (
    <PlainForm isBusy={isBusy} className="max-w-xl space-y-4" onSubmit={save}>
      <FieldControl {...controlOf("nightly")} hint={next} />
      <div className="max-w-xs space-y-4">
        <Select label="Hour" value={values.hour} options={HOURS} onChange={(hour) => change({ hour })} />
        <FieldControl {...controlOf("kept")} />
      </div>
      <AdminButton type="submit" isBusy={isBusy} disabled={!isChanged}>
        {isBusy ? "Saving..." : "Save schedule"}
      </AdminButton>
    </PlainForm>
  );
}
