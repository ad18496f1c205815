import { type MailContent, type MailSite, renderMail } from "#features/mail/mail.tsx";
import type { ContactBody } from "./schema.ts";

/** A contact form message to the editors; the sender is in Reply-To. */
export function contactMail(site: MailSite, message: ContactBody): MailContent {
  const sender = `${message.firstName} ${message.lastName}`;
  return renderMail(site, {
    subject: `Contact: ${message.subject}`,
    preview: `${sender} wrote by the contact form.`,
    blocks: [
      { kind: "heading", text: message.subject },
      {
        kind: "facts",
        facts: [
          { name: "From", value: sender },
          { name: "Email", value: message.email },
        ],
      },
      { kind: "quote", text: message.message.replace(/\r\n?/g, "\n") },
    ],
    reason: `This message was sent by the contact form of ${site.name}. An answer goes to its sender.`,
  });
}
