import type { QueryClient } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { apiUrl, editorApiUrl } from "#shared/urls.ts";
import type { ContactMessage, MessageState } from "../schema.ts";

/** Marks a message; answers it. Throws `ApiError` or `NetworkError`, as does the next. */
export async function markMessage(api: EditorApi, id: number, state: MessageState): Promise<ContactMessage> {
  return (await api.send<ContactMessage>("PUT", editorApiUrl.message(id), { state })).body;
}

export async function deleteMessage(api: EditorApi, id: number): Promise<void> {
  await api.send("DELETE", editorApiUrl.message(id));
}

const LISTS = callsUnder(apiUrl.contact());

/**
 * Puts a changed message into every list that shows it, where it stays for now: one that was opened does not vanish
 * from the list of new ones under the reader's eyes. Each list is asked for anew when it is opened next.
 */
export function knowMessage(client: QueryClient, message: ContactMessage): void {
  client.setQueriesData<Paged<ContactMessage>>(
    LISTS,
    (list) => list && { ...list, items: list.items.map((one) => (one.id === message.id ? message : one)) },
  );
  void client.invalidateQueries({ ...LISTS, refetchType: "none" });
}

/** Takes a deleted message out of the lists, and asks for them anew. */
export function forgetMessage(client: QueryClient, id: number): void {
  client.setQueriesData<Paged<ContactMessage>>(
    LISTS,
    (list) => list && { ...list, items: list.items.filter((one) => one.id !== id) },
  );
  void client.invalidateQueries(LISTS);
}
