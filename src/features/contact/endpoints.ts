import { z } from "zod";
import { formTraces } from "#platform/machine-forms.ts";
import { endpoints } from "#shared/endpoint.ts";
import { emailAddress, idText, messageText, noContent, pageQuery } from "#shared/schema.ts";
import { MAX_QUERY_LENGTH, MAX_REPLY_LENGTH } from "./rules.ts";

const fields = z.object({
  firstName: messageText({ name: "First name", min: 1, max: 100 }),
  lastName: messageText({ name: "Last name", min: 1, max: 100 }),
  email: emailAddress,
  subject: messageText({ name: "Subject", min: 1, max: 200 }),
  message: messageText({ name: "Message", min: 1, max: 10_000 }),
});

export const contactBody = z.object(
  { ...fields.shape, ...formTraces.shape },
  { error: "The body must be a JSON object." },
);
export type ContactBody = z.infer<typeof contactBody>;

/** A message as `POST contact/` returns it to its sender. */
const sentMessage = fields.extend({ id: z.int().positive(), created_at: z.iso.datetime() }).meta({ id: "SentMessage" });
export type SentMessage = z.infer<typeof sentMessage>;

const MESSAGE_STATES = ["new", "read", "done", "spam"] as const;
const messageState = z.enum(MESSAGE_STATES, { error: `State must be one of ${MESSAGE_STATES.join(", ")}.` });
export type MessageState = z.infer<typeof messageState>;

/** A stored message as editors see it. `spam`: apparently written by a bot, and not mailed. */
const contactMessage = sentMessage.extend({ state: messageState }).meta({ id: "ContactMessage" });
const contactMessageList = z.array(contactMessage);
export type ContactMessage = z.infer<typeof contactMessage>;

/** `GET contact/`: without a state, all except spam. */
const messageQuery = pageQuery.extend({
  state: messageState.optional(),
  query: messageText({ name: "Query", max: MAX_QUERY_LENGTH })
    .optional()
    .describe("Words in the sender's name, address, subject or text"),
});
const messageParams = z.object({ id: idText });
const messageChange = z.object({ state: messageState }, { error: "The body must be a JSON object." });

/** A reply as it was mailed, without the quoted message. `by` is null if the account was removed. */
const messageReply = z
  .object({ id: z.int().positive(), text: z.string(), by: z.string().nullable(), sent_at: z.iso.datetime() })
  .meta({ id: "MessageReply" });
const messageReplyList = z.array(messageReply);
export type MessageReply = z.infer<typeof messageReply>;

const replyBody = z.object(
  { text: messageText({ name: "Reply", min: 1, max: MAX_REPLY_LENGTH }) },
  { error: "The body must be a JSON object." },
);

const unreadMessages = z.object({ count: z.int().nonnegative() }).meta({ id: "UnreadMessages" });

const tags = ["Contact"];
const own = { access: "message.manage", tags } as const;

/** `contact/`: anyone writes; editors read, answer, mark and delete. */
export const contactEndpoints = endpoints({
  "POST /contact": {
    access: "public",
    rateLimit: { max: 20, timeWindow: 10 * 60_000 },
    summary: "Send a message to the editors",
    tags,
    body: contactBody,
    response: { 201: sentMessage },
  },
  "GET /contact": {
    ...own,
    summary: "Readers' messages, newest first, by words and state; without a state, all except spam",
    query: messageQuery,
    response: { 200: contactMessageList },
  },
  "GET /contact/unread": {
    ...own,
    summary: "The number of unread messages",
    response: { 200: unreadMessages },
  },
  "GET /contact/:id/replies": {
    ...own,
    summary: "The replies to a message, oldest first",
    params: messageParams,
    query: pageQuery,
    response: { 200: messageReplyList },
  },
  "POST /contact/:id/replies": {
    ...own,
    summary: "Reply to a message by mail, with the message quoted, and mark it as done",
    description: "A repeated request with the same Idempotency-Key returns the existing reply.",
    params: messageParams,
    body: replyBody,
    headers: ["idempotency-key"],
    response: { 201: messageReply },
  },
  "PUT /contact/:id": {
    ...own,
    summary: "Mark a message as new, read, done or spam",
    params: messageParams,
    body: messageChange,
    response: { 200: contactMessage },
  },
  "DELETE /contact/:id": {
    ...own,
    summary: "Delete a message",
    params: messageParams,
    response: { 204: noContent },
  },
});
export type ContactEndpoints = typeof contactEndpoints;
