import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, RotateCcw, Trash2 } from "lucide";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { stateOf, stateWords } from "#features/articles/admin/article-state.ts";
import { useMayChange, useRestoreArticle } from "#features/articles/admin/row-actions.tsx";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { callsUnder } from "#shared/api-query.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { DAY } from "#shared/time.ts";
import { useIsOpenPlace } from "#ui/admin/address.tsx";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { ConfirmDialog } from "#ui/admin/dialog.tsx";
import { plannedTime, tableTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useMay } from "#ui/admin/permissions.tsx";
import { useFailureToast, useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { Icon } from "#ui/icon.tsx";
import type { TrashEndpoints } from "../endpoints.ts";
import { TRASH_TTL_MS } from "../rules.ts";
import type { TrashedArticle } from "../schema.ts";
import { timeLeft } from "./time-left.ts";

const trash = editorClientOf<TrashEndpoints>();

/** The articles in the trash, one page at a time. */
export const trashedArticles = trash.list("GET /trash");

/** Deletes an article in the trash for good. Throws `ApiError` or `NetworkError`. */
export async function deleteForGood(api: EditorApi, id: number): Promise<void> {
  await trash.send(api, "DELETE /trash/:id", { params: { id } });
}

/** Deletes all articles in the trash for good. Throws `ApiError` or `NetworkError`. */
export async function emptyTrash(api: EditorApi): Promise<void> {
  await trash.send(api, "DELETE /trash");
}

/** Reloads the trash wherever it is shown. */
export function trashChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(trash.url("GET /trash")));
}

const DAYS = TRASH_TTL_MS / DAY;

/** Status and date as they were when the article was deleted. */
function StatusCell({ article, zone }: { article: TrashedArticle; zone: string }) {
  const deleted = Date.parse(article.trashed);
  const { published_date: date } = article;
  return (
    <>
      <span className="font-semibold">{stateWords(article, deleted, zone)}</span>
      {stateOf(article, deleted) === "Published" && date !== null && (
        <time dateTime={date} title={plannedTime(date, zone)} className="meta block tabular-nums">
          {tableTime(date, zone)}
        </time>
      )}
    </>
  );
}

const columns = (zone: string): Column<TrashedArticle>[] => [
  {
    label: "Title",
    card: "title",
    cell: ({ title, category }) => (
      <span className="min-w-0">
        <span className="font-semibold wrap-anywhere">{title}</span>
        <span className="meta block">{category}</span>
      </span>
    ),
  },
  { label: "Status", className: "as-rows:w-36", cell: (article) => <StatusCell article={article} zone={zone} /> },
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

/** The trash: what was deleted within the last 30 days, to restore or to delete for good. `articles` leads back. */
export function TrashScreen({ articles }: { articles: string }) {
  const client = useQueryClient();
  const list = usePagedList(trashedArticles);
  useFailureToast(list.error, "Error fetching the trash", "Could not fetch the trash");
  // It stays mounted while another place is open, where articles are deleted.
  const isOpen = useIsOpenPlace();
  useEffect(() => {
    if (isOpen) trashChanged(client);
  }, [isOpen, client]);
  const heading = useRef<HTMLHeadingElement>(null);
  const left = () => {
    heading.current?.focus();
    trashChanged(client);
  };
  const restore = useRestoreArticle();
  const zone = useNewsroomZone() ?? "UTC";
  const mayPurge = useMay()("trash.purge");
  // What readers would see again, or at a set time, is brought back by whoever may publish.
  const mayRestore = useMayChange();
  const deleting = useDeleteForGood(left);
  const emptying = useEmptyTrash(left);
  const actions: Column<TrashedArticle> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-24",
    cell: (article) => (
      <RowActions>
        {mayRestore(article) && (
          <AdminIconButton
            label={`Restore ${article.title}`}
            onClick={async () => {
              if (await restore(article)) left();
            }}
          >
            <Icon icon={RotateCcw} size={17} />
          </AdminIconButton>
        )}
        {mayPurge && (
          <AdminIconButton
            label={`Delete ${article.title} for good`}
            className="hover:text-down"
            onClick={() => deleting.ask(article)}
          >
            <Icon icon={Trash2} size={17} />
          </AdminIconButton>
        )}
      </RowActions>
    ),
  };
  return (
    <>
      <Link
        to={articles}
        className="tap -ml-1 mt-2 mb-2 inline-flex items-center gap-1.5 px-1 text-sm font-semibold text-muted hover:text-ink"
      >
        <Icon icon={ArrowLeft} size={16} />
        Articles
      </Link>
      <PanelHeading ref={heading} title="Deleted articles">
        {mayPurge && list.total > 0 && <AdminButton onClick={emptying.ask}>Empty Trash</AdminButton>}
      </PanelHeading>
      <p className="mb-4 max-w-prose text-pretty text-[0.9375rem] text-muted">
        Articles stay here for {DAYS} days. Until then they can be restored with their views, tags and dates. What was
        scheduled for a time that has passed comes back as ready, and is not published.
      </p>
      <PagedTable
        list={list}
        noun={{ one: "article", many: "articles" }}
        columns={[...columns(zone), actions]}
        rowKey={({ id }) => id}
        empty="The trash is empty."
      />
      {deleting.question}
      {emptying.question}
    </>
  );
}

function useDeleteForGood(onDeleted: () => void) {
  const api = useEditorApi();
  return useDeletion<TrashedArticle>({
    words: {
      title: "Delete this article for good?",
      confirm: "Delete for good",
      busy: "Deleting...",
      deleted: "Article deleted for good",
      failed: "Error deleting article",
      fallback: "Could not delete the article",
    },
    consequence: ({ title }) => `“${title}” cannot be brought back.`,
    call: ({ id }) => deleteForGood(api, id),
    onDeleted,
  });
}

/** Empties the trash once the editor has confirmed it. */
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
      confirm={isBusy ? "Deleting..." : "Delete all for good"}
      isBusy={isBusy}
      onConfirm={empty}
      onCancel={() => setIsAsked(false)}
    >
      <p>None of its articles can be brought back.</p>
    </ConfirmDialog>
  );
  return { ask: () => setIsAsked(true), question };
}
