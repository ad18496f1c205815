import { type FormEvent, type RefObject, useState } from "react";
import { DropArea } from "#features/media/pictures/admin/drop-area.tsx";
import { useEditorApi } from "#shared/editor-api.tsx";
import { completeAddress } from "#shared/web-address.ts";
import { AdminButton } from "#ui/admin/controls.tsx";
import { FormCard } from "#ui/admin/panel.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Field } from "#ui/field.tsx";
import type { Import } from "../endpoints.ts";
import { MAX_FILE_BYTES } from "../rules.ts";
import { imports, KIND_LABELS } from "./calls.ts";

const KINDS = [
  { value: "", label: "Recognise it" },
  ...Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label })),
];
const FAILED = { title: "The import was not started", fallback: "Please try again." };
const GIB = 1024 ** 3;

type Props = {
  /** The field of the file, which others open too. */
  chooser: RefObject<HTMLInputElement | null>;
  onStarted: (started: Import) => void;
};

/** Takes a file or the address of a feed, and has it checked. */
export function ImportIntake({ chooser, onStarted }: Props) {
  const api = useEditorApi();
  const [kind, setKind] = useState("");
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState<{ name: string; share: number } | null>(null);
  const { isBusy, run } = useCall();

  function upload([file]: File[]) {
    if (!file || isBusy) return;
    if (file.size > MAX_FILE_BYTES) return setError(`The file is larger than ${MAX_FILE_BYTES / GIB} GiB.`);
    setError(undefined);
    const form = new FormData();
    if (kind !== "") form.append("kind", kind);
    form.append("file", file);
    setSent({ name: file.name, share: 0 });
    const onProgress = (share: number) => setSent({ name: file.name, share });
    void run(async () => onStarted((await imports.send(api, "POST /imports", { body: form, onProgress })).body), {
      ...FAILED,
      onFailed: (_error, description) => setError(description),
    }).finally(() => setSent(null));
  }

  function fetchFeed(event: FormEvent) {
    event.preventDefault();
    if (address.trim() === "") return setError("Enter the address of a feed.");
    setError(undefined);
    const body = { url: completeAddress(address) };
    void run(async () => onStarted((await imports.send(api, "POST /imports", { body })).body), {
      ...FAILED,
      onFailed: (_error, description) => setError(description),
    });
  }

  return (
    <FormCard title="New import" level={2}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <DropArea isOpen={false} onFiles={upload}>
          <div className="flex flex-col items-start gap-4 border border-dashed border-rule p-5">
            <p className="max-w-prose text-pretty text-[0.9375rem] text-muted">
              Drop an export here: a JSON or zip of Ghost, a WordPress XML, a zip of Substack or Medium, a CSV of
              beehiiv, a zip of Markdown files, redirects, or a list of subscribers. At most {MAX_FILE_BYTES / GIB} GiB.
            </p>
            <Select label="Kind of file" value={kind} options={KINDS} onChange={setKind} className="w-full sm:w-64" />
            <input
              ref={chooser}
              type="file"
              tabIndex={-1}
              aria-hidden="true"
              className="hidden"
              onChange={({ target }) => {
                upload([...(target.files ?? [])]);
                target.value = "";
              }}
            />
            <AdminButton variant="primary" isBusy={isBusy} onClick={() => chooser.current?.click()}>
              Choose a file
            </AdminButton>
            {sent && <UploadProgress {...sent} />}
          </div>
        </DropArea>
        <form onSubmit={fetchFeed} className="space-y-4">
          <Field
            label="Or the address of a feed"
            name="url"
            type="url"
            inputMode="url"
            placeholder="https://example.com/feed.xml"
            hint="RSS, Atom or JSON. Feeds often have only the newest posts."
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          <AdminButton type="submit" isBusy={isBusy}>
            Read the feed
          </AdminButton>
        </form>
      </div>
      {error && (
        <p role="alert" className="mt-4 text-sm font-medium text-down">
          {error}
        </p>
      )}
    </FormCard>
  );
}

function UploadProgress({ name, share }: { name: string; share: number }) {
  const percent = Math.floor(100 * share);
  return (
    <div className="w-full">
      <p className="mb-1 flex justify-between gap-4 text-sm font-semibold">
        <span className="min-w-0 wrap-anywhere">Uploading {name}</span>
        <span className="tabular-nums">{percent} %</span>
      </p>
      <progress aria-label={`Uploading ${name}`} className="h-2 w-full accent-current" value={percent} max={100} />
    </div>
  );
}
