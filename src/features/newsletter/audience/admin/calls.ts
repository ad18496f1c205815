import type { QueryClient } from "@tanstack/react-query";
import { messageCalls } from "#features/contact/admin/calls.ts";
import { outboxCalls } from "#features/mail/admin/mail-list.tsx";
import type { SubscriberFilter } from "#features/newsletter/endpoints.ts";
import type { TaskEndpoints } from "#features/tasks/endpoints.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { AudienceEndpoints } from "../endpoints.ts";

export const audience = editorClientOf<AudienceEndpoints>();
const tasks = editorClientOf<TaskEndpoints>();

/** The subscribers that match a filter, one page at a time. */
export const subscribers = (filter: SubscriberFilter) =>
  audience.list("GET /newsletter/subscribers", { query: filter });

/** Addresses that get no issues, by the cause of the last bounce. */
export const bounces = () => audience.query("GET /newsletter/bounces");

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

/** Refetches subscribers, and the contact messages and mails too. */
export function refreshAudience(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(audience.url("GET /newsletter/subscribers")));
  void client.invalidateQueries(callsUnder(audience.url("GET /newsletter/bounces")));
  void client.invalidateQueries(messageCalls());
  void client.invalidateQueries(outboxCalls());
}
