import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idNumber, idText, messageText, noContent, pageQuery, text, wholeNumber } from "#shared/schema.ts";
import { STORY_STATES } from "#shared/story.ts";
import { DUES, MAX_LENGTH, MAX_NOTE, MAX_PEOPLE, MAX_TITLE, NO_LENGTH, SLOTS } from "./rules.ts";

const person = z.object({ id: z.int().positive(), name: z.string() });

const idea = z
  .object({
    id: z.int().positive(),
    title: z.string().describe("The title of its article, once it has one"),
    state: z.enum(STORY_STATES).describe("Derived from its article; `idea` without one"),
    people: z.array(person).describe("Who is to write it; empty for an open idea"),
    due: z.iso.datetime().nullable(),
    is_late: z.boolean().describe("Whether it is due and neither scheduled nor published"),
    length: z.int().positive().nullable().describe("Planned words"),
    slot: z.enum(SLOTS).describe("Where it is planned to appear; empty for nowhere in particular"),
    section: z.string().describe("The name of a category; empty for none"),
    note: z.string(),
    article: z.int().positive().nullable(),
    may_change: z.boolean().describe("Whether the caller may change it"),
    etag: z.string().describe("For `If-Match`"),
  })
  .meta({ id: "StoryIdea" });
export type StoryIdea = z.infer<typeof idea>;

const NO_PEOPLE = "People must be a list of ids of accounts.";
const fields = {
  title: text({ name: "Title", min: 1, max: MAX_TITLE }),
  people: z
    .array(idNumber(NO_PEOPLE), { error: NO_PEOPLE })
    .max(MAX_PEOPLE, { error: `There may be at most ${MAX_PEOPLE} people.` }),
  due: z.iso.datetime({ offset: true, error: "Due must be an ISO 8601 date and time." }).nullable(),
  length: z.int({ error: NO_LENGTH }).min(1, { error: NO_LENGTH }).max(MAX_LENGTH, { error: NO_LENGTH }).nullable(),
  slot: z.enum(SLOTS, { error: "Slot must be home, newsletter or empty." }),
  section: text({ name: "Section", max: 100 }).describe("The name or slug of a category; empty for none"),
  note: messageText({ name: "Note", max: MAX_NOTE }),
};
const change = z.object(fields, { error: "The body must be a JSON object." }).partial();
export type IdeaChange = z.infer<typeof change>;
const body = change.required({ title: true });
export type IdeaBody = z.infer<typeof body>;

const ideaQuery = pageQuery.extend({
  state: z.enum(STORY_STATES, { error: `State must be ${STORY_STATES.join(", ")}.` }).optional(),
  person: wholeNumber("Person", 0, 999_999_999, 0).describe("Assigned to this account; 0 for all"),
  slot: z.enum(SLOTS, { error: "Slot must be home or newsletter." }).default(""),
  section: text({ name: "Section", max: 100 }).default("").describe("The name or slug of a category"),
  due: z
    .enum(DUES, { error: `Due must be ${DUES.join(", ")}.` })
    .optional()
    .describe(
      "`late`: it should be there; `today` and `week`: due by the end of the day or within seven days, and late ones; `none`: without a time",
    ),
  query: text({ name: "Query", max: 200 }).default("").describe("Stories with all of these words in the title or note"),
  open: z
    .enum(["true", "false"], { error: "Open must be true or false." })
    .optional()
    .describe("Without assigned people"),
  done: z
    .enum(["true", "false"], { error: "Done must be true or false." })
    .optional()
    .describe("Only stories that are published or withdrawn, or only others"),
});
export type IdeaQuery = z.infer<typeof ideaQuery>;

const params = z.object({ id: idText });
const write = { access: "idea.write", tags: ["Calendar"] } as const;

export const budgetEndpoints = endpoints({
  "GET /budget": {
    ...write,
    isTool: true,
    summary: "The story budget: ideas and assignments by their due time, those without one last",
    description: "Writers and contributors get what they added, what is assigned to them, and what is open.",
    query: ideaQuery,
    response: { 200: z.array(idea) },
  },
  "POST /budget": {
    ...write,
    isTool: true,
    summary: "Add an idea for a story",
    description: "A repeated request with the same Idempotency-Key returns the existing idea.",
    body,
    headers: ["idempotency-key"],
    errors: ["unknown_person", "unknown_category", "too_many_ideas"],
    response: { 201: idea },
  },
  "GET /budget/people": {
    access: "idea.assign",
    tags: ["Calendar"],
    summary: "The people whom stories can be assigned to",
    response: { 200: z.array(person) },
  },
  "GET /budget/:id": { ...write, summary: "One story of the budget", params, response: { 200: idea } },
  "PUT /budget/:id": {
    ...write,
    isTool: true,
    summary: "Change a story of the budget; omitted fields keep their value",
    description:
      "With its ETag in If-Match, responds 409 if it has changed since. Title and section of a story with an article are changed in the article. Anyone may take an open story, or give up an own one; assigning others needs `idea.assign`.",
    params,
    body: change,
    headers: ["if-match"],
    errors: ["unknown_person", "unknown_category", "idea_has_article"],
    response: { 200: idea },
  },
  "DELETE /budget/:id": {
    ...write,
    summary: "Delete a story from the budget; its article stays",
    params,
    response: { 204: noContent },
  },
  "POST /budget/:id/draft": {
    ...write,
    isTool: true,
    summary: "Make the draft of a story; a second request makes none",
    description: "By the people that it is assigned to, otherwise by the caller. What is planned is its first note.",
    params,
    response: { 200: idea },
  },
});
export type BudgetEndpoints = typeof budgetEndpoints;
