import { z } from "zod";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { endpoints } from "#shared/endpoint.ts";
import { errorBody, idText, noContent, pageQuery } from "#shared/schema.ts";
import { DETAILS, KIND_NAMES } from "./rules.ts";

const notificationParams = z.object({ id: idText });

const document = z.object({ id: z.int().positive(), title: z.string() });

/** That somebody did something to a document that concerns the caller. */
const notification = z
  .object({
    id: z.int().positive(),
    kind: z.enum(KIND_NAMES),
    detail: z.enum(DETAILS).describe("Which of the acts that the kind stands for; empty for the one it is named after"),
    article: document.nullable().describe("Null for another type of document"),
    document: document.extend({ type: z.enum(DOCUMENT_TYPES) }),
    actor: z.string().nullable().describe("The name of the account; null for one that is gone"),
    created: z.iso.datetime().describe("When it last happened"),
    is_read: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;
const notificationList = z.array(notification);

const unreadCount = z
  .object({
    count: z.int(),
    newest: z.iso.datetime().nullable().describe("When the newest of them happened"),
  })
  .meta({ id: "UnreadNotifications" });

/** `POST notifications/read/`. */
export const readBody = z
  .object(
    {
      until: z.iso
        .datetime({ error: "Until must be a time, such as 2026-11-23T10:00:00Z." })
        .describe("Those of this time or earlier alone: what came since has not been seen"),
    },
    { error: "The body must be a JSON object." },
  )
  .partial()
  .nullish();

const choice = z.object({ in_product: z.boolean(), by_mail: z.boolean() });

/** Which kinds of notification somebody gets, and where. */
export const notificationSettings = z
  .object({ kinds: z.record(z.enum(KIND_NAMES), choice) })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof notificationSettings>;

const given = (name: string) => z.boolean({ error: `${name} must be true or false.` });
const changedChoice = z
  .strictObject(
    { in_product: given("In product"), by_mail: given("By mail") },
    { error: "A kind must be an object with in_product and by_mail." },
  )
  .partial();

/** `PUT notifications/settings/`: what is left out keeps its value. */
export const notificationSettingsBody = z.strictObject(
  {
    kinds: z.partialRecord(z.enum(KIND_NAMES), changedChoice, {
      error: `Kinds must be an object with some of ${KIND_NAMES.join(", ")}.`,
    }),
  },
  { error: "The body must be a JSON object with kinds." },
);
export type NotificationSettingsBody = z.infer<typeof notificationSettingsBody>;

const own = { access: "account.own", tags: ["Notifications"] } as const;

/** An account's notifications, and which kinds it gets. */
export const notificationEndpoints = endpoints({
  "GET /notifications": {
    ...own,
    summary: "One's notifications, the newest first",
    description: "Those about documents that the caller may not see, or that are in the trash, are left out.",
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
