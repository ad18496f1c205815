import type { OfDocuments } from "#features/documents/kinds.ts";
import { endpoints } from "#shared/endpoint.ts";
import type { Permission } from "#shared/permissions.ts";
import { presenceParams } from "./schema.ts";

/** Who has a document open, and what is saved of it. */
export const presenceEndpoints = (access: Permission) =>
  endpoints({
    "GET /:id/presence": {
      access,
      summary: "Who has a document open and what is saved of it, as a stream of events",
      description:
        "`text/event-stream`. Whoever reads it counts as having the document open. An event `presence` comes immediately and at each coming and going; its data is a list of `{user, name, since, is_me}`. An event `saved` comes immediately, and within a second after each save of the document or its working copy, by anybody; its data is `{etag}`, which names the stored version as `If-Match` does. An event `suggestions` comes immediately, and whenever edits are suggested, accepted or rejected; its data is `{state}`, a text that differs each time.",
      tags: ["Presence"],
      compress: false,
      params: presenceParams,
    },
  });
export type PresenceTable = ReturnType<typeof presenceEndpoints>;
export type PresenceEndpoints = OfDocuments<PresenceTable>;
