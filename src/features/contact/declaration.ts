import { type Declaration, editors } from "#shared/declaration.ts";

/**
 * Messages that readers send by the contact form, and the newsroom's replies. Owns `contact_message` and
 * `contact_reply`. Promises: a message is stored with its mail or not at all, and a repeated submission creates no
 * second one.
 */
export const contact = {
  permissions: {
    "message.manage": { does: "read and reply to readers' messages", roles: editors },
  },
  actionKinds: { message: "Messages" },
  actions: {
    "message.delete": "Message deleted",
    "message.reply": "Message answered",
  },
  personalData: {
    "who answered a reader's message": {
      columns: { "contact_reply.sent_by": null },
      until: "the message goes",
      exported: "yes, in the audit log",
      erased: "number",
      afterwards: "gone",
    },
  },
} as const satisfies Declaration;
