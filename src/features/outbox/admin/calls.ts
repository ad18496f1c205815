import type { QueryClient } from "@tanstack/react-query";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { OutboxEndpoints } from "../endpoints.ts";
import type { OutboxMail } from "../schema.ts";

const outbox = editorClientOf<OutboxEndpoints>();

/** Which mails are listed: those of a state or kind, or all. */
export type MailFilter = { state: OutboxMail["state"] | undefined; kind?: OutboxMail["kind"] | undefined };

/** The mails of the outbox, by pages. */
export const outboxMails = (filter: MailFilter) => outbox.list("GET /outbox", { query: filter });

/** What was read of the outbox. */
export const outboxCalls = () => callsUnder(outbox.url("GET /outbox"));

/** Reads anew whatever is shown of the outbox. */
export function outboxChanged(client: QueryClient): void {
  void client.invalidateQueries(outboxCalls());
}

/** The newest mail that could not leave and is tried again, and how many there are. */
export const delayedMails = () => outbox.paged("GET /outbox", { query: { delayed: "true", limit: "1" } });

/** Queues a mail again that failed or is uncertain. Throws `ApiError` or `NetworkError`. */
export async function sendMailAgain(api: EditorApi, id: number): Promise<OutboxMail> {
  return (await outbox.send(api, "POST /outbox/:id/send-again", { params: { id } })).body;
}
