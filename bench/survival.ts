import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { openDatabase } from "#db/open-database.ts";
import { EVERYTHING } from "#db/scopes.ts";
import type { ArticleDetail, ArticleSummary } from "#features/articles/schema.ts";
import { FIRST_CATEGORIES } from "#shared/first-categories.ts";
import { pageUrl } from "#shared/urls.ts";
import { apiUrl } from "#test/support/api-url.ts";
import { addEditor, logIn } from "./support/editor.ts";
import type { Outcome } from "./support/outcome.ts";
import { databasePath, type Publications, startSite } from "./support/publication.ts";

const WHOLE = 100_000;
const SAMPLE = 10_000;
const ARTICLE_PAGES = 60;
/** How long until views are written. */
const FLUSHED_MS = 4_000;
/** An older page is rendered again whatever was edited, in milliseconds. */
const MAX_AGE_MS = 15_000;
/** The share of all pages that must survive the edits of one article. */
const MIN_SHARE = { body: 0.95, title: 0.8, created: 0.5, view: 1 };

type Group = "home" | "categories" | "articles" | "others";
type Page = { group: Group; address: string };
type Edit = { name: string; min?: number; make: () => Promise<unknown> };
type Row = { name: string; min: number; shares: Record<Group | "all", number> };

/** The share of cached pages that survive an edit at 100,000 articles (a tenth of them unless `full`). */
export async function measureSurvival(publications: Publications, full: boolean): Promise<Outcome> {
  const count = full ? WHOLE : SAMPLE;
  const dataDir = await publications.make(count);
  const password = addEditor(dataDir);
  const database = await openDatabase({ engine: "sqlite", path: databasePath(dataDir) });
  const site = await startSite(dataDir);
  try {
    const editor = await startEditor(site.url, await logIn(site.url, password));
    const pages = pagesAt(readIds(dataDir));
    const rows: Row[] = [];
    for (const edit of editsOf(editor, database, readIds(dataDir)))
      rows.push(await measureEdit(site.url, database, pages, edit));
    return outcome(count, pages.length, rows);
  } finally {
    await site.stop();
    await database.close();
  }
}

function outcome(count: number, pages: number, rows: Row[]): Outcome {
  const percent = (share: number) => `${(share * 100).toFixed(0)}%`;
  return {
    limit: `pages that survive an edit, of ${pages} at ${count} articles; of all at least ${rows
      .filter(({ min }) => min > 0)
      .map(({ name, min }) => `${percent(min)} (${name})`)
      .join(", ")}`,
    columns: ["edit", "home", "categories", "articles", "others", "all"],
    rows: rows.map(({ name, shares: { home, categories, articles, others, all } }) => [
      name,
      ...[home, categories, articles, others, all].map(percent),
    ]),
    passed: rows.every(({ min, shares }) => shares.all >= min),
    notes: ["'everything' is what any edit did while there was one version for all of the content."],
    figures: rows
      .filter(({ min }) => min > 0)
      .map(({ name, min, shares }) => ({
        what: `cached pages that outlive an edit at ${count} articles: ${name}`,
        limit: `at least ${percent(min)}`,
        measured: percent(shares.all),
        held: shares.all >= min,
      })),
  };
}

type Editor = Awaited<ReturnType<typeof startEditor>>;

function startEditor(url: string, authorization: { authorization: string }) {
  const headers = { ...authorization, "content-type": "application/json" };
  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`);
    return response;
  };
  const read = async <T>(path: string): Promise<T> => (await (await fetch(`${url}${path}`)).json()) as T;
  return { send, read, headers, url };
}

function editsOf({ send, read, url }: Editor, database: Database, ids: number[]): Edit[] {
  const id = ids[Math.floor(ids.length / 3)] ?? 0;
  const change = (of: number, body: object) => send("PUT", apiUrl.article(of), body);
  const added = { title: "A new article", excerpt: "In short.", content: "<p>At length.</p>", tags: ["bench"] };
  return [
    {
      name: "everything",
      make: () => changeContent(database, async () => ({ result: undefined, changed: [EVERYTHING] })),
    },
    {
      name: "a comma in a body",
      min: MIN_SHARE.body,
      make: async () => {
        const { content } = await read<ArticleDetail>(apiUrl.article(id));
        await change(id, { content: content.replace("</p>", ",</p>") });
      },
    },
    { name: "a title", min: MIN_SHARE.title, make: () => change(id, { title: "Another title" }) },
    {
      name: "a title on the home page",
      make: async () => {
        const [newest] = await read<ArticleSummary[]>(apiUrl.latest());
        if (newest) await change(newest.id, { title: "Another title at home" });
      },
    },
    {
      name: "a new article",
      min: MIN_SHARE.created,
      make: () =>
        send("POST", apiUrl.articles(), { ...added, category: FIRST_CATEGORIES[0].name, status: "published" }),
    },
    {
      name: "a draft",
      min: MIN_SHARE.view,
      make: () => send("POST", apiUrl.articles(), { ...added, category: FIRST_CATEGORIES[0].name, status: "draft" }),
    },
    {
      name: "a view",
      min: MIN_SHARE.view,
      make: async () => {
        await fetch(`${url}${apiUrl.view(id)}`, { method: "POST", headers: { "user-agent": "Mozilla/5.0" } });
        await sleep(FLUSHED_MS);
      },
    },
    { name: "an ad on article pages", make: () => send("POST", apiUrl.ads(), { name: "Bench", location: "article" }) },
  ];
}

function pagesAt(ids: number[]): Page[] {
  const step = Math.max(1, Math.floor(ids.length / ARTICLE_PAGES));
  const articles = Array.from({ length: ARTICLE_PAGES }, (_, place) => ids[place * step + 1] ?? 0);
  const pages = (group: Group, addresses: string[]) => addresses.map((address) => ({ group, address }));
  return [
    ...pages("home", [pageUrl.home()]),
    ...pages(
      "categories",
      FIRST_CATEGORIES.map(({ slug }) => pageUrl.category(slug)),
    ),
    ...pages(
      "articles",
      articles.map((id) => pageUrl.article(id)),
    ),
    ...pages("others", [pageUrl.about(), pageUrl.contact(), pageUrl.privacyPolicy(), pageUrl.advertise()]),
  ];
}

/** Ids of the articles that readers see. */
function readIds(dataDir: string): number[] {
  const database = new Sqlite(databasePath(dataDir), { readonly: true });
  try {
    const query =
      "select id from article where status = 'published' and published_at <= unixepoch() * 1000 order by id";
    return database.prepare(query).pluck().all() as number[];
  } finally {
    database.close();
  }
}

/** Fills the cache with fresh pages, makes the edit, and checks which of them are still the same. */
async function measureEdit(
  url: string,
  database: Database,
  pages: Page[],
  { name, min = 0, make }: Edit,
): Promise<Row> {
  await changeContent(database, async () => ({ result: undefined, changed: [EVERYTHING] }));
  const began = Date.now();
  const before = new Map<string, number>();
  for (const { address } of pages) before.set(address, await renderedAt(`${url}${address}`));
  await make();
  const kept = new Set<Page>();
  for (const page of pages)
    if ((await renderedAt(`${url}${page.address}`)) === before.get(page.address)) kept.add(page);
  if (Date.now() - began > MAX_AGE_MS) throw new Error(`"${name}" took so long that pages have ended by their age.`);
  const shareOf = (among: Page[]) => among.filter((page) => kept.has(page)).length / among.length;
  const ofGroup = (group: Group) => shareOf(pages.filter((page) => page.group === group));
  return {
    name,
    min,
    shares: {
      home: ofGroup("home"),
      categories: ofGroup("categories"),
      articles: ofGroup("articles"),
      others: ofGroup("others"),
      all: shareOf(pages),
    },
  };
}

/** When a page was rendered, according to its response. */
async function renderedAt(address: string): Promise<number> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  const time = /"renderedAt":(\d+)/.exec(await response.text())?.[1];
  if (!time) throw new Error(`${address} does not say when it was rendered.`);
  return Number(time);
}
