import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { callsUnder } from "#shared/api-query.ts";
import { parseId } from "#shared/ids.ts";
import { useAddressQuery } from "#ui/admin/address.tsx";
import type { Column } from "#ui/admin/data-table.tsx";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { AllSettings, ScreenHead } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import type { ListedImport } from "../endpoints.ts";
import { countWords, importOf, imports, KIND_LABELS, stateWords } from "./calls.ts";
import { ImportIntake } from "./import-intake.tsx";
import { ImportSteps } from "./import-steps.tsx";
import { StagedTexts } from "./staged-texts.tsx";

/** Moving in: for chiefs the imports, for editors what these have stored for them. */
export function ImportsScreen() {
  return useMay()("transfer.import") ? <AllImports /> : <TextsOfImports />;
}

function TextsOfImports() {
  return (
    <>
      <ScreenHead title="Move in">
        <AllSettings />
      </ScreenHead>
      <p className="max-w-prose text-pretty text-[0.9375rem] text-muted">
        Articles and pages that a chief is importing. Open and correct them here; readers see them after the release.
      </p>
      <StagedTexts />
    </>
  );
}

/** A new import, the steps of the open one, and the imports so far. */
function AllImports() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useAddressQuery();
  const shownId = parseId(search.get("import") ?? "");
  const changed = () => void client.invalidateQueries(callsUnder(imports.url("GET /imports")));
  const close = () => {
    changed();
    setSearch({ import: "", page: "" });
    heading.current?.focus();
  };
  return (
    <>
      <ScreenHead ref={heading} title="Move in">
        <AllSettings />
      </ScreenHead>
      <p className="mb-5 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Bring articles, pages, authors, topics, pictures, subscribers and redirects from another system. You see first
        what comes along and what is lost; readers see nothing before you release it, no mail is sent, and you can undo
        all of it.
      </p>
      {shownId === null ? (
        <>
          <ImportIntake
            chooser={chooser}
            onStarted={(started) => {
              client.setQueryData(importOf(started.id).queryKey, started);
              changed();
              setSearch({ import: String(started.id) });
            }}
          />
          <History
            onOpen={(id) => setSearch({ import: String(id), page: "" })}
            onChoose={() => chooser.current?.click()}
          />
        </>
      ) : (
        <ImportSteps key={shownId} id={shownId} onClose={close} />
      )}
    </>
  );
}

const ACTIVE_INTERVAL_MS = 3_000;

function History({ onOpen, onChoose }: { onOpen: (id: number) => void; onChoose: () => void }) {
  const zone = useNewsroomZone() ?? "UTC";
  const list = usePagedList(imports.list("GET /imports"), {
    refetchInterval: (rows) => (rows?.some(({ progress }) => progress !== null) ? ACTIVE_INTERVAL_MS : false),
  });
  useFailureToast(list.error, "Error fetching imports", "Could not fetch the imports");
  const columns: Column<ListedImport>[] = [
    {
      label: "Import",
      card: "title",
      cell: ({ id, name, kind }) => (
        <span className="min-w-0 wrap-anywhere">
          <button
            type="button"
            onClick={() => onOpen(id)}
            className="text-left font-semibold underline decoration-rule underline-offset-4 hover:text-accent pointer-coarse:min-h-11"
          >
            {name}
          </button>
          {kind && <span className="meta block">{KIND_LABELS[kind]}</span>}
        </span>
      ),
    },
    {
      label: "State",
      card: "line",
      className: "as-rows:w-52",
      cell: (row) => <span className={row.state === "failed" ? "font-medium text-down" : ""}>{stateWords(row)}</span>,
    },
    { label: "Content", card: "line", cell: ({ counts }) => countWords(counts) },
    {
      label: "Started",
      className: "as-rows:w-40",
      cell: ({ created }) => <PastTime at={created} zone={zone} />,
    },
  ];
  return (
    <section aria-label="Imports so far">
      <h2 className="headline-sm mb-3 font-semibold">Imports so far</h2>
      <PagedTable
        noun={{ one: "import", many: "imports" }}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          words: "No imports yet. Choose a file to see what would come along; nothing is stored before you say so.",
          steps: [{ label: "Choose the first file", run: onChoose }],
        }}
      />
    </section>
  );
}
