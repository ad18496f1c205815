import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide";
import { useRef, useState } from "react";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { useAddressQuery } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { SearchBox } from "#ui/admin/search-box.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { MissingPage, Redirect, RedirectEndpoints } from "../endpoints.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { type Draft, RedirectDialog } from "./redirect-dialog.tsx";

const redirects = editorClientOf<RedirectEndpoints>();

const CODE_WORDS: Record<number, string> = { 301: "Permanent", 302: "Temporary", 410: "Removed", 451: "Withheld" };

const MAX_QUERY = 200;

/** Redirects, and the addresses that readers did not find. */
export function RedirectsScreen() {
  const heading = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const changed = () => void client.invalidateQueries(callsUnder(redirects.url("GET /redirects")));
  return (
    <>
      <ScreenHead ref={heading} title="Redirects">
        <AdminButton onClick={() => setIsImporting(true)} aria-haspopup="dialog">
          Import
        </AdminButton>
        <AdminButton variant="primary" onClick={() => setDraft(NEW_DRAFT)} aria-haspopup="dialog">
          New redirect
        </AdminButton>
      </ScreenHead>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Redirects apply only to addresses without a page. Articles, pages and categories with changed addresses redirect
        automatically.
      </p>
      <RedirectList
        onEdit={setDraft}
        onImport={() => setIsImporting(true)}
        onDeleted={() => {
          heading.current?.focus();
          changed();
        }}
      />
      <MissingPages onChanged={changed} />
      {draft && <RedirectDialog draft={draft} onClose={() => setDraft(null)} onSaved={changed} />}
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} onImported={changed} />}
    </>
  );
}

const NEW_DRAFT: Draft = { from: "", to: "", code: 301, reason: "", before: null };

type ListProps = { onEdit: (draft: Draft) => void; onImport: () => void; onDeleted: () => void };

function RedirectList({ onEdit, onImport, onDeleted }: ListProps) {
  const [search, setSearch] = useAddressQuery();
  const query = search.get("query") ?? "";
  const list = usePagedList(redirects.list("GET /redirects", { query: { query: query || undefined } }));
  const deletion = useDeleteRedirect(onDeleted);
  useFailureToast(list.error, "Error fetching redirects", "Could not fetch the redirects");
  const actions: Column<Redirect> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-24",
    cell: (row) => (
      <RowActions>
        <AdminIconButton label={`Edit ${row.from}`} onClick={() => onEdit({ ...row, before: row })}>
          <Icon icon={Pencil} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Delete ${row.from}`} onClick={() => deletion.ask(row)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </RowActions>
    ),
  };
  return (
    <>
      <div className="mb-4">
        <SearchBox
          label="Search redirects"
          placeholder="Search addresses..."
          maxLength={MAX_QUERY}
          query={query}
          onSearch={(words) => setSearch({ query: words, page: "" })}
        />
      </div>
      <PagedTable
        noun={{ one: "redirect", many: "redirects" }}
        list={list}
        columns={[...useColumns(), actions]}
        rowKey={({ id }) => id}
        empty={
          query
            ? "No redirects match."
            : {
                words:
                  "No redirects yet. Add one for an address that no longer has a page. You can import the redirects of a former site.",
                steps: [
                  { label: "Add the first redirect", run: () => onEdit(NEW_DRAFT) },
                  { label: "Import redirects", run: onImport },
                ],
              }
        }
      />
      {deletion.question}
    </>
  );
}

function useColumns(): Column<Redirect>[] {
  const zone = useNewsroomZone() ?? "UTC";
  return [
    {
      label: "Address",
      card: "title",
      cell: ({ from, to, code, reason }) => (
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{from}</span>
          <span className="meta block">{to || reason || CODE_WORDS[code]}</span>
        </span>
      ),
    },
    { label: "Kind", className: "as-rows:w-40", cell: ({ code }) => `${CODE_WORDS[code] ?? ""} (${code})` },
    { label: "Hits", className: "as-rows:w-20", cell: ({ hits }) => <span className="tabular-nums">{hits}</span> },
    {
      label: "Last hit",
      className: "as-rows:w-36",
      cell: ({ last_hit: last }) => (last === null ? "Never" : <PastTime at={last} zone={zone} />),
    },
  ];
}

function useDeleteRedirect(onDeleted: () => void) {
  const api = useEditorApi();
  return useDeletion<Redirect>({
    words: {
      title: "Delete this redirect?",
      confirm: "Delete",
      deleted: "Redirect deleted",
      failed: "Error deleting redirect",
      fallback: "Could not delete the redirect",
    },
    consequence: ({ from }) => <span className="wrap-anywhere">Readers of {from} will not find a page.</span>,
    call: ({ id }) => redirects.send(api, "DELETE /redirects/:id", { params: { id } }),
    onDeleted,
  });
}

const MISSING_SIZE = 20;

/** Addresses that readers did not find, with what they may mean. */
function MissingPages({ onChanged }: { onChanged: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const zone = useNewsroomZone() ?? "UTC";
  const [page, setPage] = useState(1);
  const at = { page, open: (to: number) => setPage(to) };
  const list = usePagedList(redirects.list("GET /redirects/missing"), { size: MISSING_SIZE, at });
  const dismiss = useDismiss(onChanged);
  useFailureToast(list.error, "Error fetching addresses", "Could not fetch the addresses");
  const columns: Column<MissingPage>[] = [
    {
      label: "Address",
      card: "title",
      cell: ({ path, suggestion }) => (
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{path}</span>
          {suggestion && <span className="meta block">Perhaps {suggestion}</span>}
        </span>
      ),
    },
    { label: "Requests", className: "as-rows:w-24", cell: ({ hits }) => <span className="tabular-nums">{hits}</span> },
    { label: "Last", className: "as-rows:w-36", cell: ({ last }) => <PastTime at={last} zone={zone} /> },
    {
      label: "Actions",
      card: "actions",
      className: "as-rows:w-56",
      cell: ({ id, path, suggestion }) => (
        <span data-wide="" className="flex flex-wrap gap-2">
          <AdminButton
            aria-label={`New redirect from ${path}`}
            aria-haspopup="dialog"
            onClick={() => setDraft({ ...NEW_DRAFT, from: path, to: suggestion ?? "" })}
          >
            Redirect
          </AdminButton>
          <AdminButton
            data-does="dismiss"
            aria-label={`Dismiss ${path}`}
            onClick={({ currentTarget }) =>
              dismiss(id, () => (nextDismissal(currentTarget) ?? heading.current)?.focus())
            }
          >
            Dismiss
          </AdminButton>
        </span>
      ),
    },
  ];
  return (
    <section className="mt-12 border-t border-rule pt-6">
      <h2 ref={heading} tabIndex={-1} className="headline-sm mb-3 font-semibold outline-none">
        Addresses not found
      </h2>
      <PagedTable
        noun={{ one: "address", many: "addresses" }}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty="Readers have found every page they requested."
      />
      {draft && (
        <RedirectDialog
          draft={draft}
          onClose={() => setDraft(null)}
          onSaved={() => {
            // The row is about to disappear.
            heading.current?.focus({ preventScroll: true });
            onChanged();
          }}
        />
      )}
    </section>
  );
}

/** The button that dismisses the next address, or the one before. */
function nextDismissal(button: HTMLElement): HTMLElement | null | undefined {
  const row = button.closest("tr");
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  return other?.querySelector<HTMLElement>("[data-does=dismiss]");
}

function useDismiss(onChanged: () => void) {
  const api = useEditorApi();
  const show = useToast();
  const { run } = useCall();
  return (id: number, moveFocus: () => void) =>
    void run(
      async () => {
        await redirects.send(api, "DELETE /redirects/missing/:id", { params: { id } });
        moveFocus();
        onChanged();
        show({ title: "Address dismissed" });
      },
      { title: "Error dismissing address", fallback: "Could not dismiss the address" },
    );
}
