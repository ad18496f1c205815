import { renderToStaticMarkup } from "react-dom/server";
import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import { shows } from "#db/scopes.ts";
import { findPublished } from "#features/articles/queries.ts";
import { withOwnCards } from "#features/articles/readers-content.ts";
import type { PageRecord } from "#features/articles/schema.ts";
import { shownSlug } from "#features/articles/slug.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { authorScope } from "#features/identity/accounts/queries.ts";
import { pictureAddresses } from "#features/media/pictures/queries.ts";
import { keyInAddress, keysInTexts } from "#features/media/pictures/rules.ts";
import { readSiteLanguage } from "#features/settings/facts/queries.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import type { SiteInfo } from "#shared/page.ts";
import { ownUrl } from "#shared/pictures.ts";
import type { Viewer } from "#shared/viewer.ts";
import { presentChange, presentCorrection, presentDisclosures, presentNote } from "../present.ts";
import {
  correctionsOf,
  disclosuresOf,
  findVersion,
  namedDisclosures,
  pageCorrections,
  pageVersions,
  storedTexts,
  type VersionRow,
} from "../queries.ts";
import { disclosureSentences } from "../rules.ts";
import { contentHash, type PublishedText } from "../serialize.ts";
import {
  Changes,
  type ChangesView,
  type CorrectionsView,
  type ShownChange,
  type VersionView,
} from "../site/record-pages.tsx";

const MAX_SHOWN = 20;
/** Corrections or changes per page, and the maximum number of such pages. */
const PAGE_SIZE = 25;
const MAX_PAGES = 10_000;

type Db = Database["db"];
/** `language`: of the site, unless the newsroom has set another. */
type RecordStore = { db: Db; language: SiteInfo["language"] };

export async function pageRecord(store: RecordStore, now: number, articleId: number): Promise<PageRecord> {
  const { db } = store;
  const { rows, total } = await pageVersions(db, now, articleId, { limit: MAX_SHOWN, offset: 0 });
  const corrections = (await correctionsOf(db, [articleId])).get(articleId) ?? [];
  const disclosed = (await disclosuresOf(db, now, [articleId])).get(articleId) ?? [];
  shows(...disclosed.map(({ account }) => authorScope(account)));
  const { time_zone: zone } = await readNewsroom(db);
  const language = await readSiteLanguage(db, store.language);
  const changes = await shownChanges(db, rows, language);
  const shown = { articleId, changes, hasMore: total > rows.length, zone, language };
  return {
    changes_html: total === 0 ? "" : renderToStaticMarkup(<Changes {...shown} />),
    corrections: corrections.map(presentNote),
    disclosure_sentences: disclosureSentences(disclosed, language),
    ...(disclosed.length > 0 && { disclosures: presentDisclosures(disclosed) }),
  };
}

const shownChanges = (db: Db, rows: VersionRow[], language: string | undefined): Promise<ShownChange[]> =>
  Promise.all(
    rows.map(async (row) => ({
      ...presentChange(row),
      disclosed: row.disclosures === null ? [] : disclosureSentences(await namedDisclosures(db, [row]), language),
    })),
  );

const onPage = (page: number) => ({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
const isBeyond = (page: number, count: number) => page > MAX_PAGES || (page > 1 && count === 0);
const isLast = (page: number, total: number) => page * PAGE_SIZE >= total;

/** A page of all corrections, counted from 1; undefined beyond the last. */
export async function readCorrections(
  db: Db,
  viewer: Viewer,
  now: number,
  page: number,
): Promise<CorrectionsView | undefined> {
  const { rows, total } = await pageCorrections(db, viewer, now, onPage(Math.min(page, MAX_PAGES)));
  if (isBeyond(page, rows.length)) return undefined;
  return { corrections: rows.map(presentCorrection), page, isLast: isLast(page, total) };
}

/** A page of all changes of an article, counted from 1; undefined beyond the last, and without a public version. */
export async function readChanges(
  store: RecordStore,
  { viewer, now }: { viewer: Viewer; now: number },
  articleId: number,
  page: number,
): Promise<ChangesView | undefined> {
  const { db } = store;
  const { rows, total } = await pageVersions(db, now, articleId, onPage(Math.min(page, MAX_PAGES)));
  if (total === 0 || isBeyond(page, rows.length)) return undefined;
  const article = await findPublished(db, viewer, now, articleId);
  const current = article && contentHash(article);
  const former = rows.flatMap(({ content_hash }) => content_hash ?? []).filter((hash) => hash !== current);
  const readable = article ? await storedTexts(db, articleId, former) : new Set();
  const changes = await shownChanges(db, rows, await readSiteLanguage(db, store.language));
  return {
    article: article ? { title: article.title, slug: shownSlug(article) } : null,
    changes: changes.map((change) => ({ ...change, isReadable: readable.has(change.content_hash) })),
    page,
    isLast: isLast(page, total),
  };
}

/** The full text of one version, without pictures removed since; undefined for what readers may not see. */
export async function readVersion(
  { db, content }: { db: Db; content: ContentPreparer },
  { viewer, now }: { viewer: Viewer; now: number },
  articleId: number,
  n: number,
): Promise<VersionView | undefined> {
  const version = await findVersion(db, viewer, now, articleId, n);
  if (!version) return undefined;
  const { article } = version;
  const removed = await removedPictures(db, version);
  const known = { pictures: new Map(), cards: new Map(), removed };
  const corrections = (await correctionsOf(db, [articleId])).get(articleId) ?? [];
  const page = (await content.prepare(version.content, [], "article", known)).content.pageHtml;
  return {
    date: new Date(version.at).toISOString(),
    isCurrent: contentHash(article) === version.content_hash,
    slug: shownSlug(article),
    language: article.language,
    title: version.title,
    excerpt: version.excerpt,
    imageUrl: ownUrl(removed.has(keyInAddress(version.image_url) ?? "") ? "" : version.image_url),
    html: await withOwnCards(db, { viewer, now }, page),
    corrections: corrections.filter((one) => one.n <= n).map(presentNote),
  };
}

/** The keys of pictures in a text that the site no longer has. */
async function removedPictures(db: Db, { image_url, content }: PublishedText): Promise<Set<string>> {
  const removed = new Set(keysInTexts(image_url, content));
  for (const keys of chunksOf([...removed]))
    for (const key of (await pictureAddresses(db, keys)).keys()) removed.delete(key);
  return removed;
}
