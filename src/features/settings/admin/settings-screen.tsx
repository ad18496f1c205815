import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AuditEndpoints } from "#features/audit/endpoints.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { fold } from "#shared/text.ts";
import { DAY, offsetWords, zoneWords } from "#shared/time.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { buttonLook } from "#ui/admin/controls.tsx";
import { StandingForm } from "#ui/admin/edit-form/standing-form.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { controlsOf, FieldControl } from "#ui/admin/records/field-control.tsx";
import { emptyTyped, shownFields, tidied, typedOf } from "#ui/admin/records/form-values.ts";
import { settingForm } from "#ui/admin/records/setting.ts";
import type { Option } from "#ui/admin/select.tsx";
import { SuggestField } from "#ui/admin/suggest-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useNewsroomZone } from "../calls.ts";
import { isTimeZone, NEWSROOM_FIELDS, NO_SUCH_ZONE } from "../rules.ts";
import { AddressSettingsSection } from "./address-settings.tsx";
import { RetentionSettings } from "./retention.tsx";
import { NEWSROOM } from "./settings.ts";

export const NEWSROOM_FORM = settingForm(NEWSROOM, {
  what: "settings",
  title: "Settings",
  fields: shownFields(NEWSROOM_FIELDS),
  empty: emptyTyped(NEWSROOM_FIELDS),
  valuesOf: (row) => typedOf(NEWSROOM_FIELDS, row),
  missingIn: ({ time_zone }) => (isTimeZone(time_zone.trim()) ? {} : { time_zone: NO_SUCH_ZONE }),
  tidy: (values) => tidied(NEWSROOM_FIELDS, values),
  bodyOf: (values) => values,
});

/** Zones offered together: a few letters leave fewer. */
const MAX_OFFERED = 60;

/** `UTC` is missing where `Intl` lists only places. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
const KEYS = new Map(ZONES.map((zone) => [zone, fold(zone.replaceAll("_", " "))]));

/** The zones with a part that starts with the typed text, then those that only contain it. */
export function zonesLike(typed: string): string[] {
  const wanted = fold(typed.trim().replaceAll("_", " "));
  const begins = (key: string) => key.split("/").some((part) => part.startsWith(wanted)) || key.startsWith(wanted);
  const found = ZONES.filter((zone) => KEYS.get(zone)?.includes(wanted));
  const isFirst = (zone: string) => begins(KEYS.get(zone) ?? "");
  return [...found.filter(isFirst), ...found.filter((zone) => !isFirst(zone))].slice(0, MAX_OFFERED);
}

function offersFor(typed: string): Option[] {
  const now = Date.now();
  return zonesLike(typed).map((zone) => ({
    value: zone,
    label: zone.replaceAll("_", " "),
    hint: offsetWords(zone, now),
  }));
}

const CLOCK = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** Describes the zone, so that a wrong one is noticed. */
function hintOf(zone: string): string {
  if (!isTimeZone(zone)) return "Type a city or region, then choose from the list.";
  const now = Date.now();
  const clock = new Intl.DateTimeFormat("en-US", { ...CLOCK, timeZone: zone }).format(now);
  return `${zoneWords(zone, now)}: it is now ${clock} there. Publication times are in this zone.`;
}

type ZoneProps = { value: string; error: string | undefined; onChange: (zone: string) => void };

/** The time zone, by its IANA name, searched by any part of it. */
export function ZoneField({ value, error, onChange }: ZoneProps) {
  return (
    <SuggestField
      label="Time zone"
      name="time_zone"
      aria-required
      spellCheck={false}
      autoCapitalize="none"
      value={value}
      error={error}
      hint={hintOf(value.trim())}
      offersFor={offersFor}
      onChange={onChange}
    />
  );
}

export const NewsroomSettings = () => (
  <StandingForm
    {...NEWSROOM_FORM}
    title="Newsroom"
    className="space-y-6"
    save={{ idle: "Save settings", busy: "Saving..." }}
    failed="Could not load the settings."
    loading={
      <div className="space-y-5" aria-busy="true">
        <p role="status" className="sr-only">
          Loading the settings...
        </p>
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-36 w-full" />
      </div>
    }
  >
    {(form) => {
      const { time_zone: zone } = form.values;
      return (
        <>
          <ZoneField value={zone} error={form.errors.time_zone} onChange={(time_zone) => form.change({ time_zone })} />
          <FieldControl {...controlsOf(NEWSROOM_FIELDS, form)("postal_address")} rows={4} />
        </>
      );
    }}
  </StandingForm>
);

/** An older backup is no longer recent. Milliseconds. */
const RECENT_MS = 7 * DAY;

/** The newest audit entry of a backup. */
export const lastBackup = () =>
  clientOf<AuditEndpoints>().query("GET /audit", { query: { action: "publication.backup", limit: 1 } });

/** When and where the last backup was made, with a warning if there is none of the last week. */
function LastBackup() {
  const { data, isError, refetch } = useApi(lastBackup());
  const zone = useNewsroomZone();
  if (isError && !data) return <FailedNote onRetry={refetch}>Could not load the last backup.</FailedNote>;
  if (!data || zone === null) return <Skeleton className="h-6 w-80" />;
  const [entry] = data;
  if (!entry)
    return (
      <p className="text-[0.9375rem]">
        <strong className="font-semibold">No backup yet.</strong> The operator creates one with{" "}
        <code>npm run jarida -- backup FOLDER</code>, preferably every night on a schedule.
      </p>
    );
  const isOld = Date.now() - Date.parse(entry.at) > RECENT_MS;
  return (
    <p className="text-pretty text-[0.9375rem]">
      {isOld && <strong className="font-semibold">The last backup is more than a week old. </strong>}
      Last backup: <time dateTime={entry.at}>{plannedTime(entry.at, zone)}</time>, in{" "}
      <code className="break-all">{String(entry.changes.place?.to ?? "")}</code>.
    </p>
  );
}

/** Settings of the newsroom; `children`: those of other features. */
export function SettingsScreen({ children }: { children?: ReactNode }) {
  return (
    <div className="max-w-4xl">
      <NewsroomSettings />
      <AddressSettingsSection />
      {children}
      <section className="mt-10 border-t border-rule pt-6">
        <h2 className="headline-sm mb-3 font-semibold">Data retention</h2>
        <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
          Data about readers and staff is deleted automatically. The privacy page states these periods.
        </p>
        <RetentionSettings />
      </section>
      <section className="mt-10 border-t border-rule pt-6">
        <h2 className="headline-sm mb-3 font-semibold">Backup</h2>
        <LastBackup />
        <Link to={adminUrl.system()} className={`${buttonLook("plain")} mt-4`}>
          Open system
        </Link>
      </section>
    </div>
  );
}
