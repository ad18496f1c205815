import { z } from "zod";
import { emailAddress } from "#shared/email.ts";
import { text } from "#shared/schema.ts";

/** The contact form (spec section 3). */
export const contactBody = z.object(
  {
    firstName: text({ name: "First name", min: 1, max: 100 }),
    lastName: text({ name: "Last name", min: 1, max: 100 }),
    email: emailAddress,
    subject: text({ name: "Subject", min: 1, max: 200 }),
    message: text({ name: "Message", min: 1, max: 10_000 }),
  },
  { error: "The body must be a JSON object." },
);
export type ContactBody = z.infer<typeof contactBody>;

/** A stored message, as `POST contact/` answers it. */
export const contactMessage = contactBody
  .extend({ id: z.int().positive(), created_at: z.iso.datetime() })
  .meta({ id: "ContactMessage" });
export const contactMessageList = z.array(contactMessage);
export type ContactMessage = z.infer<typeof contactMessage>;
