import { labelledTitle } from "#shared/genres.ts";
import type { SiteInfo } from "#shared/page.ts";
import { textIn } from "#shared/translate.ts";
import { absoluteUrl, feedUrl, pageUrl } from "#shared/urls.ts";
import type { Site } from "../present.ts";
import { xmlFile } from "../xml.ts";
import {
  CRAWLER_NAMES,
  type CrawlerName,
  type CrawlerPolicy,
  crawlerOf,
  isDenied,
  PURPOSES,
  type Purpose,
  statesTerms,
} from "./rules.ts";

type Origin = Pick<SiteInfo, "url">;

const CLOSED_TO_ALL = ["Disallow: /admin", "Disallow: /api/", "Disallow: /go/", "Disallow: /r/"];

/** The names that content signals (https://contentsignals.org) and RSL 1.0 have for each purpose. */
const SIGNALS = { search: "search", ai_answers: "ai-input", ai_training: "ai-train" } as const satisfies Record<
  Purpose,
  string
>;
const USES = { search: ["search"], ai_answers: ["ai-input", "ai-index"], ai_training: ["ai-train"] } as const;

const signalsOf = (policy: Pick<CrawlerPolicy, Purpose>) =>
  `Content-Signal: ${PURPOSES.map((purpose) => `${SIGNALS[purpose]}=${policy[purpose] === "allow" ? "yes" : "no"}`).join(", ")}`;

const group = (names: readonly string[], rules: readonly string[]): string[] =>
  names.length === 0 ? [] : [...names.map((name) => `User-agent: ${name}`), ...rules, ""];

/** Without terms, only what is closed to all. A crawler obeys the group that names it alone, so each group is complete. */
export function robotsTxt(site: Origin, policy: CrawlerPolicy): string {
  const states = statesTerms(policy);
  const denied = CRAWLER_NAMES.filter((name) => isDenied(policy, name));
  const excepted = (purpose: Purpose) => (name: CrawlerName) =>
    crawlerOf(name).purpose === purpose && policy[purpose] === "deny" && !isDenied(policy, name);
  const sitemaps = [feedUrl.sitemapIndex(), feedUrl.newsSitemap()].map((path) => absoluteUrl(site.url, path));
  return [
    ...(states ? [`License: ${absoluteUrl(site.url, feedUrl.license())}`, ""] : []),
    ...group(["*"], [...(states ? [signalsOf(policy)] : []), ...CLOSED_TO_ALL]),
    ...PURPOSES.flatMap((purpose) =>
      group(CRAWLER_NAMES.filter(excepted(purpose)), [signalsOf({ ...policy, [purpose]: "allow" }), ...CLOSED_TO_ALL]),
    ),
    ...group(denied, ["Disallow: /"]),
    ...sitemaps.map((url) => `Sitemap: ${url}`),
    "",
  ].join("\n");
}

/** The terms as Really Simple Licensing 1.0 (https://rslstandard.org/rsl). */
export function licenseXml(policy: CrawlerPolicy): string {
  const uses = (choice: "allow" | "deny") => PURPOSES.filter((purpose) => policy[purpose] === choice);
  const element = (purposes: Purpose[]) =>
    purposes.length === 0
      ? undefined
      : { "@type": "usage", "#text": purposes.flatMap((purpose) => USES[purpose]).join(",") };
  const license = { permits: element(uses("allow")), prohibits: element(uses("deny")) };
  return xmlFile("rsl", { "@xmlns": "https://rslstandard.org/rsl", content: { "@url": "/", license } });
}

/** The size of `llms.txt`, in bytes. */
const MAX_LLMS_BYTES = 50_000;

export type LlmsContents = {
  site: Site;
  /** Path and title. */
  pages: readonly { path: string; title: string }[];
  sections: readonly {
    name: string;
    articles: readonly { id: number; title: string; excerpt: string; genre: string }[];
  }[];
};

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
const linkTo = (url: string, title: string, about = "") =>
  `- [${oneLine(title).replace(/[[\]\\]/g, "\\$&")}](${url})${about && `: ${oneLine(about)}`}`;

/** What assistants should read first (https://llmstxt.org): pages, feeds, and the newest articles as Markdown while there is room. */
export function llmsTxt({ site, pages, sections }: LlmsContents): string {
  const t = textIn(site.language);
  let left = MAX_LLMS_BYTES;
  const fits = (lines: string[]) => {
    const size = Buffer.byteLength(`${lines.join("\n")}\n`);
    if (size > left) return false;
    left -= size;
    return true;
  };
  /** A section with the lines that fit; no section if the first does not. */
  const section = (name: string, lines: string[]): string[] => {
    const head = ["", `## ${oneLine(name)}`, ""];
    if (lines.length === 0 || !fits([...head, lines[0] ?? ""])) return [];
    return [...head, lines[0] ?? "", ...lines.slice(1).filter((line) => fits([line]))];
  };
  const head = [`# ${oneLine(site.name)}`, "", `> ${oneLine(site.description)}`];
  fits(head);
  const files = [
    linkTo(absoluteUrl(site.url, feedUrl.rss()), "RSS"),
    linkTo(absoluteUrl(site.url, feedUrl.json()), "JSON Feed"),
    linkTo(absoluteUrl(site.url, feedUrl.sitemapIndex()), "Sitemap"),
  ];
  const feeds = section("RSS", files);
  const shown = section(
    t("Pages"),
    pages.map(({ path, title }) => linkTo(absoluteUrl(site.url, path), title)),
  );
  const articles = sections.flatMap(({ name, articles: rows }) =>
    section(
      name,
      rows.map((row) =>
        linkTo(absoluteUrl(site.url, `${pageUrl.article(row.id)}.md`), labelledTitle(row, site.language), row.excerpt),
      ),
    ),
  );
  return `${[...head, ...shown, ...articles, ...feeds].join("\n")}\n`;
}
