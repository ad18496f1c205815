import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { storySchema } from "#shared/schema.ts";

const instant = (name: string) =>
  z.iso.datetime({
    offset: true,
    error: ({ input }) => (input === undefined ? `${name} is required.` : `${name} must be an ISO 8601 date and time.`),
  });

const calendarQuery = z.object({ from: instant("From"), to: instant("To") });

/**
 * An item of the calendar. `article`: published, or scheduled for its first publication. `update`: a scheduled working
 * copy. `issue`: a newsletter issue. `digest`: a weekly issue that is not filled yet.
 * `story`: a story of the budget at its due time, until it is scheduled or published.
 */
export const calendarEntry = z
  .object({
    kind: z.enum(["article", "update", "issue", "digest", "story"]),
    id: z
      .int()
      .positive()
      .nullable()
      .describe("The id of the article, issue or story of the budget; null for a future digest"),
    title: z.string(),
    at: z.iso.datetime(),
    is_others: z.boolean().describe("Whether it is another user's article that the caller sees only as readers do"),
    state: z.enum(["published", "scheduled", "sending", "paused", "sent", "due"]),
    story: storySchema
      .optional()
      .describe("Where it is on its way to readers; omitted for what the caller sees as readers do"),
    etag: z.string().nullable().describe("For `If-Match` when moving it; null if it cannot be moved"),
  })
  .meta({ id: "CalendarEntry" });
export type CalendarEntry = z.infer<typeof calendarEntry>;

const calendar = z
  .object({
    entries: z.array(calendarEntry).describe("By time"),
    complete_until: z.iso.datetime().describe("The end of the complete part: `to`, unless there are too many"),
  })
  .meta({ id: "Calendar" });
export type Calendar = z.infer<typeof calendar>;

export const calendarEndpoints = endpoints({
  "GET /calendar": {
    isTool: true,
    access: "desk.use",
    summary: "Articles, scheduled updates, newsletter issues and due stories of a period of at most 50 days",
    tags: ["Calendar"],
    query: calendarQuery,
    response: { 200: calendar },
  },
});
export type CalendarEndpoints = typeof calendarEndpoints;
