import { useState } from "react";
import { RenderedContent } from "#features/documents/room/admin/content-sides.tsx";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { useEditorApi } from "#shared/editor-api.tsx";

import { AdminButton } from "#ui/admin/controls.tsx";
import { saveFile } from "#ui/admin/copy-link.ts";
import type { Column } from "#ui/admin/data-table.tsx";
import { tableTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { Import, ImportSample } from "../endpoints.ts";
import { imports } from "./calls.ts";

const COUNTS = [
  { name: "posts", label: "Posts" },
  { name: "pages", label: "Pages" },
  { name: "drafts", label: "of these drafts" },
  { name: "authors", label: "Authors" },
  { name: "topics", label: "Topics" },
  { name: "pictures", label: "Pictures in the file" },
  { name: "subscribers", label: "Subscribers" },
  { name: "redirects", label: "Redirects" },
  { name: "skipped", label: "Skipped" },
] as const;

const DIFFERENCES = [
  { name: "new", label: "New" },
  { name: "changed", label: "Changed since the last import" },
  { name: "same", label: "Unchanged" },
  { name: "edited", label: "Edited here, so left as they are" },
] as const;

/** What an import has found: counts, differences, lost parts, and the first articles as readers will see them. */
export function ImportReport({ row }: { row: Import }) {
  const { counts, differences } = row;
  const isRepeated = differences.changed + differences.same + differences.edited > 0;
  return (
    <div className="space-y-8">
      <section aria-label="What the file has" className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
        <Numbers title="In the file" rows={COUNTS.map(({ name, label }) => ({ label, value: counts[name] }))} />
        {isRepeated && (
          <Numbers
            title="Compared with the last import"
            rows={DIFFERENCES.map(({ name, label }) => ({ label, value: differences[name] }))}
          />
        )}
      </section>
      {row.samples.length > 0 && <Samples samples={row.samples} />}
      {row.findings_total > 0 && <Findings key={row.state} row={row} />}
    </div>
  );
}

function Numbers({ title, rows }: { title: string; rows: { label: string; value: number }[] }) {
  return (
    <div>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 text-sm">
        {rows
          .filter(({ value }) => value > 0)
          .map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="text-right font-semibold tabular-nums">{value.toLocaleString("en")}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

function Samples({ samples }: { samples: readonly ImportSample[] }) {
  const zone = useNewsroomZone() ?? "UTC";
  return (
    <section aria-label="Preview">
      <h3 className="mb-2 font-semibold">As readers will see them</h3>
      <ul>
        {samples.map(({ title, excerpt, html, published, authors, topics }) => (
          <li key={`${title} ${published}`} className="border-t border-rule last:border-b">
            <details>
              <summary className="min-h-11 py-2.5 wrap-anywhere">
                <span className="font-semibold">{title || "(no title)"}</span>
                <span className="meta ms-2">
                  {[published && tableTime(published, zone), authors.join(", "), topics.join(", ")]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </summary>
              <div className="max-h-[32rem] overflow-y-auto border-t border-rule bg-paper p-4 sm:p-6">
                {excerpt && <p className="mb-5 text-lg text-pretty text-muted">{excerpt}</p>}
                <RenderedContent before={html} after={html} />
              </div>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Finding = Import["findings"][number];

const LEVELS = {
  error: { label: "Skipped", look: "text-down" },
  warning: { label: "Lost or restricted", look: "text-ink" },
  info: { label: "Other form", look: "text-muted" },
} as const;

const COLUMNS: Column<Finding>[] = [
  {
    label: "What",
    card: "second",
    className: "as-rows:w-40",
    cell: ({ level }) => <span className={`font-semibold ${LEVELS[level].look}`}>{LEVELS[level].label}</span>,
  },
  { label: "Item", card: "title", cell: ({ item }) => <span className="wrap-anywhere">{item}</span> },
  { label: "Details", card: "line", cell: ({ message }) => <span className="wrap-anywhere">{message}</span> },
];

const FILTERS = [
  { value: "", label: "Everything" },
  ...Object.entries(LEVELS).map(([value, { label }]) => ({ value, label })),
];

function Findings({ row: { id, name } }: { row: Import }) {
  const api = useEditorApi();
  const [level, setLevel] = useState<"" | Finding["level"]>("");
  const list = usePagedList(
    imports.list("GET /imports/:id/findings", { params: { id }, query: level === "" ? {} : { level } }),
  );
  const { isBusy, run } = useCall();
  const download = () =>
    run(
      async () => {
        const blob = await api.download(imports.url("GET /imports/:id/report.csv", { params: { id } }), "text/csv");
        saveFile(blob, `${name.replace(/\.[a-z0-9]{1,5}$/i, "")}-report.csv`);
      },
      { title: "The report was not downloaded", fallback: "Please try again." },
    );
  return (
    <section aria-label="Report">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h3 className="font-semibold">What is lost, changed or skipped</h3>
        <div className="flex flex-wrap items-end gap-2">
          <Select
            label="Lines of the report"
            labelHidden
            value={level}
            options={FILTERS}
            onChange={(value) => setLevel(value as typeof level)}
          />
          <AdminButton isBusy={isBusy} onClick={() => void download()}>
            Download as CSV
          </AdminButton>
        </div>
      </div>
      <PagedTable
        noun={{ one: "line", many: "lines" }}
        list={list}
        columns={COLUMNS}
        rowKey={({ n }) => n}
        empty="No lines of this kind."
      />
    </section>
  );
}
