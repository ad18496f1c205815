import { endpoints } from "#shared/endpoint.ts";
import { presenceParams } from "./schema.ts";

/** Who has an article open. */
export const presenceEndpoints = endpoints({
  "GET /articles/:id/presence": {
    access: "article.read",
    summary: "Who has an article open and what is saved of it, as a stream of events",
    description:
      "`text/event-stream`. Whoever reads it counts as having the article open. An event `presence` comes immediately and at each coming and going; its data is a list of `{user, name, since, is_me}`. An event `saved` comes immediately, and within a second after each save of the article or its working copy, by anybody; its data is `{etag}`, which names the stored version as `If-Match` does.",
    tags: ["Articles"],
    compress: false,
    params: presenceParams,
  },
});
export type PresenceEndpoints = typeof presenceEndpoints;
