import type { ReactNode } from "react";
import { useApi } from "#shared/use-api.ts";
import { sizeWords } from "#ui/admin/amounts.ts";
import { FailedNote } from "#ui/admin/panel.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { SystemState } from "../endpoints.ts";
import { BackupSection } from "./backup-section.tsx";
import { systemState } from "./calls.ts";
import { FailedTasks } from "./failed-tasks.tsx";
import { JobsSection } from "./jobs-section.tsx";
import { RotationSection } from "./rotation-section.tsx";
import { StagingSection } from "./staging-section.tsx";

/** How often a running backup is asked for, in milliseconds. */
const POLL_MS = 2_000;

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
  state: { version, node, database, disk, tasks, failed_tasks, jobs, staging, rotation_proposed, ...rest },
}: {
  state: SystemState;
}) {
  return (
    <>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-[0.9375rem]">
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
      <FailedTasks tasks={failed_tasks} />
      {rotation_proposed !== null && <RotationSection since={rotation_proposed} />}
      <BackupSection {...rest} />
      <StagingSection staging={staging} />
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
