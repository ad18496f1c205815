import type { QueryClient } from "@tanstack/react-query";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { OutboxEndpoints } from "../endpoints.ts";
import type { OutboxMail } from "../schema.ts";

const outbox = editorClientOf<OutboxEndpoints>();

/** Which mails are listed: those in a state or of a kind, or all. */
export type MailFilter = { state: OutboxMail["state"] | undefined; kind?: OutboxMail["kind"] | undefined };

/** The mails of the outbox, paged. */
export const outboxMails = (filter: MailFilter) => outbox.list("GET /outbox", { query: filter });

/** The key of all cached outbox queries. */
export const outboxCalls = () => callsUnder(outbox.url("GET /outbox"));

/** Refetches everything about the outbox. */
export function outboxChanged(client: QueryClient): void {
  void client.invalidateQueries(outboxCalls());
}

/** The newest delayed mail, which is being retried, and the number of delayed mails. */
export const delayedMails = () => outbox.paged("GET /outbox", { query: { delayed: "true", limit: "1" } });

/** The newest mail of the last week that was rejected because of this site, and the number of such mails. */
export const rejectedMails = () => outbox.paged("GET /outbox", { query: { rejected: "true", limit: "1" } });

/** Requeues a failed or uncertain mail. Throws `ApiError` or `NetworkError`. */
export async function sendMailAgain(api: EditorApi, id: number): Promise<OutboxMail> {
  return (await outbox.send(api, "POST /outbox/:id/send-again", { params: { id } })).body;
}
