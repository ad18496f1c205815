import type { OfDocuments } from "#features/documents/types.ts";
import { endpoints } from "#shared/endpoint.ts";
import type { Permission } from "#shared/permissions.ts";
import { noContent } from "#shared/schema.ts";
import { MAX_PLACES_PER_MINUTE } from "../rules.ts";
import { place, presenceParams } from "./schema.ts";

export const presenceEndpoints = (access: Permission) =>
  endpoints({
    "GET /:id/presence": {
      access,
      noKeys: true,
      summary: "Presence and saves of a document, as a stream of events",
      description:
        "`text/event-stream`. Its client counts as having the document open. An event `presence` comes immediately and whenever people arrive or leave; its data is a list of `{user, name, since, is_me}`. An event `places` comes whenever another person moves; its data is a list of `{user, place}`, where `place` is what that person reported last. An event `saved` comes immediately, and within a second after each save of the document or its working copy, by any user; its data is `{etag}`, which names the stored version as `If-Match` does. An event `suggestions` comes immediately, and whenever edits are suggested, accepted or rejected; its data is `{state}`, a text that differs each time.",
      tags: ["Presence"],
      compress: false,
      params: presenceParams,
      errors: ["too_many_windows"],
      sends: { status: 200, description: "Events until the client closes the stream.", type: "text/event-stream" },
    },
    "PUT /:id/presence": {
      access,
      noKeys: true,
      summary: "Report the caller's position in a document",
      description:
        "Other people with the document open see it. Does nothing unless the caller also has the document open. The position is deleted with the caller's last window.",
      tags: ["Presence"],
      rateLimit: { max: MAX_PLACES_PER_MINUTE, timeWindow: 60_000, isApproximate: true },
      params: presenceParams,
      body: place,
      response: { 204: noContent },
    },
  });
export type PresenceTable = ReturnType<typeof presenceEndpoints>;
export type PresenceEndpoints = OfDocuments<PresenceTable>;
