import type { QueryClient } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import { callsUnder } from "#shared/api-query.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import type { ContactEndpoints, ContactMessage, MessageReply, MessageState } from "../endpoints.ts";

export const contact = editorClientOf<ContactEndpoints>();

/** The messages that contain all words of `query`, in a state or, without one, all except spam. */
export const messages = (state: MessageState | undefined, query = "") =>
  contact.list("GET /contact", { query: { state, query } });

export const unreadMessages = () => contact.query("GET /contact/unread");

export const repliesTo = (id: number) => contact.list("GET /contact/:id/replies", { params: { id } });

export const messageCalls = () => callsUnder(contact.url("GET /contact"));

const messageLists = () => callsUnder(`${contact.url("GET /contact")}?`);

const refetchUnread = (client: QueryClient) => void client.invalidateQueries({ queryKey: unreadMessages().queryKey });

/**
 * Updates a changed message in every list that contains it. It stays there for now, so that an opened message does not
 * vanish from the list of new ones while it is read. Each list is refetched when it is opened next.
 */
export function knowMessage(client: QueryClient, message: ContactMessage): void {
  client.setQueriesData<Paged<ContactMessage>>(
    messageLists(),
    (list) => list && { ...list, items: list.items.map((one) => (one.id === message.id ? message : one)) },
  );
  void client.invalidateQueries({ ...messageLists(), refetchType: "none" });
  refetchUnread(client);
}

export function knowReply(client: QueryClient, message: ContactMessage, reply: MessageReply): void {
  const url = contact.url("GET /contact/:id/replies", { params: { id: message.id } });
  client.setQueriesData<Paged<MessageReply>>(callsUnder(url), (known) => {
    if (!known || known.items.some(({ id }) => id === reply.id)) return known;
    return { items: [...known.items, reply], total: known.total + 1 };
  });
  void client.invalidateQueries(callsUnder(url));
  knowMessage(client, { ...message, state: "done" });
}

export function forgetMessage(client: QueryClient, id: number): void {
  client.setQueriesData<Paged<ContactMessage>>(
    messageLists(),
    (list) => list && { ...list, items: list.items.filter((one) => one.id !== id) },
  );
  void client.invalidateQueries(messageLists());
  refetchUnread(client);
}
