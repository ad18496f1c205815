import type { AuditEndpoints } from "#features/audit/endpoints.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { DAY } from "#shared/time.ts";
import { useApi } from "#shared/use-api.ts";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useNewsroomZone } from "../use-newsroom-zone.ts";

/** Older than this, a backup is no longer recent, in milliseconds. */
const RECENT_MS = 7 * DAY;

/** The newest entry of the audit log that records a backup. */
export const lastBackup = () =>
  clientOf<AuditEndpoints>().query("GET /audit", { query: { action: "publication.backup", limit: 1 } });

/** When the last backup was made and where it is, with a warning if there is none of the last week. */
export function LastBackup() {
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
