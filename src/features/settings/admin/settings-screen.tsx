import type { ReactNode } from "react";
import { Link } from "react-router";
import type { AuditEndpoints } from "#features/audit/endpoints.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { DAY } from "#shared/time.ts";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { buttonLook } from "#ui/admin/controls.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { NewsroomSettings } from "./newsroom-settings.tsx";
import { RetentionSettings } from "./retention.tsx";
import { useNewsroomZone } from "./use-newsroom-zone.ts";

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
        <strong className="font-semibold">No backup yet.</strong> The operator makes one with{" "}
        <code>npm run jarida -- backup FOLDER</code>, best every night from a timer.
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
      {children}
      <section className="mt-10 border-t border-rule pt-6">
        <h2 className="headline-md mb-3 font-semibold">How long data is kept</h2>
        <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
          Data about readers and staff is deleted automatically. The privacy page states these periods.
        </p>
        <RetentionSettings />
      </section>
      <section className="mt-10 border-t border-rule pt-6">
        <h2 className="headline-md mb-3 font-semibold">Backup</h2>
        <LastBackup />
      </section>
      <section className="mt-10 border-t border-rule pt-6">
        <h2 className="headline-md mb-3 font-semibold">Audit log</h2>
        <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
          Who signed in, and who published, changed, deleted or exported what. It cannot be edited.
        </p>
        <Link to={adminUrl.audit()} className={buttonLook("plain")}>
          Open the Audit Log
        </Link>
      </section>
    </div>
  );
}
