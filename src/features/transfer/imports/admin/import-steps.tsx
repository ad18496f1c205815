import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  answersOf,
  type Choices,
  ImportMapping,
  NO_CHOICES,
  openQuestions,
} from "#features/newsletter/audience/admin/import-report.tsx";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { useApi } from "#shared/use-api.ts";
import { AdminButton, Checkbox } from "#ui/admin/controls.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { FailedNote } from "#ui/admin/panel.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Import } from "../endpoints.ts";
import { countWords, durationWords, importOf, imports, KIND_LABELS, POLL_INTERVAL_MS, stateWords } from "./calls.ts";
import { ImportReport } from "./import-report.tsx";
import { StagedTexts } from "./staged-texts.tsx";

type Props = { id: number; onClose: () => void };

/** One import with its three steps: it is checked, stored for editors alone, and released. */
export function ImportSteps({ id, onClose }: Props) {
  const {
    data: row,
    isError,
    refetch,
  } = useApi(importOf(id), {
    refetchInterval: ({ state }) => (state.data?.progress ? POLL_INTERVAL_MS : false),
    refetchOnMount: "always",
  });
  if (isError && !row) return <FailedNote onRetry={() => void refetch()}>Could not load the import.</FailedNote>;
  if (!row) return <Skeleton className="h-64 w-full" />;
  return (
    <section aria-label={`Import of ${row.name}`} className="mb-10 border border-rule bg-surface/40 p-4 sm:p-6">
      <header className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="headline-sm font-semibold wrap-anywhere">{row.name}</h2>
          <p className="meta">
            {[row.kind && KIND_LABELS[row.kind], row.site.name || row.site.address].filter(Boolean).join(" · ")}
          </p>
        </div>
        <AdminButton onClick={onClose}>All imports</AdminButton>
      </header>
      <Stepper row={row} />
      <p role="status" className="mt-4 font-semibold">
        {stateWords(row)}
        {row.error && <span className="text-down">: {row.error}</span>}
      </p>
      {row.progress ? <Progress row={row} /> : <NextStep key={`${row.id} ${row.state}`} row={row} onClose={onClose} />}
      {row.state === "staged" && <StagedTexts importId={row.id} />}
      {row.state !== "reading" && (
        <div className="mt-8">
          <ImportReport row={row} />
        </div>
      )}
    </section>
  );
}

const STEPS = ["Check", "Store for editors", "Release"] as const;

/** The step that is done or under way: 1 to 3, or 0 before the check has ended. */
function stepOf({ state, progress }: Import): number {
  if (state === "released") return 3;
  if (state === "staged") return progress?.work === "release" ? 2.5 : 2;
  if (state === "importing") return 1.5;
  return state === "checked" ? 1 : 0.5;
}

function Stepper({ row }: { row: Import }) {
  const at = stepOf(row);
  return (
    <ol className="grid gap-x-4 gap-y-2 sm:grid-cols-3">
      {STEPS.map((step, index) => {
        const isDone = at >= index + 1;
        const isNext = !isDone && at > index - 0.5;
        return (
          <li
            key={step}
            aria-current={isNext ? "step" : undefined}
            className={`flex gap-2 border-t-4 pt-2 ${isDone ? "border-up" : isNext ? "border-accent" : "border-rule text-muted"}`}
          >
            <span className="font-semibold tabular-nums">{index + 1}</span>
            <span className={isNext ? "font-semibold" : ""}>
              {step}
              {isDone && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Progress({ row: { id, progress, state } }: { row: Import }) {
  const { isBusy, send } = useOrder(id);
  if (!progress) return null;
  const { work, done, total, seconds_left: left } = progress;
  const isCounted = total > 0;
  return (
    <div className="mt-3">
      <p className="mb-2 flex flex-wrap justify-between gap-x-6 text-sm tabular-nums">
        <span>
          {isCounted ? `${done.toLocaleString("en")} of ${total.toLocaleString("en")}` : "Reading the file..."}
        </span>
        {left !== null && <span>About {durationWords(left)} left</span>}
      </p>
      <progress
        aria-label={stateWords({ state, progress })}
        className="h-2 w-full accent-current"
        {...(isCounted && { value: done, max: total })}
      />
      <div className="mt-3 flex flex-wrap items-center gap-4">
        {(work === "check" || work === "start") && (
          <AdminButton isBusy={isBusy} onClick={() => send(ORDERS.cancel)}>
            Cancel
          </AdminButton>
        )}
        <p className="meta">It continues in the background. You can leave this page.</p>
      </div>
    </div>
  );
}

type Api = ReturnType<typeof useEditorApi>;
type Order = (api: Api, params: { id: number }) => Promise<{ body: Import }>;

const ORDERS = {
  release: (api, params) => imports.send(api, "POST /imports/:id/release", { params }),
  cancel: (api, params) => imports.send(api, "POST /imports/:id/cancel", { params }),
  retryPictures: (api, params) => imports.send(api, "POST /imports/:id/retry-pictures", { params }),
} satisfies Record<string, Order>;

const startWith =
  (answers: Record<string, ReturnType<typeof answersOf>>): Order =>
  (api, params) =>
    imports.send(api, "POST /imports/:id/start", { params, body: { answers } });

const undoWith =
  (includesEdited: boolean): Order =>
  (api, params) =>
    imports.send(api, "POST /imports/:id/undo", { params, body: { include_edited: includesEdited } });

/** Sends an order for an import, and shows the import as it is then. */
function useOrder(id: number) {
  const api = useEditorApi();
  const client = useQueryClient();
  const { isBusy, run } = useCall();
  const send = (order: Order) =>
    void run(
      async () => {
        const { body } = await order(api, { id });
        client.setQueryData(importOf(id).queryKey, body);
        void client.invalidateQueries(callsUnder(imports.url("GET /imports")));
      },
      { title: "The import does not go on", fallback: "Please try again." },
    );
  return { isBusy, send };
}

/** What can be done with an import that is not being worked on. */
function NextStep({ row, onClose }: { row: Import; onClose: () => void }) {
  const { id, state } = row;
  const { isBusy, send } = useOrder(id);
  const [choices, setChoices] = useState<Record<string, Choices>>({});
  const questions = row.mappings.reduce(
    (sum, mapping) => sum + (mapping.question ? openQuestions(mapping, choices[mapping.file] ?? NO_CHOICES) : 0),
    0,
  );
  const start = () =>
    send(startWith(Object.fromEntries(row.mappings.map(({ file }) => [file, answersOf(choices[file] ?? NO_CHOICES)]))));
  const isEmpty = countWords(row.counts) === "Nothing" && !hasQuestion(row);
  const isStartable = state === "checked" || (state === "failed" && row.checked !== null);
  return (
    <div className="mt-2">
      <p className="max-w-prose text-pretty text-[0.9375rem] text-muted">{adviceFor(row)}</p>
      {isStartable &&
        row.mappings.map((mapping) => (
          <div key={mapping.file} className="mt-5">
            <h3 className="mb-2 font-semibold wrap-anywhere">{mapping.file}</h3>
            <ImportMapping
              report={mapping}
              choices={choices[mapping.file] ?? NO_CHOICES}
              next="store for editors"
              onChange={(next) => setChoices((known) => ({ ...known, [mapping.file]: next }))}
            />
          </div>
        ))}
      {row.pictures && (
        <RemotePictures pictures={row.pictures} isBusy={isBusy} onRetry={() => send(ORDERS.retryPictures)} />
      )}
      {row.kept.length > 0 && <Kept titles={row.kept} />}
      <div className="mt-4 flex flex-wrap gap-2">
        {isStartable && (
          <AdminButton variant="primary" isBusy={isBusy} disabled={isEmpty || questions > 0} onClick={start}>
            {state === "failed" ? "Store the rest" : "Store for editors"}
          </AdminButton>
        )}
        {state === "staged" && <ReleaseButton row={row} isBusy={isBusy} onRelease={() => send(ORDERS.release)} />}
        {row.checked && ["staged", "released", "failed"].includes(state) && (
          <UndoButton row={row} isBusy={isBusy} onUndo={(edited) => send(undoWith(edited))} />
        )}
        {["checked", "released", "undone", "failed"].includes(state) && <DeleteButton row={row} onDeleted={onClose} />}
      </div>
    </div>
  );
}

const hasQuestion = ({ mappings }: Import) => mappings.some(({ question }) => question !== "");

function adviceFor(row: Import): string {
  const { state, counts, checked } = row;
  switch (state) {
    case "checked":
      if (hasQuestion(row))
        return "Nothing is stored yet. Say below what the file means; what you leave out is not imported.";
      return countWords(counts) === "Nothing"
        ? "The file has nothing that can be imported."
        : `${countWords(counts)}. Nothing is stored yet. Read below what is lost or changed; then store everything for editors, who can open and correct it before readers see anything.`;
    case "staged":
      return "Editors can open everything; readers, feeds and search have nothing of it, and no notifications are sent. The release makes it public as one change.";
    case "released":
      return `${countWords(counts)} came with this import.`;
    case "undone":
      return "What the import brought is removed.";
    case "failed":
      return checked
        ? "What was stored so far stays hidden from readers. Store the rest, or undo it."
        : "Nothing was stored. Upload the file again when you have corrected it, or choose its kind.";
    default:
      return "";
  }
}

type PicturesProps = { pictures: NonNullable<Import["pictures"]>; isBusy: boolean; onRetry: () => void };

function RemotePictures({ pictures: { waiting, failed }, isBusy, onRetry }: PicturesProps) {
  if (waiting + failed === 0) return null;
  const many = (count: number) => `${count.toLocaleString("en")} picture${count === 1 ? "" : "s"}`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3 text-sm">
      {waiting > 0 && <span>{many(waiting)} on other sites still to be copied.</span>}
      {failed > 0 && (
        <>
          <span className="font-medium text-down">{many(failed)} could not be copied.</span>
          <AdminButton isBusy={isBusy} onClick={onRetry}>
            Try these again
          </AdminButton>
        </>
      )}
    </div>
  );
}

const SHOWN_TITLES = 20;

function Kept({ titles }: { titles: readonly string[] }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit py-1 font-semibold">
        {titles.length === 1 ? "1 text stays" : `${titles.length.toLocaleString("en")} texts stay`}, because people have
        edited {titles.length === 1 ? "it" : "them"}
      </summary>
      <ul className="list-disc ps-5">
        {titles.slice(0, SHOWN_TITLES).map((title, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat and never move
          <li key={at} className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
      {titles.length > SHOWN_TITLES && <p>And {(titles.length - SHOWN_TITLES).toLocaleString("en")} more.</p>}
    </details>
  );
}

function ReleaseButton({
  row: { counts },
  isBusy,
  onRelease,
}: {
  row: Import;
  isBusy: boolean;
  onRelease: () => void;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const shown = Math.max(0, counts.posts + counts.pages - counts.drafts);
  return (
    <>
      <AdminButton variant="primary" isBusy={isBusy} aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        Release
      </AdminButton>
      {isAsked && (
        <ConfirmDialog
          title="Release this import?"
          confirm="Release"
          onConfirm={() => {
            setIsAsked(false);
            onRelease();
          }}
          onCancel={() => setIsAsked(false)}
        >
          {shown === 1 ? "1 post or page becomes" : `${shown.toLocaleString("en")} posts and pages become`} public with
          their original dates. No mails, notifications or pings are sent. You can undo it afterwards.
        </ConfirmDialog>
      )}
    </>
  );
}

function UndoButton({
  row,
  isBusy,
  onUndo,
}: {
  row: Import;
  isBusy: boolean;
  onUndo: (includesEdited: boolean) => void;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const [includesEdited, setIncludesEdited] = useState(false);
  return (
    <>
      <AdminButton isBusy={isBusy} aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        Undo
      </AdminButton>
      {isAsked && (
        <ConfirmDialog
          title="Undo this import?"
          confirm="Undo"
          onConfirm={() => {
            setIsAsked(false);
            onUndo(includesEdited);
          }}
          onCancel={() => setIsAsked(false)}
        >
          <p className="mb-3">
            Everything that the import brought is removed
            {row.state === "released" ? ", also from the site" : ""}. What was here before stays.
          </p>
          <Checkbox
            label="Also remove what people have edited since"
            checked={includesEdited}
            onChange={setIncludesEdited}
          />
        </ConfirmDialog>
      )}
    </>
  );
}

function DeleteButton({ row: { id, state }, onDeleted }: { row: Import; onDeleted: () => void }) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const [isAsked, setIsAsked] = useState(false);
  const { isBusy, run } = useCall();
  const remove = () =>
    run(
      async () => {
        await imports.send(api, "DELETE /imports/:id", { params: { id } });
        void client.invalidateQueries(callsUnder(imports.url("GET /imports")));
        show({ title: "Import deleted" });
        onDeleted();
      },
      { title: "The import was not deleted", fallback: "Please try again." },
    );
  return (
    <>
      <AdminButton isBusy={isBusy} aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        Delete
      </AdminButton>
      {isAsked && (
        <ConfirmDialog
          title="Delete this import?"
          confirm="Delete"
          onConfirm={() => {
            setIsAsked(false);
            void remove();
          }}
          onCancel={() => setIsAsked(false)}
        >
          The file and the report are deleted.
          {state === "released" && " What was imported stays, and can no longer be undone."}
        </ConfirmDialog>
      )}
    </>
  );
}
