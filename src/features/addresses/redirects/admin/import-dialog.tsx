import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "#shared/api-client.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { readTextFile } from "#shared/text-file.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { Dialog } from "#ui/admin/dialog.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { ImportReport, RedirectEndpoints } from "../endpoints.ts";
import { MAX_IMPORT, TOO_LARGE } from "../rules.ts";

const redirects = editorClientOf<RedirectEndpoints>();

/** Skipped lines that are listed. */
const MAX_LISTED = 20;

type Props = { onClose: () => void; onImported: () => void };

/** Sends the file: first for a report of what would happen, then to import it. */
function useImport({ onClose, onImported }: Props) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  const [report, setReport] = useState<ImportReport | null>(null);
  const [error, setError] = useState<string>();
  const current = useRef("");
  const forget = (text: string) => {
    current.current = text;
    setReport(null);
    setError(undefined);
  };
  const send = (text: string, isDry: boolean) =>
    run(
      async () => {
        const { body } = await redirects.send(api, "POST /redirects/import", { body: { text, dry_run: isDry } });
        // The report is about a text that may have been changed since.
        if (isDry) return current.current === text ? setReport(body) : undefined;
        flushSync(onClose);
        onImported();
        show({ title: "Redirects imported", description: `${body.added} added, ${body.changed} changed.` });
      },
      {
        title: "Error importing redirects",
        fallback: "Could not import the redirects",
        onFailed: (failure) => setError(failure instanceof ApiError ? failure.errors.text : undefined),
      },
    );
  return { isBusy, report, error, forget, reject: setError, send };
}

export function ImportDialog(props: Props) {
  const { isBusy, report, error, forget, reject, send } = useImport(props);
  const [text, setText] = useState("");
  const change = (typed: string) => {
    setText(typed);
    forget(typed);
  };
  async function read(file: File | undefined) {
    if (!file) return;
    if (file.size > MAX_IMPORT) return reject(TOO_LARGE);
    try {
      change(await readTextFile(file));
    } catch {
      reject("The file could not be read.");
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void send(text, report === null);
  }
  const isEmpty = text.trim() === "" || (report !== null && report.added + report.changed === 0);
  return (
    <Dialog wide="form" title="Import redirects" onClose={props.onClose}>
      <form noValidate onSubmit={submit} aria-busy={isBusy} className="mt-4 space-y-5">
        <p className="text-[0.9375rem] text-pretty text-muted">
          A CSV of old and new addresses, an export of the WordPress plugin Redirection, a _redirects file, or Ghost’s
          redirects in JSON or YAML.
        </p>
        <input
          type="file"
          aria-label="File"
          accept=".csv,.json,.yaml,.yml,.txt,text/*"
          className="block w-full text-sm"
          onChange={({ target }) => void read(target.files?.[0])}
        />
        <Field
          label="Or paste it"
          name="text"
          rows={6}
          spellCheck={false}
          placeholder="/old-story,/article/12"
          value={text}
          error={error}
          onChange={({ target }) => change(target.value)}
        />
        {report && <Report report={report} />}
        <div className="flex flex-wrap justify-end gap-2">
          <AdminButton onClick={props.onClose}>Cancel</AdminButton>
          <AdminButton type="submit" variant="primary" isBusy={isBusy} disabled={isEmpty}>
            {report ? (isBusy ? "Importing..." : "Import") : isBusy ? "Checking..." : "Check"}
          </AdminButton>
        </div>
      </form>
    </Dialog>
  );
}

function Report({ report: { added, changed, skipped } }: { report: ImportReport }) {
  const [adds, changes, skips] = [added, changed, skipped.length].map((count) => count.toLocaleString("en"));
  return (
    <div role="status" className="border-l-4 border-accent bg-surface px-4 py-3 text-[0.9375rem]">
      <p>{`To add: ${adds}. To change: ${changes}. Skipped: ${skips}.`}</p>
      <ul className="meta mt-2 list-disc pl-5 wrap-anywhere empty:hidden">
        {skipped.slice(0, MAX_LISTED).map(({ line, from, why }) => (
          <li key={line}>
            Line {line}, {from}: {why}
          </li>
        ))}
        {skipped.length > MAX_LISTED && <li>{`And ${(skipped.length - MAX_LISTED).toLocaleString("en")} more.`}</li>}
      </ul>
    </div>
  );
}
