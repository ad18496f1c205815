import type { QueryClient } from "@tanstack/react-query";
import type { Task } from "#features/tasks/schema.ts";
import { apiQuery, callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { apiUrl, editorApiUrl } from "#shared/urls.ts";
import type { ImportReport, PersonExport, Subscriber, SubscriberFilter } from "../schema.ts";

/** Adds a subscriber, who gets the welcome mail. Throws `ApiError` or `NetworkError`, as do all of these. */
export async function addSubscriber(api: EditorApi, email: string): Promise<Subscriber> {
  return (await api.send<Subscriber>("POST", editorApiUrl.subscribers(), { email })).body;
}

export async function removeSubscriber(api: EditorApi, id: number): Promise<void> {
  await api.send("DELETE", editorApiUrl.subscriber(id));
}

/**
 * Takes in the subscribers of a CSV; with `dryRun` it only says what that would do. Of a large one a task is answered,
 * which goes on by itself.
 */
export async function importSubscribers(api: EditorApi, csv: string, dryRun: boolean): Promise<ImportReport | Task> {
  return (await api.send<ImportReport | Task>("POST", editorApiUrl.importSubscribers(), { csv, dry_run: dryRun })).body;
}

/** How far a task has come. */
export const taskOf = (id: number) => apiQuery<Task>(editorApiUrl.task(id));

/** The newest import, which may be under way. */
export const newestImport = () => apiQuery<Task[]>(`${editorApiUrl.tasks("import-subscribers")}&limit=1`);

/** All subscribers that a filter lets through, as a CSV. */
export function exportSubscribers(api: EditorApi, { query, status }: SubscriberFilter): Promise<Blob> {
  const search = new URLSearchParams({ ...(query && { query }), ...(status && { status }) });
  return api.download(`${editorApiUrl.subscribers()}?${search}`, "text/csv");
}

/** Everything that is kept about a person. */
export async function exportPerson(api: EditorApi, email: string): Promise<PersonExport> {
  return (await api.send<PersonExport>("POST", editorApiUrl.exportPerson(), { email })).body;
}

/** Erases everything about a person. */
export async function erasePerson(api: EditorApi, email: string): Promise<void> {
  await api.send("POST", editorApiUrl.erasePerson(), { email });
}

/** What was known of the subscribers, and of their messages and mails too, is asked for anew. */
export function refreshAudience(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(editorApiUrl.subscribers(), apiUrl.contact(), editorApiUrl.outbox()));
}
