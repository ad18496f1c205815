import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { Task } from "#features/tasks/schema.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormCard } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { ImportReport } from "../schema.ts";
import { importSubscribers, newestImport, refreshAudience } from "./calls.ts";
import { ImportOutcome, peopleIn } from "./import-outcome.tsx";
import { ImportProgress } from "./import-progress.tsx";

/** What the server takes at once, in bytes of the request (schema.ts, MAX_CSV_BYTES), with room for what wraps it. */
const MAX_BYTES = 8 * 1024 * 1024 - 100;
const FAILED = "Error importing subscribers";
const TOO_LARGE = "This is more than 8 MB. Please split it.";

const sizeOf = (csv: string) => new Blob([JSON.stringify(csv)]).size;

type Props = { onImported: () => void; onUnsaved: (isUnsaved: boolean) => void };

/** The card in which subscribers are taken in from a CSV, chosen or pasted: first a look at what it would do. */
export function ImportSubscribers({ onImported, onUnsaved }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const form = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<{ name: string; csv: string } | null>(null);
  const [pasted, setPasted] = useState("");
  const [error, setError] = useState<string>();
  const [report, setReport] = useState<ImportReport | null>(null);
  const { isBusy, run } = useCall();
  const [step, setStep] = useState<"checking" | "importing">("checking");
  const [task, setTask] = useState<number | null>(null);
  // A large list goes on as a task, once the call is answered.
  const busy = isBusy || task !== null ? step : null;
  const csv = file?.csv ?? pasted;
  const isUnsaved = csv.trim() !== "" && !(task !== null && busy === "importing");
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);
  // One that was begun before this page was opened is shown as well.
  const { data: newest } = useApi(newestImport(), { refetchOnMount: "always" });
  const isUnderWay = newest?.[0]?.state === "queued" || newest?.[0]?.state === "running";
  const underWay = task === null && isUnderWay ? (newest?.[0]?.id ?? null) : null;
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  function begin(next: { file?: { name: string; csv: string } | null; pasted?: string }) {
    if (next.file !== undefined) setFile(next.file);
    if (next.pasted !== undefined) setPasted(next.pasted);
    setError(undefined);
    setReport(null);
  }

  async function onChoose({ target }: ChangeEvent<HTMLInputElement>) {
    const chosen = target.files?.[0];
    if (!chosen) return begin({ file: null });
    if (chosen.size > MAX_BYTES) {
      begin({ file: null });
      return setError(TOO_LARGE);
    }
    try {
      begin({ file: { name: chosen.name, csv: await chosen.text() } });
    } catch {
      begin({ file: null });
      setError("The file could not be read.");
    }
  }

  function send(dryRun: boolean) {
    if (busy) return;
    if (csv.trim() === "") return setError(file ? "The file is empty." : "Choose a file or paste addresses.");
    if (sizeOf(csv) > MAX_BYTES) return setError(TOO_LARGE);
    setStep(dryRun ? "checking" : "importing");
    void run(
      async () => {
        const outcome = await importSubscribers(api, csv, dryRun);
        if (!("rows" in outcome)) return setTask(outcome.id);
        conclude(outcome, dryRun);
      },
      {
        title: FAILED,
        fallback: "Could not import the subscribers",
        onFailed: (failure, description) => {
          settle();
          setError(failure instanceof ApiError ? description : undefined);
        },
      },
    );
  }

  function settle() {
    setTask(null);
    void client.invalidateQueries(newestImport());
  }

  function conclude(outcome: ImportReport, dryRun: boolean) {
    settle();
    if (dryRun) return setReport(outcome);
    // Opened again, the card is not to take this import for one that is under way.
    client.removeQueries(newestImport());
    refreshAudience(client);
    onImported();
    show({ title: "Subscribers imported", description: `${peopleIn(outcome.added)} added.` });
  }

  function onOver(over: Task, dryRun: boolean) {
    if (over.state === "done") return conclude(over.result as ImportReport, dryRun);
    settle();
    setError(over.last_error);
    show({ title: FAILED, description: over.last_error, variant: "destructive" });
  }

  return (
    <FormCard title="Import Subscribers">
      <form
        ref={form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void send(true);
        }}
        aria-busy={busy !== null}
        className="space-y-5"
      >
        <p className="max-w-prose text-[0.9375rem] text-muted">
          A CSV with a column <code>email</code>, or one address in each line. Those who are in the list stay as they
          are, those who have unsubscribed are not brought back, and nobody gets a mail.
        </p>
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
          <Field
            label="CSV file"
            name="file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={onChoose}
          />
          <Field
            label="Or paste addresses"
            name="csv"
            rows={4}
            value={pasted}
            disabled={file !== null}
            hint={file ? `Only ${file.name} is imported.` : undefined}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => begin({ pasted: event.target.value })}
          />
        </div>
        {error && (
          <p role="alert" className="text-sm font-medium text-down">
            {error}
          </p>
        )}
        <AdminButton type="submit" variant={report ? "plain" : "primary"} isBusy={busy !== null}>
          {busy === "checking" ? "Checking..." : "Check"}
        </AdminButton>
        <p role="status" className="sr-only">
          {report && `${peopleIn(report.added)} to import. Passed over: ${report.invalid}.`}
        </p>
        {task !== null && (
          <ImportProgress
            key={task}
            id={task}
            label={busy === "checking" ? "Checking the file" : "Importing subscribers"}
            onOver={(over) => onOver(over, busy === "checking")}
          />
        )}
        {underWay !== null && (
          <ImportProgress
            key={underWay}
            id={underWay}
            label="An import is under way"
            onOver={(over) => onOver(over, false)}
          />
        )}
        {report && <ImportOutcome report={report} />}
        {report && report.added > 0 && (
          <AdminButton variant="primary" isBusy={busy !== null} onClick={() => send(false)}>
            {busy === "importing" ? "Importing..." : `Import ${peopleIn(report.added)}`}
          </AdminButton>
        )}
      </form>
    </FormCard>
  );
}
