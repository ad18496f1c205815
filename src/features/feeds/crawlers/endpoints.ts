import { z } from "zod";
import { endpoints } from "#shared/endpoint.ts";
import { givenSchemas, shownSchemas } from "#shared/fields/schemas.ts";
import { CRAWLER_FIELDS, CRAWLER_NAMES, type CrawlerName, type CrawlerPolicy } from "./rules.ts";

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
  })
  .meta({ id: "CrawlerPolicy" }) satisfies z.ZodType<CrawlerPolicy>;

/** Omitted fields keep their value. */
const policyBody = z
  .strictObject(
    { ...givenSchemas(CRAWLER_FIELDS), allowed: names("Allowed"), denied: names("Denied") },
    { error: "The body must be a JSON object with search, ai_answers, ai_training, allowed and denied." },
  )
  .partial()
  .refine(({ allowed = [], denied = [] }) => !allowed.some((name) => denied.includes(name)), {
    path: ["denied"],
    error: "A crawler cannot be both allowed and denied.",
  });
export type CrawlerPolicyBody = z.infer<typeof policyBody>;

export const crawlerEndpoints = endpoints({
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
