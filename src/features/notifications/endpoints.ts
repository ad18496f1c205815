import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, pageQuery, storySchema } from "#shared/schema.ts";
import { DETAILS, KIND_NAMES, NOTIFIED, TIMINGS } from "./rules.ts";

const notificationParams = z.object({ id: idText });

const document = z.object({ id: z.int().positive(), title: z.string() });

/** An action on a document that concerns the user. */
const notification = z
  .object({
    id: z.int().positive(),
    kind: z.enum(KIND_NAMES),
    detail: z.enum(DETAILS).describe("Distinguishes the actions of a kind; empty for the default action"),
    article: document.nullable().describe("Null for another type of document"),
    document: document.extend({ type: z.enum(NOTIFIED) }).describe("What it is about; `idea` is a story of the budget"),
    story: storySchema.optional().describe("Where the document is on its way to readers now"),
    actor: z.string().nullable().describe("The name of the account; null for a deleted one"),
    created: z.iso.datetime().describe("The time of the last occurrence"),
    is_read: z.boolean(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;
const notificationList = z.array(notification);

const unreadCount = z
  .object({
    count: z.int(),
    newest: z.iso.datetime().nullable().describe("The time of the newest notification"),
  })
  .meta({ id: "UnreadNotifications" });

export const readBody = z
  .object(
    {
      until: z.iso
        .datetime({ error: "Until must be a time, such as 2026-11-23T10:00:00Z." })
        .describe("Marks only notifications up to this time, so that unseen ones stay unread"),
    },
    { error: "The body must be a JSON object." },
  )
  .partial()
  .nullish();

const choice = z.object({ in_product: z.boolean(), by_mail: z.boolean() });

/** Which kinds of notification the user gets, and where. */
export const notificationSettings = z
  .object({
    kinds: z.record(z.enum(KIND_NAMES), choice),
    mail: z
      .object({ timing: z.enum(TIMINGS), hour: z.int().min(0).max(23) })
      .describe("When mails are sent: each now, one a day (daily) at this hour in the newsroom's time zone, or none"),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof notificationSettings>;

const given = (name: string) => z.boolean({ error: `${name} must be true or false.` });
const changedChoice = z
  .strictObject(
    { in_product: given("In product"), by_mail: given("By mail") },
    { error: "A kind must be an object with in_product and by_mail." },
  )
  .partial();

const NO_HOUR = "Hour must be a number from 0 to 23.";
const timing = z
  .strictObject(
    {
      timing: z.enum(TIMINGS, { error: `Timing must be one of ${TIMINGS.join(", ")}.` }),
      hour: z.int({ error: NO_HOUR }).min(0, { error: NO_HOUR }).max(23, { error: NO_HOUR }),
    },
    { error: "Mail must be an object with timing and hour." },
  )
  .partial();

/** Omitted kinds keep their value. */
export const notificationSettingsBody = z
  .strictObject(
    {
      kinds: z.partialRecord(z.enum(KIND_NAMES), changedChoice, {
        error: `Kinds must be an object with some of ${KIND_NAMES.join(", ")}.`,
      }),
      mail: timing,
    },
    { error: "The body must be a JSON object with kinds, mail or both." },
  )
  .partial();
export type NotificationSettingsBody = z.infer<typeof notificationSettingsBody>;

const own = { access: "account.own", tags: ["Notifications"] } as const;

export const notificationEndpoints = endpoints({
  "GET /notifications": {
    ...own,
    summary: "The user's own notifications, newest first",
    description: "Without those about documents that the user may not see, or that are in the trash.",
    query: pageQuery,
    response: { 200: notificationList },
  },
  "GET /notifications/unread": {
    ...own,
    summary: "The number of unread notifications",
    response: { 200: unreadCount },
  },
  "POST /notifications/read": {
    ...own,
    summary: "Mark all notifications as read, or those up to a time",
    body: readBody,
    response: { 204: noContent },
  },
  "POST /notifications/:id/read": {
    ...own,
    summary: "Mark a notification as read",
    params: notificationParams,
    response: { 204: noContent },
  },
  "GET /notifications/settings": {
    ...own,
    summary: "The user's notification settings, in the product and by mail",
    response: { 200: notificationSettings },
  },
  "PUT /notifications/settings": {
    ...own,
    summary: "Change the user's notification settings; omitted kinds keep their value",
    body: notificationSettingsBody,
    response: { 200: notificationSettings },
  },
});
export type NotificationEndpoints = typeof notificationEndpoints;
