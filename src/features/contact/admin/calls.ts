import type { QueryClient } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { ContactEndpoints } from "../endpoints.ts";
import type { ContactMessage, MessageState } from "../schema.ts";

const contact = editorClientOf<ContactEndpoints>();

/** The messages in a state; without one, all except spam. */
export const messages = (state: MessageState | undefined) => contact.list("GET /contact", { query: { state } });

/** Marks a message and returns it. Throws `ApiError` or `NetworkError`, as does the next. */
export async function markMessage(api: EditorApi, id: number, state: MessageState): Promise<ContactMessage> {
  return (await contact.send(api, "PUT /contact/:id", { params: { id }, body: { state } })).body;
}

export async function deleteMessage(api: EditorApi, id: number): Promise<void> {
  await contact.send(api, "DELETE /contact/:id", { params: { id } });
}

/** The cached message lists. */
export const messageCalls = () => callsUnder(contact.url("GET /contact"));

/**
 * Updates a changed message in every list that contains it. It stays there for now, so that an opened message does not
 * vanish from the list of new ones while it is read. Each list is refetched when it is opened next.
 */
export function knowMessage(client: QueryClient, message: ContactMessage): void {
  client.setQueriesData<Paged<ContactMessage>>(
    messageCalls(),
    (list) => list && { ...list, items: list.items.map((one) => (one.id === message.id ? message : one)) },
  );
  void client.invalidateQueries({ ...messageCalls(), refetchType: "none" });
}

/** Removes a deleted message from the lists, and refetches them. */
export function forgetMessage(client: QueryClient, id: number): void {
  client.setQueriesData<Paged<ContactMessage>>(
    messageCalls(),
    (list) => list && { ...list, items: list.items.filter((one) => one.id !== id) },
  );
  void client.invalidateQueries(messageCalls());
}
