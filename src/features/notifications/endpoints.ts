import { endpoints } from "#shared/endpoint.ts";
import { errorBody, noContent, pageQuery } from "#shared/schema.ts";
import {
  notificationList,
  notificationParams,
  notificationSettings,
  notificationSettingsBody,
  readBody,
  unreadCount,
} from "./schema.ts";

const own = { access: "account.own", tags: ["Notifications"] } as const;

/** An account's notifications, and which kinds it gets. */
export const notificationEndpoints = endpoints({
  "GET /notifications": {
    ...own,
    summary: "One's notifications, the newest first",
    description: "Those about articles that one may not see, or that are in the trash, are left out.",
    query: pageQuery,
    response: { 200: notificationList },
  },
  "GET /notifications/unread": {
    ...own,
    summary: "How many of them are unread",
    response: { 200: unreadCount },
  },
  "POST /notifications/read": {
    ...own,
    summary: "Mark all of them as read, or those up to a time",
    body: readBody,
    response: { 204: noContent, 400: errorBody },
  },
  "POST /notifications/:id/read": {
    ...own,
    summary: "Mark one of them as read",
    params: notificationParams,
    response: { 204: noContent, 404: errorBody },
  },
  "GET /notifications/settings": {
    ...own,
    summary: "Of what one is told, in the product and by mail",
    response: { 200: notificationSettings },
  },
  "PUT /notifications/settings": {
    ...own,
    summary: "Choose of what one is told; what is left out keeps its value",
    body: notificationSettingsBody,
    response: { 200: notificationSettings, 400: errorBody },
  },
});
export type NotificationEndpoints = typeof notificationEndpoints;
