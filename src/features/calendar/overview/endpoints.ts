import { z } from "zod";
import { sentIssue } from "#features/newsletter/issues/numbers/endpoints.ts";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { endpoints } from "#shared/endpoint.ts";
import { storySchema } from "#shared/schema.ts";
import { STORY_STATES } from "#shared/story.ts";
import { calendarEntry } from "../endpoints.ts";

export const WAITING_KINDS = ["asked", "requested", "suggestions", "ready", "changes", "notes"] as const;

const article = z.object({ id: z.int().positive(), title: z.string() });
const document = article.extend({
  type: z.enum(DOCUMENT_TYPES),
  story: storySchema.optional().describe("Where it is on its way to readers"),
});

/**
 * The caller's pending work. `asked`: reviews to do. `requested`: documents with requested changes. `suggestions`: the
 * caller's documents with open suggestions of others. `ready`: articles to publish. `changes`: published articles with unpublished changes. `notes`: unread notifications of notes and
 * replies.
 */
const waiting = z.object({
  kind: z.enum(WAITING_KINDS),
  total: z.int().nonnegative(),
  articles: z
    .array(document)
    .describe(
      "The first few; of `asked`, `requested` and `suggestions` up to 100, which may be of other types, as may those of `notes`",
    ),
});
export type Waiting = z.infer<typeof waiting>;

const stories = z.object({
  total: z.int().nonnegative(),
  stories: z
    .array(article.extend({ state: z.enum(STORY_STATES), due: z.iso.datetime().nullable() }))
    .describe("The first few by due time, with their ids in the budget"),
});

const documents = z.object({
  total: z.int().nonnegative(),
  documents: z.array(document).describe("The first few"),
});

const empty = z.object({
  kind: z
    .enum(["today", "lead", "slot", "issue"])
    .describe(
      "`today`: no article; `lead`: the home page's lead is old; `slot`: a planned story without a draft; `issue`: an unsent newsletter issue without an article",
    ),
  id: z.int().positive().nullable().describe("The lead article, the story of the budget, or the issue"),
  title: z.string(),
  at: z.iso.datetime().nullable().describe("When the lead was published, the story is due, or the issue is sent"),
});

const overview = z
  .object({
    waiting: z.array(waiting).describe("In a fixed order, without empty ones"),
    day: z
      .object({
        mine: stories.describe("Unpublished stories of the budget that are assigned to the caller"),
        drafts: documents.describe("Unpublished articles of the caller that are not in the budget, newest first"),
        suggested: documents.describe("Documents with open suggestions of the caller"),
        late: stories.describe("Those that are late: the caller's own, for editors all"),
        empty: z.array(empty).describe("What has nothing to show today; for editors"),
      })
      .describe("The caller's day"),
    scheduled: z.array(calendarEntry).describe("Items of the next 30 days, by time"),
    views: z
      .object({
        day: z.int(),
        previous_day: z.int(),
        week: z.int(),
        previous_week: z.int(),
        hours: z.array(z.object({ at: z.iso.datetime(), views: z.int() })),
      })
      .describe(
        "Views of all articles in the last 24 hours and 7 days, in the same time before, and in each hour of two weeks that had any",
      ),
    issues: z
      .array(sentIssue)
      .describe(
        "The numbers of the newest newsletter issues, newest first; empty without the permission to manage issues",
      ),
    most_read: z.array(article.extend({ views: z.int() })).describe("Most read recently, with their total views"),
  })
  .meta({ id: "Overview" });
export type Overview = z.infer<typeof overview>;

export const overviewEndpoints = endpoints({
  "GET /overview": {
    isTool: true,
    access: "desk.use",
    summary: "The top of the dashboard: the caller's day, pending work, scheduled items, and the most read articles",
    tags: ["Calendar"],
    response: { 200: overview },
  },
});
export type OverviewEndpoints = typeof overviewEndpoints;
