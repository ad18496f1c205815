import type { Declaration } from "#shared/declaration.ts";

/**
 * What happened in the newsroom, in order. Owns `event` and `event_subject`. Promises: an event is written in the
 * transaction that causes it, together with all that follows from it; one that was numbered never moves, and none is
 * inserted before it.
 */
export const events = {
  personalData: {
    "what an account did, without its words": {
      columns: { "event.actor_id": null },
      until: "*30 days*",
      exported: "no: the audit log has the same actions",
      erased: "number",
      afterwards: "the number alone",
    },
  },
} as const satisfies Declaration;
