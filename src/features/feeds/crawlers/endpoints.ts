import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { flag, givenSchemas, shownSchemas } from "#shared/fields/schemas.ts";
import {
  CRAWLER_FIELDS,
  CRAWLER_NAMES,
  type CrawlerName,
  type CrawlerPolicy,
  PURPOSES,
  type Purpose,
} from "./rules.ts";

const names = (field: string) => {
  const name = z.enum(CRAWLER_NAMES as [CrawlerName, ...CrawlerName[]], {
    error: `${field} must be names of known crawlers, such as GPTBot.`,
  });
  return z
    .array(name, { error: `${field} must be a list of names.` })
    .transform((given) => CRAWLER_NAMES.filter((one) => given.includes(one)));
};

export const crawlerPolicy = z
  .object({
    ...shownSchemas(CRAWLER_FIELDS),
    allowed: z.array(z.enum(CRAWLER_NAMES)).describe("Crawlers that are allowed although their purpose is denied."),
    denied: z.array(z.enum(CRAWLER_NAMES)).describe("Crawlers that are denied although their purpose is allowed."),
    blocks_denied: z.boolean().describe("Requests of denied crawlers get 403."),
  })
  .meta({ id: "CrawlerPolicy" }) satisfies z.ZodType<CrawlerPolicy>;

/** Omitted fields keep their value. */
const policyBody = z
  .strictObject(
    {
      ...givenSchemas(CRAWLER_FIELDS),
      allowed: names("Allowed"),
      denied: names("Denied"),
      blocks_denied: flag("Blocks denied"),
    },
    {
      error: "The body must be a JSON object with search, ai_answers, ai_training, allowed, denied and blocks_denied.",
    },
  )
  .partial()
  .refine(({ allowed = [], denied = [] }) => !allowed.some((name) => denied.includes(name)), {
    path: ["denied"],
    error: "A crawler cannot be both allowed and denied.",
  });
export type CrawlerPolicyBody = z.infer<typeof policyBody>;

const crawler = z
  .object({
    name: z.enum(CRAWLER_NAMES),
    operator: z.string(),
    purpose: z.enum(PURPOSES as [Purpose, ...Purpose[]]),
    is_denied: z.boolean(),
    ignores_denial: z.boolean().describe("It fetched more than a day after the rules that deny it."),
    has_ranges: z.boolean().describe("Its operator publishes addresses. Without them anybody may use the name."),
    fetched: z.int(),
    blocked: z.int(),
    last_on: z.string().nullable().describe("The day of its last request, in UTC."),
  })
  .meta({ id: "Crawler" });
export type Crawler = z.infer<typeof crawler>;

export const crawlerEndpoints = endpoints({
  "GET /crawlers": {
    access: "settings.manage",
    tags: ["Settings"],
    summary: "What known crawlers fetched in 30 days, by the name that they send",
    description: "Names are not verified. Counts are stored every few seconds, without addresses.",
    response: { 200: z.array(crawler) },
  },
  "GET /settings/crawlers": {
    access: "public",
    tags: ["Settings"],
    summary: "What crawlers may fetch articles for: search, answers by AI, training of AI",
    response: { 200: crawlerPolicy },
  },
  "PUT /settings/crawlers": {
    access: "settings.manage",
    tags: ["Settings"],
    summary: "Change what crawlers may fetch articles for; omitted fields keep their value",
    description:
      "Becomes robots.txt, Content-Signal, license.xml and llms.txt. With their ETag in If-Match, responds 409 if they have changed since.",
    body: policyBody,
    headers: ["if-match"],
    response: { 200: crawlerPolicy },
  },
});
export type CrawlerEndpoints = typeof crawlerEndpoints;
