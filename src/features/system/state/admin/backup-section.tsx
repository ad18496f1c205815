import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PasswordQuestion, withPassword } from "#features/identity/credentials/admin/second-step-dialogs.tsx";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { lengthWords, sizeWords } from "#ui/admin/amounts.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { submitForm } from "#ui/admin/download-form.ts";
import { clockTime, exactTime, plannedTime } from "#ui/admin/local-time.ts";
import { useCall } from "#ui/admin/use-call.ts";
import type { DownloadEndpoints, StateEndpoints, SystemState } from "../endpoints.ts";
import { BACKUP_ATTEMPTS } from "../rules.ts";
import { BackupSchedule } from "./backup-schedule.tsx";
import { systemNotices, systemState } from "./calls.ts";

const system = editorClientOf<StateEndpoints & DownloadEndpoints>();

type Props = Pick<SystemState, "last_backup" | "backup" | "backups">;

/** The state of the latest backup, a button for a new one, and the downloads on this machine. */
export function BackupSection({ last_backup: last, backup, backups }: Props) {
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
        void client.invalidateQueries(systemNotices());
      },
      { title: "No backup was started", fallback: "Please try again." },
    );
  return (
    <section className="mt-10 border-t border-rule pt-6" aria-labelledby="backup-title">
      <h2 id="backup-title" className="headline-sm mb-3 font-semibold">
        Backup
      </h2>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem]">
        {last && zone !== null ? (
          <>
            Last backup: <time dateTime={last.at}>{plannedTime(last.at, zone)}</time>, in{" "}
            <code className="break-all">{last.place}</code>.
          </>
        ) : (
          "No backup yet."
        )}{" "}
        A backup is a new folder in <code>DATA_DIR/backups</code>. Download it, or copy it to another machine: it is
        lost with this disk.
      </p>
      <p role="status" className="mb-4 max-w-prose wrap-anywhere text-[0.9375rem] empty:hidden">
        {backup && zone !== null && <Progress backup={backup} zone={zone} />}
      </p>
      <AdminButton isBusy={isBusy || isRunning} onClick={() => void start()}>
        {isRunning ? "Backing up..." : "Back up now"}
      </AdminButton>
      {zone !== null && <BackupSchedule zone={zone} />}
      {zone !== null && <Downloads backups={backups} zone={zone} />}
    </section>
  );
}

function Progress({ backup, zone }: { backup: NonNullable<SystemState["backup"]>; zone: string }) {
  const { state, started, finished, error, attempt, retry } = backup;
  const start = <time dateTime={started}>{exactTime(started, zone)}</time>;
  if (state === "running") return <>A backup has been running since {clockTime(Date.parse(started), zone)}…</>;
  if (state === "failed")
    return (
      <>
        The backup of {start} failed{attempt > 1 && ` (attempt ${attempt} of ${BACKUP_ATTEMPTS.max})`}: {error}{" "}
        {retry !== null && `It is tried again at ${clockTime(Date.parse(retry), zone)}.`}
        {retry === null &&
          attempt > 0 &&
          "It is not tried again before the next night. Fix the cause, then back up now."}
      </>
    );
  const took = finished === null ? 0 : Date.parse(finished) - Date.parse(started);
  return (
    <>
      The backup of {start} is complete. It took {lengthWords(took)}.
    </>
  );
}

function Downloads({ backups, zone }: { backups: SystemState["backups"]; zone: string }) {
  const api = useEditorApi();
  const [asked, setAsked] = useState<string | null>(null);
  const download = async (name: string, password: string) => {
    const { body } = await system.send(api, "POST /system/backups/:name/download", {
      params: { name },
      ...withPassword(password),
    });
    submitForm(system.url("POST /system/downloads"), body);
    setAsked(null);
  };
  if (backups.length === 0) return null;
  return (
    <>
      <h3 className="mt-8 mb-2 text-[0.9375rem] font-semibold">On this machine</h3>
      <p className="mb-3 max-w-prose text-pretty text-[0.9375rem]">
        A download is one tar file. It contains addresses and password hashes: keep it where only you can read it. The
        key that signs sessions is not part of it.
      </p>
      <ul className="max-w-xl divide-y divide-rule border-y border-rule text-[0.9375rem]">
        {backups.map(({ name, at, bytes }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="tabular-nums">
              <time dateTime={at}>{exactTime(at, zone)}</time> <span className="text-muted">{sizeWords(bytes)}</span>
            </span>
            <AdminButton
              aria-haspopup="dialog"
              onClick={() => setAsked(name)}
              aria-label={`Download the backup of ${exactTime(at, zone)}`}
            >
              Download
            </AdminButton>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <PasswordQuestion
          title="Download this backup?"
          confirm="Download"
          busy="Checking..."
          failed="The download did not start"
          onConfirm={(password) => download(asked, password)}
          onClose={() => setAsked(null)}
        >
          <p className="text-pretty">
            It holds everything about readers and the team. The audit log says who opened it.
          </p>
        </PasswordQuestion>
      )}
    </>
  );
}
