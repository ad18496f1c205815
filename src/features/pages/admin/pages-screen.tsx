import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { Copy, ExternalLink, Trash2 } from "lucide";
import { useRef } from "react";
import { Link } from "react-router";
import { REPLACED_NOTE } from "#features/documents/history/rules.ts";
import { contentSides } from "#features/documents/room/admin/content-sides.tsx";
import { useDuplicate } from "#features/documents/room/admin/document-actions.tsx";
import { KeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { titleOfCopy } from "#features/documents/room/admin/room-session.ts";
import type { RoomType, SavedChange } from "#features/documents/room/admin/room-type.ts";
import type { RoomForm, SubmitOf } from "#features/documents/room/admin/use-room-form.ts";
import type { VersionFields } from "#features/documents/room/admin/version-fields.ts";
import { savedTexts, shownText } from "#features/documents/rules.ts";
import { NewDocument } from "#features/documents/templates/admin/template-dialogs.tsx";
import type { TrashingEndpoints } from "#features/documents/trash/endpoints.ts";
import { saverNamed } from "#features/identity/accounts/admin/own-profile.ts";
import { useNewsroomZone } from "#features/settings/calls.ts";
import { ApiError } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import { type ApiResponse, type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { slugIn, slugWords } from "#shared/slug.ts";
import { adminUrl } from "#shared/urls.ts";
import { AdminIconButton } from "#ui/admin/controls.tsx";
import { type Column, RowActions } from "#ui/admin/data-table.tsx";
import { useDeletion } from "#ui/admin/deletion.tsx";
import { isSameVersion, type Saved, type Versioned } from "#ui/admin/edit-form/versions.ts";
import { aheadTime } from "#ui/admin/local-time.ts";
import { PagedTable, usePagedList } from "#ui/admin/paged-list.tsx";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { PastTime } from "#ui/admin/past-time.tsx";
import { FROM_LIST } from "#ui/admin/room-handover.tsx";
import { differing } from "#ui/admin/session/session.ts";
import { NotStoredError } from "#ui/admin/session/waiting-pictures.ts";
import { StoryState } from "#ui/admin/story-state.tsx";
import { useFailureToast } from "#ui/admin/toasts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { DraftBody, ListedPage, PageCopy, PageEndpoints, PageFields, SitePage } from "../endpoints.ts";

export const pages = editorClientOf<PageEndpoints>();

export const allPages = pages.list("GET /pages");

export function pagesChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(pages.url("GET /pages")));
}

/** A page in the editor: the stored one, or its working copy. */
export type EditedPage = SitePage & Partial<Pick<PageCopy, "saved" | "saved_by">>;

export type PageValues = PageFields;

const versioned = <Row,>({ body, etag, hasOthers }: ApiResponse<Row>): Saved<Row> => ({
  row: body,
  etag: etag ?? "",
  hasOthers,
});

/** The newest version of a page: its working copy, if it has one. These calls throw `ApiError` or `NetworkError`. */
async function readPage(api: EditorApi, id: number, signal?: AbortSignal): Promise<Versioned<EditedPage>> {
  const sent = { params: { id }, ...(signal && { signal }) };
  const page = versioned(await pages.send(api, "GET /pages/:id", sent));
  if (!page.row.has_draft) return page;
  try {
    return versioned(await pages.send(api, "GET /pages/:id/draft", sent));
  } catch (error) {
    // Published or discarded between the two calls.
    if (error instanceof ApiError && error.status === 404) return readPage(api, id, signal);
    throw error;
  }
}

async function createPage(api: EditorApi, values: PageValues, key: string): Promise<Saved<EditedPage>> {
  return versioned(await pages.send(api, "POST /pages", { body: withoutAddress(values), idempotencyKey: key }));
}

/** Omits the address, as one that is taken must not block storing the page: it is checked when the page is published. */
const withoutAddress = (values: PageValues): PageValues => ({ ...values, slug: "" });

async function saveCopy(
  api: EditorApi,
  { row, etag }: Versioned<EditedPage>,
  { values, names, key, isAsked }: SavedChange<PageValues>,
): Promise<Saved<EditedPage>> {
  const typed = Object.fromEntries(names.map((name) => [name, values[name]])) as DraftBody;
  const body = savedTexts("page", row, typed);
  const query = isAsked ? { scheduled: "1" as const } : {};
  const sent = { params: { id: row.id }, query, body, ifMatch: etag, idempotencyKey: key };
  return versioned(await pages.send(api, "PUT /pages/:id/draft", sent));
}

/** Publishes the version that was seen, at a time (ISO 8601), or now if null. */
export async function publishPage(
  api: EditorApi,
  { row, etag }: Versioned<EditedPage>,
  at: string | null,
  key?: string,
): Promise<Saved<EditedPage>> {
  const sent = { params: { id: row.id }, body: at === null ? {} : { at }, ifMatch: etag };
  const options = { ...sent, ...(key && { idempotencyKey: key }) };
  const { hasOthers, etag: published } = await pages.send(api, "POST /pages/:id/publish", options);
  const page = await readPage(api, row.id);
  return { ...page, hasOthers: hasOthers || !isSameVersion(published, page.etag) };
}

export async function unpublishPage(api: EditorApi, { row, etag }: Versioned<EditedPage>) {
  return versioned(await pages.send(api, "POST /pages/:id/unpublish", { params: { id: row.id }, ifMatch: etag }));
}

export async function cancelSchedule(api: EditorApi, id: number): Promise<Versioned<EditedPage>> {
  await pages.send(api, "DELETE /pages/:id/publish", { params: { id } });
  return readPage(api, id);
}

async function newestRevision(api: EditorApi, id: number) {
  const call = { params: { id }, query: { limit: 1 } };
  return (await pages.send(api, "GET /pages/:id/revisions", call)).body[0];
}

const yesNo = (isOn: boolean) => (isOn ? "Yes" : "No");

/** Labels and views of a page's fields in comparisons of versions. */
export const VERSION_FIELDS: VersionFields<PageValues> = {
  title: { label: "Title", show: ({ title }) => title },
  content: {
    label: "Text",
    show: ({ content }) => content,
    sides: (mine, theirs) => contentSides(mine.content, theirs.content),
  },
  slug: { label: "Address", show: ({ slug }) => slug },
  seo_title: { label: "Search title", show: ({ seo_title }) => seo_title },
  seo_description: { label: "Search description", show: ({ seo_description }) => seo_description },
  in_menu: { label: "In the menu", show: ({ in_menu }) => yesNo(in_menu) },
};

/** Pages in the editor. They are autosaved to a working copy, which readers see once it is published. */
export const PAGE_TYPE: RoomType<EditedPage, PageValues> = {
  type: "page",
  urlOf: adminUrl.page,
  empty: { title: "", slug: "", content: "", seo_title: "", seo_description: "", in_menu: false },
  valuesOf: ({ title, slug, content, seo_title, seo_description, in_menu, ...row }) => ({
    title,
    slug,
    content: shownText(row, content),
    seo_title,
    seo_description,
    in_menu,
  }),
  choices: [],
  titleOf: ({ title }) => title,
  textField: "content",
  // The server replaces pictures sent as data by their addresses, and gives a page an address.
  takenOver: ["content", "slug"],
  fields: VERSION_FIELDS,
  // An autosave must not change a scheduled update.
  storesItself: (page) => page?.publish_at == null,
  missingIn: ({ title }) => (title.trim() === "" ? { title: "Please enter a title" } : {}),
  read: readPage,
  begin: async (_api, values) => withoutAddress(values),
  create: createPage,
  save: saveCopy,
  copy: createPage,
  duplicate: (api, page, key) => {
    const values = PAGE_TYPE.valuesOf(page);
    return createPage(api, { ...values, title: titleOfCopy(values.title, 300), in_menu: false }, key);
  },
  valuesFromTemplate: (fields) => fields,
  newestSaver: async (api, id) => saverNamed(api, (await newestRevision(api, id))?.author),
  async secureNewest(api, id) {
    const newest = await newestRevision(api, id);
    if (!newest?.is_autosave || newest.note !== "") return;
    const named = { params: { id, n: newest.n }, body: { note: REPLACED_NOTE } };
    await pages.send(api, "PATCH /pages/:id/revisions/:n", named);
  },
  workingCopy: {
    isIn: ({ has_draft }) => has_draft,
    async discard(api, id) {
      await pages.send(api, "DELETE /pages/:id/draft", { params: { id } });
    },
  },
  onCreated: pagesChanged,
  onUpdated: pagesChanged,
  onLeft: pagesChanged,
  words: {
    new: "New page",
    edit: "Edit page",
    back: "Pages",
    added: "Page published",
    updated: "Page updated",
    adding: { title: "Error publishing page", fallback: "Could not publish the page" },
    updating: { title: "Error publishing page", fallback: "Could not publish the page" },
    deleted: "Another user deleted this page. Your text is still here: publishing it creates a new page.",
  },
};

/** The form of a page's room. */
export type PageForm = RoomForm<EditedPage, PageValues>;

export const publish: SubmitOf<EditedPage, PageValues> = async (api, { before, values, key }) => {
  if (!before) throw new NotStoredError("The page must be saved before it is published.");
  const names = differing(values, PAGE_TYPE.valuesOf(before.row));
  const unchanged = { ...before, hasOthers: false };
  const saved = names.length === 0 ? unchanged : await saveCopy(api, before, { values, names, key, isAsked: true });
  const page = await publishPage(api, saved, null, `${key}-public`);
  return { ...page, hasOthers: saved.hasOthers || page.hasOthers };
};

/** The address follows the title until the page is published, or an editor sets another one. */
export function withAddress({ base, values }: PageForm, changed: Partial<PageValues>): Partial<PageValues> {
  const made = (title: string) => (slugWords(title) === "" ? "" : slugIn("", title, "page"));
  const isAutomatic = base?.published_date == null && (values.slug === "" || values.slug === made(values.title));
  return changed.title === undefined || !isAutomatic ? changed : { ...changed, slug: made(changed.title) };
}

export const isPublic = (page: Pick<ListedPage, "status" | "published_date"> | null) =>
  page?.status === "published" && page.published_date !== null && Date.parse(page.published_date) <= Date.now();

/** When a page or its update becomes public; undefined if no time is set. */
export function timeOfPage(page: ListedPage, now: number, zone: string): string | undefined {
  const { status, published_date: date, publish_at: update } = page;
  if (status === "published" && date !== null && Date.parse(date) > now) return aheadTime(Date.parse(date), now, zone);
  return update === null ? undefined : `update ${aheadTime(Date.parse(update), now, zone)}`;
}

const columns = (zone: string): Column<ListedPage>[] => [
  {
    label: "Title",
    card: "title",
    cell: ({ id, title, slug }) => (
      <span className="min-w-0">
        <Link to={adminUrl.page(id)} state={FROM_LIST} className="link-quiet font-semibold wrap-anywhere">
          {title || "Untitled"}
        </Link>
        <span className="meta block wrap-anywhere">{`/${slug}`}</span>
      </span>
    ),
  },
  {
    label: "Status",
    className: "as-rows:w-48",
    cell: (page) =>
      page.story && <StoryState story={page.story} type="page" detail={timeOfPage(page, Date.now(), zone)} />,
  },
  { label: "In menu", className: "as-rows:w-24", cell: ({ in_menu }) => (in_menu ? "Yes" : "No") },
  { label: "Last edit", className: "as-rows:w-40", cell: ({ updated }) => <PastTime at={updated} zone={zone} /> },
];

export function PagesScreen() {
  const heading = useRef<HTMLHeadingElement>(null);
  const zone = useNewsroomZone() ?? "UTC";
  const list = usePagedList(allPages);
  const duplicate = useDuplicate(PAGE_TYPE);
  const deletion = useDeletePage(() => heading.current?.focus());
  useFailureToast(list.error, "Error fetching pages", "Could not fetch the pages");
  const actions: Column<ListedPage> = {
    label: "Actions",
    card: "actions",
    className: "as-rows:w-24",
    cell: (page) => (
      <RowActions>
        {isPublic(page) && (
          <AdminIconButton label={`View ${page.title}`} onClick={() => window.open(page.path, "_blank")}>
            <Icon icon={ExternalLink} size={17} />
          </AdminIconButton>
        )}
        <AdminIconButton label={`Duplicate ${page.title}`} onClick={() => duplicate(page.id)}>
          <Icon icon={Copy} size={17} />
        </AdminIconButton>
        <AdminIconButton label={`Delete ${page.title}`} onClick={() => deletion.ask(page)}>
          <Icon icon={Trash2} size={17} />
        </AdminIconButton>
      </RowActions>
    ),
  };
  return (
    <>
      <ScreenHead ref={heading} title="Pages">
        <NewDocument type={PAGE_TYPE} label="New page" />
      </ScreenHead>
      <KeptDocuments type={PAGE_TYPE} />
      <PagedTable
        noun={{ one: "page", many: "pages" }}
        list={list}
        columns={[...columns(zone), actions]}
        rowKey={({ id }) => id}
        empty={{
          words: "No pages yet. Write the first one: an imprint, a code of ethics, a page for a campaign.",
          steps: [{ label: "Write the first page", to: adminUrl.page("new") }],
        }}
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
    consequence: ({ title, slug }) =>
      `“${title}” at /${slug} stays in the trash for 30 days, and can be restored until then.`,
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
