import type { QueryClient } from "@tanstack/react-query";
import { callsUnder } from "#shared/api-query.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { NotificationEndpoints } from "../endpoints.ts";
import type { Channel } from "../rules.ts";
import type { Notification, NotificationSettings } from "../schema.ts";

export const notifications = editorClientOf<NotificationEndpoints>();

/** One's notifications, one page at a time. */
export const ownNotifications = notifications.list("GET /notifications");

/** How many of them are unread. */
export const unreadNotifications = () => notifications.query("GET /notifications/unread");

/** Which kinds of notification somebody gets, and where. */
export const notificationSettings = () => notifications.query("GET /notifications/settings");

/** Turns one of the switches, and leaves the others as they are; whoever turns one may leave the page at once. */
export async function chooseChannel(
  api: EditorApi,
  { kind, channel, on }: { kind: Notification["kind"]; channel: Channel; on: boolean },
): Promise<NotificationSettings> {
  const body = { kinds: { [kind]: { [channel]: on } } };
  return (await notifications.send(api, "PUT /notifications/settings", { body, outlivesPage: true })).body;
}

/** Reloads the list and the count wherever they are shown. */
export function notificationsChanged(client: QueryClient): void {
  const [list, unread] = [notifications.url("GET /notifications"), notifications.url("GET /notifications/unread")];
  void client.invalidateQueries(callsUnder(`${list}?`, unread));
}
