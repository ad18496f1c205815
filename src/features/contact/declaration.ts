import { type Declaration, editors } from "#shared/declaration.ts";

export const contact = {
  permissions: {
    "message.manage": { does: "read and answer readers' messages", roles: editors },
  },
  actionKinds: { message: "Messages" },
  actions: {
    "message.delete": "Message deleted",
  },
} as const satisfies Declaration;
