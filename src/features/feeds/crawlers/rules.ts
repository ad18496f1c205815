import type { Fields, ValuesOf } from "#shared/fields/fields.ts";

const CHOICE = {
  kind: "choice",
  values: ["allow", "deny"],
  initial: "allow",
  labels: { allow: "Allow", deny: "Deny" },
} as const;

/** What crawlers may fetch articles for. */
export const CRAWLER_FIELDS = {
  search: {
    ...CHOICE,
    name: "Search",
    label: "Search",
    hint: "Search engines list the articles, with links to them.",
  },
  ai_answers: {
    ...CHOICE,
    name: "Answers by AI",
    label: "Answers by AI",
    hint: "Assistants read articles to answer a question, mostly with a link.",
  },
  ai_training: {
    ...CHOICE,
    name: "Training of AI",
    label: "Training of AI",
    hint: "Models learn from the articles.",
  },
} as const satisfies Fields;
type Choices = ValuesOf<typeof CRAWLER_FIELDS>;
export type Purpose = keyof Choices;
export const PURPOSES = Object.keys(CRAWLER_FIELDS) as Purpose[];

/**
 * `sends: false`: a name for `robots.txt` alone, which no request has. `ranges`: its operator publishes the addresses that it crawls
 * from. Without them its name proves nothing.
 */
type Crawler = { operator: string; purpose: Purpose; sends?: false; ranges?: true };

/** Known crawlers by the name that `robots.txt` and their `User-Agent` have. */
export const CRAWLERS = {
  Googlebot: { operator: "Google", purpose: "search", ranges: true },
  bingbot: { operator: "Microsoft", purpose: "search", ranges: true },
  Applebot: { operator: "Apple", purpose: "search", ranges: true },
  DuckDuckBot: { operator: "DuckDuckGo", purpose: "search", ranges: true },
  YandexBot: { operator: "Yandex", purpose: "search" },
  Baiduspider: { operator: "Baidu", purpose: "search" },
  "OAI-SearchBot": { operator: "OpenAI", purpose: "ai_answers", ranges: true },
  "ChatGPT-User": { operator: "OpenAI", purpose: "ai_answers", ranges: true },
  "Claude-SearchBot": { operator: "Anthropic", purpose: "ai_answers" },
  "Claude-User": { operator: "Anthropic", purpose: "ai_answers" },
  PerplexityBot: { operator: "Perplexity", purpose: "ai_answers", ranges: true },
  "Perplexity-User": { operator: "Perplexity", purpose: "ai_answers", ranges: true },
  DuckAssistBot: { operator: "DuckDuckGo", purpose: "ai_answers", ranges: true },
  "MistralAI-User": { operator: "Mistral", purpose: "ai_answers", ranges: true },
  "meta-externalfetcher": { operator: "Meta", purpose: "ai_answers" },
  GPTBot: { operator: "OpenAI", purpose: "ai_training", ranges: true },
  ClaudeBot: { operator: "Anthropic", purpose: "ai_training" },
  "Google-Extended": { operator: "Google", purpose: "ai_training", sends: false },
  "Applebot-Extended": { operator: "Apple", purpose: "ai_training", sends: false },
  "meta-externalagent": { operator: "Meta", purpose: "ai_training" },
  Amazonbot: { operator: "Amazon", purpose: "ai_training" },
  Bytespider: { operator: "ByteDance", purpose: "ai_training" },
  CCBot: { operator: "Common Crawl", purpose: "ai_training", ranges: true },
} as const satisfies Record<string, Crawler>;
export type CrawlerName = keyof typeof CRAWLERS;
export const CRAWLER_NAMES = Object.keys(CRAWLERS) as CrawlerName[];
export const crawlerOf = (name: CrawlerName): Crawler => CRAWLERS[name];

/** The setting: a choice by purpose, and the crawlers for which another one applies than for theirs. */
export type CrawlerPolicy = Choices & {
  allowed: CrawlerName[];
  denied: CrawlerName[];
  /** Denied crawlers get 403. */
  blocks_denied: boolean;
};

export function isDenied(policy: CrawlerPolicy, name: CrawlerName): boolean {
  if (policy.denied.includes(name)) return true;
  return policy[crawlerOf(name).purpose] === "deny" && !policy.allowed.includes(name);
}

/** Whether anything is denied. Without that, the publication states no terms, and grants no licence by saying nothing. */
export const statesTerms = (policy: CrawlerPolicy): boolean =>
  policy.denied.length > 0 || PURPOSES.some((purpose) => policy[purpose] === "deny");
