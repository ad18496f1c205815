import { endpoints } from "#shared/endpoint.ts";
import { calendar, calendarQuery } from "./schema.ts";

/** What is published and sent when. Entries are moved by `publish/` of the article and `send/` of the issue. */
export const calendarEndpoints = endpoints({
  "GET /calendar": {
    access: "desk.use",
    summary: "Articles, scheduled updates and newsletter issues from one time up to another, of at most 50 days",
    tags: ["Calendar"],
    query: calendarQuery,
    response: { 200: calendar },
  },
});
export type CalendarEndpoints = typeof calendarEndpoints;
