import { z } from "zod";
import { articleSummary } from "#features/articles/schema.ts";
import { endpoints } from "#shared/endpoint.ts";
import { idNumber } from "#shared/schema.ts";
import { MAX_ARRANGED } from "./rules.ts";

const NO_OBJECT = "The body must be a JSON object with lead and picks.";

const placed = z.object(
  {
    id: idNumber("Articles must be ids."),
    ends_at: z.iso
      .datetime({ offset: true, error: "The end must be an ISO 8601 date and time." })
      .nullish()
      .describe("When the article leaves the list"),
  },
  { error: "Each entry must be an object with id." },
);

const list = (name: string) =>
  z
    .array(placed, { error: `${name} must be a list.` })
    .max(MAX_ARRANGED, { error: `${name} may have at most ${MAX_ARRANGED} articles.` })
    .refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, {
      error: `An article can be in ${name.toLowerCase()} only once.`,
    });

/** `PUT home/order/`: the pinned articles of each list, in order; the option keeps its value if omitted. */
const homeOrderBody = z.object(
  {
    lead: list("Lead"),
    picks: list("Picks"),
    hides_repeats: z
      .boolean({ error: "hides_repeats must be true or false." })
      .optional()
      .describe("Whether the home page shows each story only once"),
  },
  { error: NO_OBJECT },
);
export type HomeOrderBody = z.infer<typeof homeOrderBody>;

/**
 * An article of a list. `arranged` ones come first, in order, then `by_date`; `ended` ones have left the list, but are
 * still switched on.
 */
const homeEntry = articleSummary
  .pick({ id: true, title: true, category: true, image_url: true, status: true, published_date: true })
  .extend({ place: z.enum(["arranged", "by_date", "ended"]), ends_at: z.iso.datetime().nullable() })
  .meta({ id: "HomeEntry" });
export type HomeEntry = z.infer<typeof homeEntry>;

const homeOrder = z
  .object({
    lead: z.array(homeEntry),
    picks: z.array(homeEntry),
    hides_repeats: z.boolean().describe("Whether the home page shows each story only once"),
  })
  .meta({ id: "HomeOrder" });
export type HomeOrder = z.infer<typeof homeOrder>;

/** A story of a section: what its headline, picture and time need. */
const sectionStory = articleSummary
  .pick({ id: true, slug: true, title: true, image_url: true, published_date: true, language: true })
  .extend(articleSummary.pick({ genre: true, is_breaking: true }).shape)
  .extend(articleSummary.pick({ byline: true, authors: true, portrait_url: true }).partial().shape)
  .describe("The authors are those of an opinion")
  .meta({ id: "SectionStory" });
export type SectionStory = z.infer<typeof sectionStory>;

const homeSection = z
  .object({
    name: z.string().describe("The category's name"),
    slug: z.string(),
    articles: z.array(sectionStory).describe("The newest of the category that the page does not show above"),
  })
  .meta({ id: "HomeSection" });

const tags = ["Home page"];
const home = { access: "home.arrange", tags } as const;

export const frontPageEndpoints = endpoints({
  "GET /home/sections": {
    access: "public",
    summary: "The sections at the end of the home page, one for each category with enough articles",
    tags,
    response: { 200: z.array(homeSection) },
  },
  "GET /home/order": {
    ...home,
    summary: "The lead stories and editor's picks: arranged ones, then the others, newest first",
    response: { 200: homeOrder },
  },
  "PUT /home/order": {
    ...home,
    summary: "Arrange the lead stories and editor's picks; articles that are added get the switch of the list",
    description:
      "Omitted articles are sorted by date again; ended and trashed ones keep their place. To remove an article from a list, clear its switch. With the order's ETag in If-Match, responds 409 if the order has changed since.",
    body: homeOrderBody,
    headers: ["if-match"],
    errors: ["unknown_article"],
    response: { 200: homeOrder },
  },
});
export type FrontPageEndpoints = typeof frontPageEndpoints;
