import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { idText, noContent, pageQuery, text, wholeNumber } from "#shared/schema.ts";
import { MAX_ADDRESS_LENGTH } from "#shared/web-address.ts";
import { MAX_OPML_BYTES, MAX_TITLE, RULE_EFFECTS, STORY_STATES } from "./rules.ts";

const source = z
  .object({
    id: z.int().positive(),
    url: z.string().describe("The address of its feed"),
    title: z.string(),
    site_url: z.string().describe("The page that it is the feed of; empty if unknown"),
    category: z.string().describe("The category of drafts that are made of its stories; empty for the oldest one"),
    is_active: z.boolean(),
    off_because: z
      .enum(["", "gone", "failures"])
      .describe(
        "Why it was switched off: its host said that the feed is gone, or it failed for 14 days; otherwise empty",
      ),
    created: z.iso.datetime(),
    polled: z.iso.datetime().nullable().describe("The last attempt to fetch it"),
    succeeded: z.iso.datetime().nullable(),
    due: z.iso.datetime().nullable().describe("When it is fetched next; null while it is switched off"),
    error: z.string().describe("Why the last attempt failed; empty for a success"),
    failures: z.int().describe("Failed attempts since the last success"),
    is_pushed: z.boolean().describe("Whether a hub sends changes immediately (WebSub)"),
    items: z.int().describe("Items of it that are stored"),
  })
  .meta({ id: "WireSource" });
export type WireSource = z.infer<typeof source>;

const item = z.object({
  source: z.object({ id: z.int().positive(), title: z.string() }),
  title: z.string(),
  summary: z.string().describe("Plain text"),
  author: z.string(),
  address: z.string().describe("The page on the publisher's site; empty if the feed has none"),
  published: z.iso.datetime(),
});

const story = item
  .extend({
    id: z.int().positive(),
    state: z.enum(STORY_STATES),
    topics: z.array(z.string()).describe("What rules gave it"),
    article: z.int().positive().nullable().describe("The draft that was made of it"),
    others: z.array(item).describe("Items that report the same, from the oldest on"),
  })
  .meta({ id: "WireStory" });
export type WireStory = z.infer<typeof story>;

const rule = z
  .object({
    id: z.int().positive(),
    words: z.array(z.string()),
    effect: z.enum(RULE_EFFECTS).describe("`topic`: drafts get the topic; `mute`: the story is not in the inbox"),
    topic: z.string(),
  })
  .meta({ id: "WireRule" });
export type WireRule = z.infer<typeof rule>;

const address = z
  .string({ error: "Url must be text." })
  .trim()
  .min(1, { error: "Url is required." })
  .max(MAX_ADDRESS_LENGTH, { error: `Url must have at most ${MAX_ADDRESS_LENGTH} characters.` });

const NO_SOURCE_BODY = "The body must be a JSON object with url or opml.";
const newSources = z
  .object(
    {
      url: address.optional().describe("A feed, a page that names one, or an OPML list"),
      opml: z
        .string({ error: "Opml must be text." })
        .max(MAX_OPML_BYTES, { error: `Opml must have at most ${MAX_OPML_BYTES} characters.` })
        .optional()
        .describe("The text of an OPML list"),
    },
    { error: NO_SOURCE_BODY },
  )
  .refine(({ url, opml }) => (url === undefined) !== (opml === undefined), { error: NO_SOURCE_BODY });
export type NewSources = z.infer<typeof newSources>;

const added = z
  .object({
    added: z.array(source),
    skipped: z.array(z.object({ url: z.string(), reason: z.string() })).describe("What an OPML list has besides"),
  })
  .meta({ id: "AddedWireSources" });
export type AddedSources = z.infer<typeof added>;

const sourceChange = z
  .object(
    {
      url: address,
      title: text({ name: "Title", min: 1, max: MAX_TITLE }),
      category: text({ name: "Category", max: 100 }).describe("The name of a category; empty for the oldest one"),
      is_active: z.boolean({ error: "is_active must be true or false." }),
    },
    { error: "The body must be a JSON object with url, title, category or is_active." },
  )
  .partial();
export type SourceChange = z.infer<typeof sourceChange>;

const NO_WORDS = "Words must be a list of words or phrases.";
const ruleBody = z
  .object(
    {
      words: z
        .array(text({ name: "A word", min: 1, max: 100 }), { error: NO_WORDS })
        .min(1, { error: "Name at least one word." })
        .max(50, { error: "There may be at most 50 words." }),
      effect: z.enum(RULE_EFFECTS, { error: "Effect must be topic or mute." }),
      topic: text({ name: "Topic", max: 60 }).default(""),
    },
    { error: "The body must be a JSON object with words and effect." },
  )
  .refine(({ effect, topic }) => effect === "mute" || topic !== "", { error: "Topic is required.", path: ["topic"] });
export type RuleBody = z.infer<typeof ruleBody>;

const storyQuery = pageQuery.extend({
  query: text({ name: "Query", max: 200 }).default("").describe("Stories with all of these words"),
  state: z.enum(STORY_STATES, { error: `State must be ${STORY_STATES.join(", ")}.` }).optional(),
  source: wholeNumber("Source", 0, 999_999_999, 0).describe("The id of a source; 0 for all"),
});
export type StoryQuery = z.infer<typeof storyQuery>;

const params = z.object({ id: idText });
const manage = { access: "wire.manage", tags: ["Wire"] } as const;
const triage = { access: "wire.triage", tags: ["Wire"] } as const;

export const wireEndpoints = endpoints({
  "GET /sources": {
    ...triage,
    summary: "Feeds of other publishers, with the result of the last attempt to fetch each",
    query: pageQuery,
    response: { 200: z.array(source) },
  },
  "POST /sources": {
    ...manage,
    summary: "Add a feed by its address or that of its site, or all feeds of an OPML list",
    description:
      "A feed is fetched once before it is stored. 400 for an address without a feed, or on a private network.",
    bodyLimit: 2 * MAX_OPML_BYTES,
    body: newSources,
    errors: ["source_exists", "too_many_sources", "feed_unreadable"],
    response: { 201: added },
  },
  "GET /sources/:id": { ...triage, summary: "One source", params, response: { 200: source } },
  "PUT /sources/:id": {
    ...manage,
    summary: "Change a source; omitted fields keep their value",
    description: "With its ETag in If-Match, responds 409 if it has changed since.",
    params,
    body: sourceChange,
    headers: ["if-match"],
    errors: ["source_exists", "feed_unreadable"],
    response: { 200: source },
  },
  "DELETE /sources/:id": {
    ...manage,
    summary: "Delete a source with its items; drafts stay",
    params,
    response: { 204: noContent },
  },
  "POST /sources/:id/poll": {
    ...manage,
    summary: "Fetch a source now; the response says how it went",
    params,
    rateLimit: { max: 60, timeWindow: 60_000 },
    response: { 200: source },
  },
  "GET /wire/stories": {
    ...triage,
    isTool: true,
    summary: "Stories of the wire, newest first; items that report the same are one story",
    query: storyQuery,
    cost: "search",
    response: { 200: z.array(story) },
  },
  "GET /wire/stories/:id": { ...triage, summary: "One story", params, response: { 200: story } },
  "PATCH /wire/stories/:id": {
    ...triage,
    summary: "Dismiss a story, or put it back into the inbox",
    params,
    body: z.object({ state: z.enum(["new", "dismissed"], { error: "State must be new or dismissed." }) }),
    response: { 200: story },
  },
  "POST /wire/stories/:id/draft": {
    ...triage,
    isTool: true,
    summary:
      "Make a draft with a credit, the original address, a card of it, and the sources; a second request makes none",
    params,
    response: { 200: story },
  },
  "GET /wire/rules": { ...triage, summary: "Rules for new items of the wire", response: { 200: z.array(rule) } },
  "POST /wire/rules": {
    ...manage,
    summary: "Add a rule for items that come in from now on",
    body: ruleBody,
    errors: ["too_many_rules"],
    response: { 201: rule },
  },
  "DELETE /wire/rules/:id": { ...manage, summary: "Delete a rule", params, response: { 204: noContent } },
});
export type WireEndpoints = typeof wireEndpoints;
