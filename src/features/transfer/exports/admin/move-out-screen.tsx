import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useApi } from "#shared/use-api.ts";
import { sizeWords } from "#ui/admin/amounts.ts";
import { AdminButton, Checkbox, RadioGroup } from "#ui/admin/controls.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { submitForm } from "#ui/admin/download-form.ts";
import { exactTime } from "#ui/admin/local-time.ts";
import { AllSettings, FailedNote, ScreenHead } from "#ui/admin/panel.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { ExportDownloadEndpoints, ExportEndpoints, PublicationExport } from "../endpoints.ts";
import { EXPORT_FORMATS, type ExportFormat, FORMAT_FACTS } from "../rules.ts";

const exports = editorClientOf<ExportEndpoints & ExportDownloadEndpoints>();
const allExports = () => exports.query("GET /exports");

const LOOK_INTERVAL_MS = 1_000;
const FORMATS = EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_FACTS[value].label }));

const isRunning = ({ state }: PublicationExport) => state === "running";

/** Exports the publication: starts, watches, downloads and deletes them. */
export function MoveOutScreen() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, isError, refetch } = useApi(allExports(), {
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? LOOK_INTERVAL_MS : false),
  });
  const changed = () => client.invalidateQueries({ queryKey: allExports().queryKey });
  return (
    <>
      <ScreenHead ref={heading} title="Move out">
        <AllSettings />
      </ScreenHead>
      <p className="mb-6 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Take the publication to another system, or keep it. An export is a zip of the state in which it starts, with a
        README of what it holds and lacks. Only what readers have is marked as published in it.
      </p>
      <StartForm running={data?.find(isRunning)} onStarted={changed} />
      <section className="mt-10 border-t border-rule pt-6" aria-labelledby="exports-title">
        <h2 id="exports-title" className="headline-sm mb-3 font-semibold">
          Exports of the last week
        </h2>
        {isError && !data ? (
          <FailedNote onRetry={refetch}>Could not load the exports.</FailedNote>
        ) : data === undefined ? (
          <p role="status" className="text-[0.9375rem] text-muted">
            Loading the exports…
          </p>
        ) : data.length === 0 ? (
          <p className="text-[0.9375rem] text-muted">No exports yet.</p>
        ) : (
          <ExportList
            rows={data}
            onDeleted={() => {
              heading.current?.focus();
              void changed();
            }}
          />
        )}
      </section>
    </>
  );
}

function StartForm({ running, onStarted }: { running: PublicationExport | undefined; onStarted: () => void }) {
  const api = useEditorApi();
  const { isBusy, run } = useCall();
  const [format, setFormat] = useState<ExportFormat>("jsonl");
  const [withSubscribers, setWithSubscribers] = useState(false);
  const { holds, loses } = FORMAT_FACTS[format];
  const start = () =>
    run(
      async () => {
        await exports.send(api, "POST /exports", { body: { format, include_subscribers: withSubscribers } });
        onStarted();
      },
      { title: "No export was started", fallback: "Please try again." },
    );
  return (
    <form
      className="grid max-w-prose gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <RadioGroup legend="Format" options={FORMATS} value={format} onChange={setFormat} />
      <dl className="grid gap-3 text-pretty text-[0.9375rem]" aria-live="polite">
        <div>
          <dt className="font-semibold">It holds</dt>
          <dd>{holds}</dd>
        </div>
        <div>
          <dt className="font-semibold">It lacks</dt>
          <dd>{loses}</dd>
        </div>
      </dl>
      <Checkbox
        label="Include subscribers"
        hint="Their addresses are in the zip. The audit log says that you asked for them."
        checked={withSubscribers}
        onChange={setWithSubscribers}
      />
      <div>
        <AdminButton variant="primary" type="submit" isBusy={isBusy || running !== undefined}>
          {running ? "Exporting..." : "Start export"}
        </AdminButton>
      </div>
    </form>
  );
}

const nameOf = ({ format, include_subscribers }: PublicationExport): string =>
  `${FORMAT_FACTS[format].label}${include_subscribers ? " with subscribers" : ""}`;

function ExportList({ rows, onDeleted }: { rows: PublicationExport[]; onDeleted: () => void }) {
  const api = useEditorApi();
  const zone = useNewsroomZone();
  const { run } = useCall();
  const deleting = useDeletion<PublicationExport>({
    words: {
      title: "Delete this export?",
      confirm: "Delete",
      busy: "Deleting...",
      deleted: "Export deleted",
      failed: "The export was not deleted",
      fallback: "Please try again.",
    },
    consequence: (row) =>
      isRunning(row) ? "It stops. The publication stays as it is." : "The publication stays as it is.",
    call: ({ id }) => exports.send(api, "DELETE /exports/:id", { params: { id } }),
    onDeleted,
  });
  const download = ({ id }: PublicationExport) =>
    run(
      async () => {
        const { body } = await exports.send(api, "POST /exports/:id/download", { params: { id } });
        submitForm(exports.url("POST /exports/downloads"), body);
      },
      { title: "The download did not start", fallback: "Please try again." },
    );
  return (
    <>
      <ul className="max-w-2xl divide-y divide-rule border-y border-rule text-[0.9375rem]">
        {rows.map((row) => (
          <li key={row.id} className="grid gap-2 py-3">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
              <div className="min-w-0">
                <p className="font-semibold">{nameOf(row)}</p>
                {zone !== null && <StateLine row={row} zone={zone} />}
              </div>
              <div className="flex shrink-0 flex-wrap gap-2">
                {row.is_here && (
                  <AdminButton onClick={() => void download(row)} aria-label={`Download ${nameOf(row)}`}>
                    Download
                  </AdminButton>
                )}
                <AdminButton
                  aria-haspopup="dialog"
                  onClick={() => deleting.ask(row)}
                  aria-label={`${isRunning(row) ? "Stop" : "Delete"} ${nameOf(row)}`}
                >
                  {isRunning(row) ? "Stop" : "Delete"}
                </AdminButton>
              </div>
            </div>
            {row.state === "done" && <Report row={row} />}
          </li>
        ))}
      </ul>
      {deleting.question}
    </>
  );
}

function StateLine({ row, zone }: { row: PublicationExport; zone: string }) {
  const { state, started, done, total, bytes, expires, error, is_here } = row;
  const label = useId();
  if (state === "running")
    return (
      <div role="status" className="mt-1 grid gap-1.5">
        <span id={label} className="tabular-nums text-muted">
          {total === 0 ? "Preparing…" : `${done.toLocaleString("en")} of ${total.toLocaleString("en")} written`}
        </span>
        <progress
          aria-labelledby={label}
          className="h-2 w-56 max-w-full accent-accent-fill"
          {...(total > 0 && { value: done, max: total })}
        />
      </div>
    );
  const time = <time dateTime={started}>{exactTime(started, zone)}</time>;
  if (state === "failed")
    return (
      <p className="wrap-anywhere text-down">
        {time}: {error}
      </p>
    );
  return (
    <p className="text-muted">
      {time}, {sizeWords(bytes)}.{" "}
      {is_here
        ? expires && <>Deleted on {exactTime(expires, zone)}.</>
        : "The zip is on another machine: use its address, or the command."}
    </p>
  );
}

function Report({ row: { counts, losses } }: { row: PublicationExport }) {
  const list = (lines: [string, number][]) => (
    <ul className="list-disc ps-5">
      {lines.map(([what, count]) => (
        <li key={what}>
          {what}: <span className="tabular-nums">{count.toLocaleString("en")}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-accent">What it holds and lacks</summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <div>
          <h3 className="font-semibold">Holds</h3>
          {list(Object.entries(counts))}
        </div>
        <div>
          <h3 className="font-semibold">Lacks</h3>
          {losses.length === 0 ? <p>Nothing.</p> : list(losses.map(({ what, count }) => [what, count]))}
        </div>
      </div>
    </details>
  );
}
