import type { QueryClient } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import { type ApiQuery, callsUnder, pagedApiQuery } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorApiUrl } from "#shared/urls.ts";
import type { OutboxMail } from "../schema.ts";

/** Reads anew whatever is shown of the outbox. */
export function outboxChanged(client: QueryClient): void {
  void client.invalidateQueries(callsUnder(editorApiUrl.outbox()));
}

/** The newest mail that could not leave and is tried again, and how many there are. */
export const delayedMails = (): ApiQuery<Paged<OutboxMail>> =>
  pagedApiQuery(`${editorApiUrl.outbox()}?delayed=true&limit=1`);

/** Queues a mail again that failed or is uncertain. Throws `ApiError` or `NetworkError`. */
export async function sendMailAgain(api: EditorApi, id: number): Promise<OutboxMail> {
  return (await api.send<OutboxMail>("POST", editorApiUrl.sendAgain(id))).body;
}
