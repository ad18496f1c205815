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

/** Maximum size of a CSV, in bytes: the server's limit (schema.ts, MAX_CSV_BYTES) less the JSON around it. */
const MAX_BYTES = 8 * 1024 * 1024 - 100;
const FAILED = "Error importing subscribers";
const TOO_LARGE = "This is more than 8 MB. Please split it.";

const sizeOf = (csv: string) => new Blob([JSON.stringify(csv)]).size;

type Props = { onImported: () => void; onUnsaved: (isUnsaved: boolean) => void };

type CsvFile = { name: string; csv: string };

/** The chosen file, or what is wrong with it. */
async function readCsv(chosen: File | undefined): Promise<{ file: CsvFile | null; error?: string }> {
  if (!chosen) return { file: null };
  if (chosen.size > MAX_BYTES) return { file: null, error: TOO_LARGE };
  try {
    return { file: { name: chosen.name, csv: await chosen.text() } };
  } catch {
    return { file: null, error: "The file could not be read." };
  }
}

/** The id of an import that was started before this page was opened. */
function useImportUnderWay(): number | null {
  const { data: newest } = useApi(newestImport(), { refetchOnMount: "always" });
  const isUnderWay = newest?.[0]?.state === "queued" || newest?.[0]?.state === "running";
  return isUnderWay ? (newest?.[0]?.id ?? null) : null;
}

/** The state of the import card: input, server response, and progress. */
function useImport({ onImported, onUnsaved }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [file, setFile] = useState<CsvFile | null>(null);
  const [pasted, setPasted] = useState("");
  const [error, setError] = useState<string>();
  const [report, setReport] = useState<ImportReport | null>(null);
  const { isBusy, run } = useCall();
  const [step, setStep] = useState<"checking" | "importing">("checking");
  const [task, setTask] = useState<number | null>(null);
  // A large list is imported by a task, which continues after the call has returned.
  const busy = isBusy || task !== null ? step : null;
  const csv = file?.csv ?? pasted;
  const isUnsaved = csv.trim() !== "" && !(task !== null && busy === "importing");
  useEffect(() => onUnsaved(isUnsaved), [onUnsaved, isUnsaved]);

  function begin(next: { file?: CsvFile | null; pasted?: string }) {
    if (next.file !== undefined) setFile(next.file);
    if (next.pasted !== undefined) setPasted(next.pasted);
    setError(undefined);
    setReport(null);
  }

  async function choose(chosen: File | undefined) {
    const { file: next, error: fault } = await readCsv(chosen);
    begin({ file: next });
    setError(fault);
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
    // So that the card, when reopened, does not take this import for a running one.
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

  return { file, pasted, error, report, busy, task, begin, choose, send, onOver };
}

/** The card that imports subscribers from a CSV, chosen or pasted, with a preview of the result first. */
export function ImportSubscribers(props: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { report, busy, task, error, send, onOver, ...fields } = useImport(props);
  const underWay = useImportUnderWay();
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
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
        <p className="max-w-prose text-pretty text-[0.9375rem] text-muted">
          A CSV with a column <code>email</code>, or one address in each line. Those who are in the list stay as they
          are, those who have unsubscribed are not brought back, and nobody gets a mail.
        </p>
        <CsvFields {...fields} />
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
        {task === null && underWay !== null && (
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

type FieldsProps = Pick<ReturnType<typeof useImport>, "file" | "pasted" | "begin" | "choose">;

function CsvFields({ file, pasted, begin, choose }: FieldsProps) {
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <Field
        label="CSV file"
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(event: ChangeEvent<HTMLInputElement>) => choose(event.target.files?.[0])}
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
  );
}
