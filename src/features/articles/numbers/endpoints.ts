import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { flag } from "#shared/fields/schemas.ts";
import { deskParams } from "../desk/schema.ts";

const count = z.int().min(0);

const articleNumbers = z.object({
  /** All views since the publication. */
  views: count.meta({ description: "Views since the publication." }),
  hours: z
    .array(z.object({ at: z.iso.datetime(), views: count, finished: count }))
    .meta({ description: "The hours with readers in the last 35 days, oldest first, by their first instant." }),
  sources: z.array(z.object({ host: z.string(), views: count })).meta({
    description: "The hosts that readers came from, most views first, `other` for those beyond the first 100.",
  }),
});
export type ArticleNumbers = z.infer<typeof articleNumbers>;

/** `POST articles/{id}/view/`. A host that is no host name is ignored, as a reader cannot correct it. */
export const viewQuery = z.object({
  from: z.string().max(253).optional().catch(undefined).describe("The host of the page that the reader came from"),
  finished: flag("Finished").optional().describe("The reader reached the end of the text: counted apart from the view"),
});

/** How an article is read. */
export const numbersEndpoints = endpoints({
  "GET /articles/:id/numbers": {
    access: "article.read",
    summary: "How often an article was read, and from where",
    description:
      "Each reader counts once an hour, without cookies or stored addresses. `finished`: those who reached the end of the text.",
    tags: ["Articles"],
    params: deskParams,
    errors: ["article_not_found"],
    response: { 200: articleNumbers },
  },
});
export type NumbersEndpoints = typeof numbersEndpoints;
