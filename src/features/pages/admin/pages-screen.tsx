import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Trash2 } from "lucide";
import { useRef } from "react";
import { Link, useNavigate } from "react-router";
import type { TrashingEndpoints } from "#features/documents/trash/endpoints.ts";
import { useNewsroomZone } from "#features/settings/admin/use-newsroom-zone.ts";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { adminUrl } from "#shared/urls.ts";
import { AdminButton, AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { plannedTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { PanelHeading } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { ListedPage, PageEndpoints } from "../endpoints.ts";
import { pathOfPage } from "../rules.ts";

export const pages = editorClientOf<PageEndpoints>();

/** All pages, by title. */
export const allPages = pages.list("GET /pages");

/** Refetches everything about pages. */
export function pagesChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(pages.url("GET /pages")));
}

/** The state of a page as editors read it. */
export function stateOfPage({ status, published_date, publish_at }: ListedPage, now: number, zone: string): string {
  if (status === "draft") return "Draft";
  if (published_date !== null && Date.parse(published_date) > now) return `For ${plannedTime(published_date, zone)}`;
  return publish_at === null ? "Published" : `Published, update for ${plannedTime(publish_at, zone)}`;
}

const columns = (zone: string): Column<ListedPage>[] => [
  {
    label: "Title",
    card: "title",
    cell: ({ id, title, slug }) => (
      <span className="min-w-0">
        <Link to={adminUrl.page(id)} className="link-quiet font-semibold wrap-anywhere">
          {title || "Untitled"}
        </Link>
        <span className="meta block wrap-anywhere">{`/${slug}`}</span>
      </span>
    ),
  },
  {
    label: "Status",
    className: "as-rows:w-48",
    cell: (page) => (
      <span>
        {stateOfPage(page, Date.now(), zone)}
        {page.status === "published" && page.has_draft && <span className="meta block">Unpublished changes</span>}
      </span>
    ),
  },
  { label: "In menu", className: "as-rows:w-24", cell: ({ in_menu }) => (in_menu ? "Yes" : "No") },
  { label: "Last edit", className: "as-rows:w-40", cell: ({ updated }) => <PastTime at={updated} zone={zone} /> },
];

/** The pages that editors write, with where each is and what readers see of it. */
export function PagesScreen() {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const zone = useNewsroomZone() ?? "UTC";
  const list = usePagedList(allPages);
  const deletion = useDeletePage(() => heading.current?.focus());
  useFailureToast(list.error, "Error fetching pages", "Could not fetch the pages");
  const actions: Column<ListedPage> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-24",
    cell: (page) => (
      <RowActions>
        {page.status === "published" && (
          <AdminIconButton label={`View ${page.title}`} onClick={() => window.open(pathOfPage(page.slug), "_blank")}>
            <Icon icon={ExternalLink} size={17} />
          </AdminIconButton>
        )}
        <AdminIconButton label={`Delete ${page.title}`} onClick={() => deletion.ask(page)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </RowActions>
    ),
  };
  return (
    <>
      <PanelHeading ref={heading} title="Pages">
        <AdminButton variant="primary" onClick={() => void navigate(adminUrl.page("new"))}>
          New page
        </AdminButton>
      </PanelHeading>
      <PagedTable
        noun={{ one: "page", many: "pages" }}
        list={list}
        columns={[...columns(zone), actions]}
        rowKey={({ id }) => id}
        empty="No pages yet. Write the first one: an imprint, a code of ethics, a page for a campaign."
      />
      {deletion.question}
    </>
  );
}

/** Deletes a page after confirmation; `onDeleted` is called once it is gone. */
export function useDeletePage(onDeleted: () => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  return useDeletion<Pick<ListedPage, "id" | "title" | "slug">>({
    words: {
      title: "Move this page to the trash?",
      confirm: "Move to trash",
      busy: "Moving...",
      deleted: "Page moved to the trash",
      failed: "Error deleting page",
      fallback: "Could not delete the page",
    },
    consequence: ({ title, slug }) => `“${title}” at /${slug} goes to the trash, and can be restored for 30 days.`,
    call: ({ id }) => editorClientOf<TrashingEndpoints>().send(api, "DELETE /pages/:id", { params: { id } }),
    onDeleted: () => {
      onDeleted();
      pagesChanged(client);
    },
    onFailed: () => {
      pagesChanged(client);
      return "close";
    },
  });
}
