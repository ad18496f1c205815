import { useQueryClient } from "@tanstack/react-query";
import { Pencil, RefreshCw, Trash2 } from "lucide";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton, AdminIconButton, buttonLook } from "#ui/admin/controls.tsx";
import type { Column } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { WireSource } from "../endpoints.ts";
import { RulesSection } from "./rules-section.tsx";
import { AddSourceDialog, EditSourceDialog } from "./source-dialogs.tsx";
import { wire } from "./triage.ts";

const OFF = { "": "Off", gone: "Off: the feed is gone", failures: "Off after two weeks of failures" } as const;

/** The feeds of the wire, how fetching them goes, and the rules for what they bring in. */
export function WireSourcesScreen() {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [opened, setOpened] = useState<WireSource | "new" | null>(null);
  const list = usePagedList(wire.list("GET /sources"));
  useFailureToast(list.error, "Error fetching sources", "Could not fetch the sources");
  const changed = () => void client.invalidateQueries(callsUnder(wire.url("GET /sources")));
  const deletion = useDeleteSource(() => {
    heading.current?.focus();
    changed();
  });
  const poll = usePoll(changed);
  const actions: Column<WireSource> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-40",
    cell: (row) => (
      <span data-wide="" className="flex flex-wrap">
        <AdminIconButton label={`Fetch ${row.title} now`} onClick={() => poll(row)}>
          <Icon icon={RefreshCw} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Edit ${row.title}`} onClick={() => setOpened(row)}>
          <Icon icon={Pencil} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Delete ${row.title}`} onClick={() => deletion.ask(row)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </span>
    ),
  };
  return (
    <>
      <ScreenHead ref={heading} title="Wire sources">
        <Link to={adminUrl.wire()} className={buttonLook("plain")}>
          Open the inbox
        </Link>
        <AdminButton variant="primary" aria-haspopup="dialog" onClick={() => setOpened("new")}>
          Add a source
        </AdminButton>
      </ScreenHead>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Feeds of other publishers are fetched every 15 minutes, or as rarely as they ask. What they bring in is in the
        inbox of the wire.
      </p>
      <PagedTable
        noun={{ one: "source", many: "sources" }}
        list={list}
        columns={[...useColumns(), actions]}
        rowKey={({ id }) => id}
        empty={{
          words: "No sources yet. Add a feed, a site that has one, or an OPML list.",
          steps: [{ label: "Add the first source", run: () => setOpened("new") }],
        }}
      />
      {deletion.question}
      <RulesSection />
      {opened === "new" && <AddSourceDialog onClose={() => setOpened(null)} onSaved={changed} />}
      {opened !== null && opened !== "new" && (
        <EditSourceDialog before={opened} onClose={() => setOpened(null)} onSaved={changed} />
      )}
    </>
  );
}

function useColumns(): Column<WireSource>[] {
  const zone = useNewsroomZone() ?? "UTC";
  return [
    {
      label: "Source",
      card: "title",
      cell: ({ title, url }) => (
        <span className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{title}</span>
          <span className="meta block">{url}</span>
        </span>
      ),
    },
    {
      label: "State",
      className: "as-rows:w-44",
      cell: ({ is_active, off_because, is_pushed }) => (
        <span className={off_because ? "font-semibold text-down" : ""}>
          {is_active ? (is_pushed ? "On, sends changes itself" : "On") : OFF[off_because]}
        </span>
      ),
    },
    {
      label: "Last fetch",
      className: "as-rows:w-56",
      cell: ({ polled, error, failures }) =>
        polled === null ? (
          "Waiting"
        ) : (
          <span className="min-w-0">
            <PastTime at={polled} zone={zone} />
            {error && <span className="block text-sm text-down">{error}</span>}
            {failures > 1 && <span className="meta block">{failures.toLocaleString("en")} failures in a row</span>}
          </span>
        ),
    },
    {
      label: "Items",
      className: "as-rows:w-20",
      cell: ({ items }) => <span className="tabular-nums">{items.toLocaleString("en")}</span>,
    },
  ];
}

function useDeleteSource(onDeleted: () => void) {
  const api = useEditorApi();
  return useDeletion<WireSource>({
    words: {
      title: "Delete this source?",
      confirm: "Delete",
      deleted: "Source deleted",
      failed: "Error deleting source",
      fallback: "Could not delete the source",
    },
    consequence: ({ title }) => (
      <>
        <strong className="text-ink">{title}</strong> stops being fetched, and its items are deleted. Drafts stay.
      </>
    ),
    call: ({ id }) => wire.send(api, "DELETE /sources/:id", { params: { id } }),
    onDeleted,
  });
}

function usePoll(onPolled: () => void) {
  const api = useEditorApi();
  const show = useToast();
  const { run } = useCall();
  return ({ id }: WireSource) =>
    void run(
      async () => {
        const { body } = await wire.send(api, "POST /sources/:id/poll", { params: { id } });
        onPolled();
        if (body.error) show({ title: "It could not be fetched", description: body.error, variant: "destructive" });
        else show({ title: "Source fetched" });
      },
      { title: "Error fetching source", fallback: "Could not fetch the source" },
    );
}
