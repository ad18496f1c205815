import { z } from "zod";
import { formTraces } from "#platform/machine-forms.ts";
import { emailAddress } from "#shared/email.ts";
import { idText, messageText, pageQuery } from "#shared/schema.ts";

const fields = z.object({
  firstName: messageText({ name: "First name", min: 1, max: 100 }),
  lastName: messageText({ name: "Last name", min: 1, max: 100 }),
  email: emailAddress,
  subject: messageText({ name: "Subject", min: 1, max: 200 }),
  message: messageText({ name: "Message", min: 1, max: 10_000 }),
});

/** The contact form. */
export const contactBody = z.object(
  { ...fields.shape, ...formTraces.shape },
  { error: "The body must be a JSON object." },
);
export type ContactBody = z.infer<typeof contactBody>;

/** A message as `POST contact/` returns it to its sender. */
export const sentMessage = fields
  .extend({ id: z.int().positive(), created_at: z.iso.datetime() })
  .meta({ id: "SentMessage" });
export type SentMessage = z.infer<typeof sentMessage>;

const MESSAGE_STATES = ["new", "read", "done", "spam"] as const;
const messageState = z.enum(MESSAGE_STATES, { error: `State must be one of ${MESSAGE_STATES.join(", ")}.` });
export type MessageState = z.infer<typeof messageState>;

/** A stored message as editors see it. `spam`: apparently written by a bot, and not mailed. */
export const contactMessage = sentMessage.extend({ state: messageState }).meta({ id: "ContactMessage" });
export const contactMessageList = z.array(contactMessage);
export type ContactMessage = z.infer<typeof contactMessage>;

/** `GET contact/`: without a state, all except spam. */
export const messageQuery = pageQuery.extend({ state: messageState.optional() });
export const messageParams = z.object({ id: idText });
export const messageChange = z.object({ state: messageState }, { error: "The body must be a JSON object." });
