import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Task } from "#features/tasks/endpoints.ts";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { readTextFile } from "#shared/text-file.ts";
import { useApi } from "#shared/use-api.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormCard } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { ImportReport } from "../endpoints.ts";
import { audience, newestImport, refreshAudience, taskOf } from "./calls.ts";
import {
  answersOf,
  type Choices,
  ImportMapping,
  ImportOutcome,
  NO_CHOICES,
  openQuestions,
  peopleIn,
} from "./import-report.tsx";

/** Polling interval of a task, in milliseconds. */
const POLL_INTERVAL_MS = 700;

const isOver = (task: Task | undefined) => task?.state === "done" || task?.state === "failed";

type ProgressProps = { id: number; label: string; onOver: (task: Task) => void };

/** The progress of a large file's import, which runs on the server. Calls `onOver` once when it is finished. */
export function ImportProgress({ id, label, onOver }: ProgressProps) {
  const { data: task, error } = useApi(taskOf(id), {
    refetchInterval: ({ state }) => (isOver(state.data) ? false : POLL_INTERVAL_MS),
    refetchOnMount: "always",
  });
  const notify = useEffectEvent(onOver);
  useEffect(() => {
    if (task && isOver(task)) notify(task);
  }, [task]);
  const isCounted = task !== undefined && task.total > 0;
  return (
    <section aria-label={label} className="border border-rule bg-paper p-4">
      <p className="mb-2 flex flex-wrap justify-between gap-x-6 text-sm font-semibold">
        <span>{label}</span>
        <span className="tabular-nums">
          {isCounted
            ? `${task.done.toLocaleString("en")} of ${task.total.toLocaleString("en")} addresses`
            : "Reading the file..."}
        </span>
      </p>
      <progress
        className="h-2 w-full accent-current"
        aria-label={label}
        {...(isCounted && { value: task.done, max: task.total })}
      />
      <p className="meta mt-2">
        {error && !task
          ? "The server is not responding right now. The import continues anyway."
          : task?.last_error || "The import continues in the background. You can leave this page."}
      </p>
    </section>
  );
}

/** Maximum size of a CSV, in bytes: the server's limit (schema.ts, MAX_CSV_BYTES) less the JSON around it. */
const MAX_BYTES = 8 * 1024 * 1024 - 100;
const FAILED = "Error importing subscribers";
const TOO_LARGE = "The file is larger than 8 MB. Please split it.";

const sizeOf = (csv: string) => new Blob([JSON.stringify(csv)]).size;

type Props = { onImported: () => void; onUnsaved: (isUnsaved: boolean) => void };

type CsvFile = { name: string; csv: string };

/** The chosen file, or the reason why it cannot be read. */
async function readCsv(chosen: File | undefined): Promise<{ file: CsvFile | null; error?: string }> {
  if (!chosen) return { file: null };
  if (chosen.size > MAX_BYTES) return { file: null, error: TOO_LARGE };
  try {
    return { file: { name: chosen.name, csv: await readTextFile(chosen) } };
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

/** The last report, the editor's choices for its columns, and the report again if it reflects these choices. */
function useMapping() {
  const [report, setReport] = useState<ImportReport | null>(null);
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const [isChecked, setIsChecked] = useState(false);
  const questions = report ? openQuestions(report, choices) : 0;
  return {
    report,
    choices,
    questions,
    outcome: isChecked && questions === 0 ? report : null,
    showReport(next: ImportReport | null) {
      setReport(next);
      setIsChecked(next !== null);
      if (next === null) setChoices(NO_CHOICES);
    },
    choose(next: Choices) {
      setChoices(next);
      setIsChecked(false);
    },
  };
}

/** The state of the import card: input, server response, and progress. */
function useImport({ onImported, onUnsaved }: Props) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [file, setFile] = useState<CsvFile | null>(null);
  const [pasted, setPasted] = useState("");
  const [error, setError] = useState<string>();
  const { showReport, ...mapping } = useMapping();
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
    showReport(null);
  }

  async function open(chosen: File | undefined) {
    const { file: next, error: fault } = await readCsv(chosen);
    begin({ file: next });
    setError(fault);
  }

  function send(dryRun: boolean) {
    if (busy) return;
    if (csv.trim() === "") return setError(file ? "The file is empty." : "Choose a file or paste addresses.");
    if (sizeOf(csv) > MAX_BYTES) return setError(TOO_LARGE);
    if (mapping.questions > 0) return setError("Complete the marked fields above first.");
    setStep(dryRun ? "checking" : "importing");
    void run(
      async () => {
        const body = { csv, dry_run: dryRun, ...answersOf(mapping.choices) };
        const { body: outcome } = await audience.send(api, "POST /newsletter/subscribers/import", { body });
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
    if (dryRun) return showReport(outcome);
    // Otherwise the card, when reopened, would take this import for a running one.
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

  return { ...mapping, file, pasted, error, busy, task, begin, open, send, onOver };
}

/** The card that imports subscribers from a CSV, uploaded or pasted, after a preview of the result. */
export function ImportSubscribers(props: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { report, outcome, choices, busy, task, error, choose, send, onOver, ...fields } = useImport(props);
  const underWay = useImportUnderWay();
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <FormCard title="Import subscribers">
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
          A CSV from another newsletter service or a spreadsheet, or one address per line. You can check the meaning of
          its columns before anything is stored. Existing subscribers do not change, people who have unsubscribed here
          or in the file are not added, and no mails are sent.
        </p>
        <CsvFields {...fields} />
        {report && <ImportMapping report={report} choices={choices} next="check again" onChange={choose} />}
        {error && (
          <p role="alert" className="text-sm font-medium text-down">
            {error}
          </p>
        )}
        <AdminButton type="submit" variant={outcome ? "plain" : "primary"} isBusy={busy !== null}>
          {busy === "checking" ? "Checking..." : report ? "Check again" : "Check"}
        </AdminButton>
        <p role="status" className="sr-only">
          {outcome && `${peopleIn(outcome.added)} to import. Skipped: ${outcome.invalid}.`}
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
            label="An import is running"
            onOver={(over) => onOver(over, false)}
          />
        )}
        {outcome && <ImportOutcome report={outcome} />}
        {outcome && outcome.added > 0 && (
          <AdminButton variant="primary" isBusy={busy !== null} onClick={() => send(false)}>
            {busy === "importing" ? "Importing..." : `Import ${peopleIn(outcome.added)}`}
          </AdminButton>
        )}
      </form>
    </FormCard>
  );
}

type FieldsProps = Pick<ReturnType<typeof useImport>, "file" | "pasted" | "begin" | "open">;

function CsvFields({ file, pasted, begin, open }: FieldsProps) {
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
      <Field
        label="CSV file"
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(event: ChangeEvent<HTMLInputElement>) => open(event.target.files?.[0])}
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
