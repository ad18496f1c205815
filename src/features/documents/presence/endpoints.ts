import { endpoints } from "#shared/endpoint.ts";
import { presenceParams } from "./schema.ts";

/** Who has an article open. */
export const presenceEndpoints = endpoints({
  "GET /articles/:id/presence": {
    access: "article.read",
    summary: "Who has an article open, as a stream of events",
    description:
      "`text/event-stream`. Whoever reads it counts as having the article open. An event `presence` comes at once and at each coming and going; its data is a list of `{user, name, since, is_me}`.",
    tags: ["Articles"],
    compress: false,
    params: presenceParams,
  },
});
export type PresenceEndpoints = typeof presenceEndpoints;
