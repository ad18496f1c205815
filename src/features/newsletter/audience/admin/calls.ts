import type { QueryClient } from "@tanstack/react-query";
import { messageCalls } from "#features/contact/admin/messages-section.tsx";
import { outboxCalls } from "#features/mail/admin/mail-list.tsx";
import type { Subscriber, SubscriberFilter } from "#features/newsletter/endpoints.ts";
import type { Task, TaskEndpoints } from "#features/tasks/endpoints.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { AudienceEndpoints, ClearBounces, ImportAnswers, ImportReport, PersonExport } from "../endpoints.ts";

export const audience = editorClientOf<AudienceEndpoints>();
const tasks = editorClientOf<TaskEndpoints>();

/** The subscribers that match a filter, one page at a time. */
export const subscribers = (filter: SubscriberFilter) =>
  audience.list("GET /newsletter/subscribers", { query: filter });

/** Adds a subscriber, who gets the welcome mail. Throws `ApiError` or `NetworkError`, as do all of these. */
export async function addSubscriber(api: EditorApi, email: string): Promise<Subscriber> {
  return (await audience.send(api, "POST /newsletter/subscribers", { body: { email } })).body;
}

export async function removeSubscriber(api: EditorApi, id: number): Promise<void> {
  await audience.send(api, "DELETE /newsletter/subscribers/:id", { params: { id } });
}

type ImportBody = { csv: string; dry_run: boolean } & ImportAnswers;

/**
 * Imports the subscribers of a CSV; with `dry_run` it only reports what would happen. A large CSV is imported in the
 * background: returns its task.
 */
export async function importSubscribers(api: EditorApi, body: ImportBody): Promise<ImportReport | Task> {
  return (await audience.send(api, "POST /newsletter/subscribers/import", { body })).body;
}

/** Addresses that get no issues, by what the last reply is about. */
export const bounces = () => audience.query("GET /newsletter/bounces");

/** Lets issues be sent again to addresses that were rejected; returns how many there were. */
export async function clearBounces(api: EditorApi, body: ClearBounces): Promise<number> {
  return (await audience.send(api, "POST /newsletter/bounces/clear", { body })).body.cleared;
}

/** A task with its progress. */
export const taskOf = (id: number) => tasks.query("GET /tasks/:id", { params: { id } });

/** The newest import, which may still be running. */
export const newestImport = () => tasks.query("GET /tasks", { query: { kind: "import-subscribers", limit: 1 } });

/** All subscribers that match a filter, as a CSV. */
export function exportSubscribers(api: EditorApi, { query, status }: SubscriberFilter): Promise<Blob> {
  return api.download(
    audience.url("GET /newsletter/subscribers", { query: { query: query || undefined, status } }),
    "text/csv",
  );
}

/** All data stored about a person. */
export async function exportPerson(api: EditorApi, email: string): Promise<PersonExport> {
  return (await audience.send(api, "POST /newsletter/people/export", { body: { email } })).body;
}

/** Refetches subscribers, and the contact messages and mails too. */
export function refreshAudience(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(audience.url("GET /newsletter/subscribers")));
  void client.invalidateQueries(callsUnder(audience.url("GET /newsletter/bounces")));
  void client.invalidateQueries(messageCalls());
  void client.invalidateQueries(outboxCalls());
}
