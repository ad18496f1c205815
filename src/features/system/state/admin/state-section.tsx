import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { StateEndpoints, SystemState } from "../endpoints.ts";
import { KEPT_BACKUPS } from "../rules.ts";
import { JobsSection } from "./jobs-section.tsx";

const system = editorClientOf<StateEndpoints>();

export const systemState = () => system.query("GET /system");

/** How often a running backup is asked for, in milliseconds. */
const POLL_MS = 2_000;

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** A size in words: "1.5 GB". */
export function sizeWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: step > 0 && value < 10 ? 1 : 0 }).format(value)} ${UNITS[step]}`;
}

/** Version, database, disk, tasks and backups. */
export function StateSection() {
  const { data, isError, refetch } = useApi(systemState(), {
    refetchOnMount: "always",
    refetchInterval: (query) => (query.state.data?.backup?.state === "running" ? POLL_MS : false),
  });
  if (data) return <State state={data} />;
  if (isError) return <FailedNote onRetry={refetch}>Could not load the state of the system.</FailedNote>;
  return (
    <div className="space-y-4" aria-busy="true">
      <p role="status" className="sr-only">
        Loading the state of the system...
      </p>
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

function State({
  state: { version, node, database, disk, tasks, failed_tasks, jobs, ...rest },
}: {
  state: SystemState;
}) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-[0.9375rem]">
        <Fact name="Version">
          Jarida {version}, on Node {node}
        </Fact>
        <Fact name="Database">
          {database.name}, {sizeWords(database.bytes)}
        </Fact>
        <Fact name="Disk">
          {disk ? `${sizeWords(disk.free)} free of ${sizeWords(disk.total)}` : "The size of the disk can’t be read"}
        </Fact>
        <Fact name="Tasks">
          {tasks.running} running, {tasks.queued} queued, {tasks.failed} failed
        </Fact>
      </dl>
      {failed_tasks.length > 0 && (
        <section className="mt-10 border-t border-rule pt-6">
          <h2 className="headline-md mb-3 font-semibold">Failed tasks</h2>
          <ul className="space-y-2 text-[0.9375rem]">
            {failed_tasks.map(({ id, kind, error }) => (
              <li key={id} className="wrap-anywhere">
                <strong className="font-semibold">{kind}</strong>: {error || "No reason was given."}
              </li>
            ))}
          </ul>
        </section>
      )}
      <BackupSection {...rest} />
      <JobsSection jobs={jobs} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-semibold">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

function BackupSection({ last_backup: last, backup }: Pick<SystemState, "last_backup" | "backup">) {
  const api = useEditorApi();
  const client = useQueryClient();
  const zone = useNewsroomZone();
  const { isBusy, run } = useCall();
  const isRunning = backup?.state === "running";
  const start = () =>
    run(
      async () => {
        const { body } = await system.send(api, "POST /system/backups");
        client.setQueryData(systemState().queryKey, body);
      },
      { title: "No backup was started", fallback: "Please try again." },
    );
  return (
    <section className="mt-10 border-t border-rule pt-6">
      <h2 className="headline-md mb-3 font-semibold">Backup</h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem]">
        {last && zone !== null ? (
          <>
            Last backup: <time dateTime={last.at}>{plannedTime(last.at, zone)}</time>, in{" "}
            <code className="break-all">{last.place}</code>.
          </>
        ) : (
          "No backup yet."
        )}{" "}
        A backup is a new folder in <code>DATA_DIR/backups</code>. The newest {KEPT_BACKUPS} stay. Copy it to another
        machine: it is lost with this disk.
      </p>
      <p role="status" className="mb-4 max-w-prose wrap-anywhere text-[0.9375rem]">
        {isRunning && "A backup is running…"}
        {backup?.state === "failed" && `The backup failed: ${backup.error}`}
      </p>
      <AdminButton isBusy={isBusy || isRunning} onClick={() => void start()}>
        {isRunning ? "Backing up..." : "Back Up Now"}
      </AdminButton>
    </section>
  );
}
