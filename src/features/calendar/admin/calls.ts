import type { QueryClient } from "@tanstack/react-query";
import { articles, readArticle } from "#features/articles/admin/calls.ts";
import { listsChanged } from "#features/articles/admin/list-cache.ts";
import type { DeskEndpoints } from "#features/documents/desk/endpoints.ts";
import { issuesChanged } from "#features/newsletter/issues/admin/calls.ts";
import type { IssueEndpoints } from "#features/newsletter/issues/endpoints.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { isoDate } from "#shared/time.ts";
import type { CalendarEndpoints } from "../endpoints.ts";
import type { Item } from "./internal/items.ts";

const calendar = editorClientOf<CalendarEndpoints>();
const desk = editorClientOf<DeskEndpoints>();
const issues = editorClientOf<IssueEndpoints>();

const ifSeen = (etag: string | null) => (etag === null ? {} : { ifMatch: etag });

/** What stands in the calendar from one instant up to another (epoch milliseconds). */
export const calendarBetween = (from: number, to: number) =>
  calendar.query("GET /calendar", { query: { from: isoDate(from), to: isoDate(to) } });

/** Drafts without a date, those last edited first. */
export const unscheduledDrafts = (count: number) =>
  articles.list("GET /articles", { query: { status: "draft", sort: "updated" } })(1, count);

/**
 * Moves an item to an instant, if it is still at the version that was seen; a draft from its newest one. Resolves with the
 * version (ETag) that this left it at. Throws `ApiError` (409 where it was changed since) or `NetworkError`, as does
 * `moveBack`.
 */
export async function moveTo(api: EditorApi, item: Item, at: number): Promise<string | null> {
  const seen = item.kind === "draft" ? (await readArticle(api, item.id)).etag : item.etag;
  return (item.kind === "issue" ? sendIssueAt : publishAt)(api, { id: item.id, etag: seen }, at);
}

type Seen = { id: number; etag: string | null };

async function publishAt(api: EditorApi, { id, etag }: Seen, at: number): Promise<string | null> {
  const call = { params: { id }, body: { at: isoDate(at) }, ...ifSeen(etag) };
  return (await desk.send(api, "POST /articles/:id/publish", call)).etag;
}

async function sendIssueAt(api: EditorApi, { id, etag }: Seen, at: number): Promise<string | null> {
  await issues.send(api, "POST /newsletter/issues/:id/send", {
    params: { id },
    body: { at: isoDate(at) },
    ...ifSeen(etag),
  });
  return etag;
}

/** Moves an item to where it was, which is its `instant`; without one it is a draft again. Resolves as `moveTo` does. */
export async function moveBack(api: EditorApi, { id, kind, etag, instant }: Item): Promise<string | null> {
  if (instant !== null) return (kind === "issue" ? sendIssueAt : publishAt)(api, { id, etag }, instant);
  return (await desk.send(api, "POST /articles/:id/unpublish", { params: { id }, ...ifSeen(etag) })).etag;
}

/** Fetches the calendar again, and resolves when it is there; the lists of articles and issues follow. */
export async function calendarChanged(client: QueryClient): Promise<void> {
  listsChanged(client);
  issuesChanged(client);
  await client.invalidateQueries(callsUnder(calendarBetween(0, 0).queryKey[0].replace(/\?.*/, "")));
}
