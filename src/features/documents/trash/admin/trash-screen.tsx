import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { RotateCcw, Trash2 } from "lucide";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { TRASH_TTL_MS } from "#features/documents/rules.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { callsUnder } from "#shared/api-query.ts";
import { DOCUMENT_PATHS, DOCUMENT_TYPES, type DocumentKey, type DocumentTypeName } from "#shared/document.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { DAY } from "#shared/time.ts";
import { knownOf, useAddressQuery, useIsOpenPlace } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton, buttonLook } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { Select } from "#ui/admin/select.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall, useTurns } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { TrashEndpoints, TrashingEndpoints } from "../endpoints.ts";
import type { TrashedDocument } from "../schema.ts";

const trash = editorClientOf<TrashEndpoints>();
const trashing = editorClientOf<TrashingEndpoints>();

export const TYPE_NAMES = {
  article: { one: "Article", many: "Articles" },
  issue: { one: "Newsletter issue", many: "Newsletter issues" },
  page: { one: "Page", many: "Pages" },
} as const satisfies Record<DocumentTypeName, { one: string; many: string }>;

/** A page of the trash: all documents, or those of one type. */
export const trashedDocuments = (type?: DocumentTypeName) => trash.list("GET /trash", type ? { query: { type } } : {});

/** Permanently deletes a document in the trash. Like all functions here, throws `ApiError` or `NetworkError`. */
export async function deleteForGood(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await trash.send(api, "DELETE /trash/:id", { params: { id }, query: { type } });
}

export async function emptyTrash(api: EditorApi): Promise<void> {
  await trash.send(api, "DELETE /trash");
}

export async function moveToTrash(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await trashing.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id`, { params: { id } });
}

/** Reloads the trash wherever it is shown. */
export function trashChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(trash.url("GET /trash")));
}

/** Restores a document other than an article and shows a toast; returns whether it succeeded. */
export function useRestoreDocument(): (document: DocumentKey & { title: string }) => Promise<boolean> {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { once } = useTurns();
  return async ({ type, id, title }) => {
    const { one } = TYPE_NAMES[type];
    const name = one.toLowerCase();
    const failure = { title: `Error restoring ${name}`, fallback: `Could not restore the ${name}` };
    const restored = await once(
      id,
      async () => {
        await trashing.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/restore`, { params: { id } });
        void client.invalidateQueries(callsUnder(`/api${DOCUMENT_PATHS[type]}/`));
        trashChanged(client);
        show({ title: `${one} restored`, description: title });
        return true;
      },
      failure,
    );
    return restored === true;
  };
}

const NOUNS = {
  article: { one: "article", many: "articles" },
  issue: { one: "newsletter issue", many: "newsletter issues" },
  page: { one: "page", many: "pages" },
} as const;

const DAYS = TRASH_TTL_MS / DAY;

/** Additional fields of articles: whether they were public, and who may restore them. */
export type TrashedArticles = {
  /** Shown below the title. */
  Detail: ComponentType<{ row: TrashedDocument }>;
  Status: ComponentType<{ row: TrashedDocument; zone: string }>;
  useMayRestore: () => (row: TrashedDocument) => boolean;
  useRestore: () => (row: TrashedDocument) => Promise<boolean>;
};

const STATUS = { issue: "Not sent", page: "–" } as const;

const columns = (zone: string, { Detail, Status }: TrashedArticles): Column<TrashedDocument>[] => [
  {
    label: "Title",
    card: "title",
    cell: (row) => (
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{row.title}</span>
        {row.type === "article" && <Detail row={row} />}
      </span>
    ),
  },
  { label: "Type", className: "as-rows:w-36", cell: ({ type }) => TYPE_NAMES[type].one },
  {
    label: "Status",
    className: "as-rows:w-36",
    cell: (row) => (row.type === "article" ? <Status row={row} zone={zone} /> : STATUS[row.type]),
  },
  {
    label: "Deleted",
    className: "tabular-nums as-rows:w-30 as-rows:whitespace-nowrap",
    cell: ({ trashed }) => <PastTime at={trashed} zone={zone} />,
  },
  { label: "Deleted by", className: "as-rows:w-32", cell: ({ trashed_by }) => trashed_by ?? "–" },
  {
    label: "Time left",
    className: "tabular-nums as-rows:w-24",
    cell: ({ purge }) => <span title={plannedTime(purge, zone)}>{timeLeft(purge, Date.now())}</span>,
  },
];

/** The filter options by type; "all" for none. */
const CHOICES = ["all", ...DOCUMENT_TYPES] as const;
const CHOICE_OPTIONS = CHOICES.map((value) => ({
  value,
  label: value === "all" ? "All types" : TYPE_NAMES[value].many,
}));

/** The trash: documents deleted within the last 30 days, to restore or delete permanently. `back`: the address of the articles. */
export function TrashScreen({ back, articles }: { back: string; articles: TrashedArticles }) {
  const client = useQueryClient();
  const may = useMay();
  const [search, change] = useAddressQuery();
  const choice = knownOf(CHOICES, search.get("type")) ?? "all";
  const list = usePagedList(trashedDocuments(choice === "all" ? undefined : choice));
  useFailureToast(list.error, "Error fetching the trash", "Could not fetch the trash");
  // Stays mounted while another screen is open, where documents may be deleted.
  const isOpen = useIsOpenPlace();
  useEffect(() => {
    if (isOpen) trashChanged(client);
  }, [isOpen, client]);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = () => {
    heading.current?.focus();
    trashChanged(client);
  };
  const zone = useNewsroomZone() ?? "UTC";
  const mayPurge = may("trash.purge");
  const emptying = useEmptyTrash(left);
  const actions = useActions(articles, mayPurge, left);
  return (
    <>
      <ScreenHead ref={heading} title="Trash">
        <Link to={back} className={buttonLook("plain")}>
          All articles
        </Link>
        {mayPurge && list.total > 0 && <AdminButton onClick={emptying.ask}>Empty trash</AdminButton>}
      </ScreenHead>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Deleted articles, newsletter issues and pages stay here for {DAYS} days, and can be restored until then.
        Articles keep their views, tags and dates. A document whose scheduled time has passed is restored unpublished.
      </p>
      {may("issue.manage") && (
        <Select
          label="Type"
          labelHidden
          className="mb-4 sm:max-w-64"
          value={choice}
          options={CHOICE_OPTIONS}
          onChange={(type) => change({ type: type === "all" ? "" : type })}
        />
      )}
      <PagedTable
        list={list}
        noun={choice === "all" ? { one: "item", many: "items" } : NOUNS[choice]}
        columns={[...columns(zone, articles), actions.column]}
        rowKey={({ type, id }) => `${type} ${id}`}
        empty={
          choice === "all"
            ? {
                words: "The trash is empty. What is deleted can be restored from here.",
                steps: [{ label: "Back to the articles", to: back }],
              }
            : {
                words: `No ${NOUNS[choice].many} in the trash.`,
                steps: [{ label: "Show all deleted items", run: () => change({ type: "" }) }],
              }
        }
      />
      {actions.question}
      {emptying.question}
    </>
  );
}

/** Only users who may publish can restore public and scheduled documents. */
function useActions({ useRestore, useMayRestore }: TrashedArticles, mayPurge: boolean, left: () => void) {
  const restoreArticle = useRestore();
  const restoreOther = useRestoreDocument();
  const mayRestore = useMayRestore();
  const deleting = useDeleteForGood(left);
  const restore = (row: TrashedDocument) => (row.type === "article" ? restoreArticle(row) : restoreOther(row));
  const column: Column<TrashedDocument> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-24",
    cell: (row) => (
      <RowActions>
        {(row.type !== "article" || mayRestore(row)) && (
          <AdminIconButton
            label={`Restore ${row.title}`}
            onClick={async () => {
              if (await restore(row)) left();
            }}
          >
            <Icon icon={RotateCcw} size={17} />
          </AdminIconButton>
        )}
        {mayPurge && (
          <AdminIconButton
            label={`Delete ${row.title} permanently`}
            className="hover:text-down"
            onClick={() => deleting.ask(row)}
          >
            <Icon icon={Trash2} size={17} />
          </AdminIconButton>
        )}
      </RowActions>
    ),
  };
  return { column, question: deleting.question };
}

function useDeleteForGood(onDeleted: () => void) {
  const api = useEditorApi();
  return useDeletion<TrashedDocument>({
    words: {
      title: "Delete permanently?",
      confirm: "Delete permanently",
      busy: "Deleting...",
      deleted: "Permanently deleted",
      failed: "Error deleting permanently",
      fallback: "Could not delete it",
    },
    consequence: ({ title }) => `“${title}” cannot be restored.`,
    call: (row) => deleteForGood(api, row),
    onDeleted,
  });
}

function useEmptyTrash(onEmptied: () => void) {
  const api = useEditorApi();
  const show = useToast();
  const [isAsked, setIsAsked] = useState(false);
  const { isBusy, run } = useCall();
  const empty = () =>
    run(
      async () => {
        await emptyTrash(api);
        flushSync(() => setIsAsked(false));
        onEmptied();
        show({ title: "Trash emptied" });
      },
      { title: "Error emptying the trash", fallback: "Could not empty the trash" },
    );
  const question = isAsked && (
    <ConfirmDialog
      title="Empty the trash?"
      confirm={isBusy ? "Deleting..." : "Delete all permanently"}
      isBusy={isBusy}
      onConfirm={empty}
      onCancel={() => setIsAsked(false)}
    >
      <p>Documents of all types are deleted and cannot be restored.</p>
    </ConfirmDialog>
  );
  return { ask: () => setIsAsked(true), question };
}

/** The time left to restore a document at `now` (epoch milliseconds), to the nearest day: '30 days'. */
export function timeLeft(purge: string, now: number): string {
  const left = (Date.parse(purge) - now) / DAY;
  if (left < 1) return "Less than a day";
  const days = Math.round(left);
  return days === 1 ? "1 day" : `${days} days`;
}
