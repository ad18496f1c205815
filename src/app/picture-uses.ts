import type { Kysely } from "kysely";
import { changeContent } from "#db/change.ts";
import { EVERYTHING, type Scope } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { ADS } from "#features/ads/queries.ts";
import { withPageAmong } from "#features/articles/authors/queries.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { emptyPictureOfWorkingCopies, replacePictureInWorkingCopies } from "#features/articles/desk/pictures.ts";
import { articleDocument } from "#features/articles/document.ts";
import { frontsShowing, picturesOfFronts, setPictureOfFronts } from "#features/articles/fronts/pictures.ts";
import { frontScope } from "#features/articles/fronts/queries.ts";
import {
  articlesShowing,
  emptyPictureOfArticles,
  replacePictureInArticles,
  withoutPicture,
} from "#features/articles/pictures.ts";
import { ownedAmong } from "#features/articles/policy.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { SERIES } from "#features/articles/series/queries.ts";
import { bringItemToArticles } from "#features/articles/tasks.ts";
import { emptyPictureOfTrash } from "#features/articles/trash.ts";
import type { DeskStore } from "#features/articles/type.ts";
import { CATEGORIES } from "#features/categories/queries.ts";
import { workingCopiesShowing, workingCopyTexts } from "#features/documents/history/queries.ts";
import { suggestionsShowing, suggestionTexts } from "#features/documents/suggestions/queries.ts";
import { emptyPictureOfTemplates } from "#features/documents/templates/commands.ts";
import { templatesShowing, templateTexts } from "#features/documents/templates/queries.ts";
import { trashedTitles, trashShowing, trashTexts } from "#features/documents/trash/queries.ts";
import { on } from "#features/events/commands.ts";
import type { Cause } from "#features/events/types.ts";
import { AUTHORS, authorScope } from "#features/identity/accounts/queries.ts";
import type { PictureReplacer, Replacement } from "#features/media/pictures/commands.ts";
import type { FindShownKeys, FindUses } from "#features/media/pictures/queries.ts";
import { keysInTexts } from "#features/media/pictures/rules.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { FindAddresses, ItemListener } from "#features/media/remote/tasks.ts";
import { bringItemToIssues, replacePictureInIssues } from "#features/newsletter/issues/pictures.ts";
import { illustratedIssues, issuesShowing } from "#features/newsletter/issues/queries.ts";
import { ISSUE } from "#features/newsletter/issues/type.ts";
import { illustratedPages, pagesShowing } from "#features/pages/queries.ts";
import { PAGE } from "#features/pages/type.ts";
import { bringItemToPages, replacePictureInPages } from "#features/pages/upkeep.ts";
import {
  appearanceShowing,
  picturesOfAppearance,
  replacePictureInAppearance,
  setPictureOfAppearance,
} from "#features/settings/appearance/pictures.ts";
import { appearanceScope } from "#features/settings/appearance/queries.ts";
import { TOPICS } from "#features/topics/queries.ts";
import { addressesIn, emptyIn, type Pictured, replacePicture, usesIn } from "#platform/records/pictures.ts";
import type { Actor } from "#shared/actor.ts";
import type { DocumentKey, DocumentTypeName } from "#shared/document.ts";
import { escapeValue } from "#shared/html.ts";
import { mayAny } from "#shared/permissions.ts";
import { viewerOf } from "#shared/viewer.ts";

/** The records with pictures. */
const PICTURED: readonly Pictured<PictureUse["type"]>[] = [ADS, TOPICS, SERIES, AUTHORS, CATEGORIES];

type Db = Kysely<Tables>;

/** A kind of things with pictures. All lists derive from these, so a new one must answer for every list. */
type PictureOwner = {
  uses: FindUses;
  /** Texts with the addresses of all stored pictures that it shows; null if they are in `article_picture`. */
  texts: ((db: Db) => Promise<string[]>) | null;
  /** Replaces a picture; returns how many things had it. Null: it stays there. */
  replace: ((store: DeskStore, picture: Replacement, actor: Actor) => Promise<number>) | null;
  /** Clears the fields that name the picture `key`, which was taken down. Null: only texts name it, and show its description. */
  clear: ((cause: Cause, key: string, by: Actor) => Promise<unknown>) | null;
  /** Inserts what was fetched from another host. Null: it has none, or gets it when it is saved. */
  bring: ((store: ArticleStore, item: Parameters<ItemListener>[0]) => Promise<unknown>) | null;
};

/** The uses of documents that are found by their ids, also in the trash. */
const usesInDocuments =
  (find: (db: Db, type: DocumentTypeName, pattern: string) => Promise<number[]>): FindUses =>
  async (db, pattern) => {
    const uses: PictureUse[] = [];
    for (const { type, titles } of [articleDocument, ISSUE, PAGE]) {
      const ids = await find(db, type, pattern);
      const [named, trashed] = [await titles(db, ids), await trashedTitles(db, type, ids)];
      const inTrash = (id: number) => trashed.has(id) && { is_trashed: true as const };
      uses.push(...ids.map((id) => ({ type, id, title: named.get(id) ?? trashed.get(id) ?? "", ...inTrash(id) })));
    }
    return uses;
  };

const recordOwner = (kind: Pictured<PictureUse["type"]>): PictureOwner => ({
  uses: usesIn(kind),
  texts: addressesIn(kind),
  replace: ({ database }, { key, url }) => replacePicture(database, kind, { key }, url),
  clear: ({ trx }, key) => emptyIn(kind)(trx, key),
  bring: async ({ database }, { kind: fetched, address, picture }) =>
    fetched === "picture" && picture !== "" && replacePicture(database, kind, { address }, picture),
});

/** All that shows pictures. Of two uses of one document, the later one counts. */
const OWNERS: readonly PictureOwner[] = [
  {
    uses: usesInDocuments(workingCopiesShowing),
    texts: workingCopyTexts,
    replace: (store, picture, actor) => replacePictureInWorkingCopies(store, actor, picture),
    clear: ({ trx, clock }, key, by) => emptyPictureOfWorkingCopies(trx, { clock }, key, by),
    bring: null,
  },
  { uses: usesInDocuments(suggestionsShowing), texts: suggestionTexts, replace: null, clear: null, bring: null },
  {
    uses: articlesShowing,
    texts: null,
    replace: (store, picture, actor) => replacePictureInArticles(store, actor, picture),
    clear: ({ trx, clock }, key, by) => emptyPictureOfArticles(trx, { clock }, key, by),
    bring: (store, { key }) => bringItemToArticles(store, key),
  },
  {
    uses: issuesShowing,
    texts: illustratedIssues,
    replace: (store, picture, actor) => replacePictureInIssues(store, actor, picture),
    clear: null,
    bring: (store, { address }) => bringItemToIssues(store, address),
  },
  {
    uses: pagesShowing,
    texts: illustratedPages,
    replace: (store, picture, actor) => replacePictureInPages(store, actor, picture),
    clear: null,
    bring: (store, { address }) => bringItemToPages(store, address),
  },
  ...PICTURED.map(recordOwner),
  {
    uses: appearanceShowing,
    texts: picturesOfAppearance,
    replace: (store, picture) => replacePictureInAppearance(store, picture),
    clear: ({ trx, clock }, key) => setPictureOfAppearance(trx, clock, { key, url: "" }),
    bring: null,
  },
  {
    uses: frontsShowing,
    texts: picturesOfFronts,
    replace: ({ database }, picture) => changeContent(database, (trx) => setPictureOfFronts(trx, picture)),
    clear: ({ trx }, key) => setPictureOfFronts(trx, { key, url: "" }),
    bring: null,
  },
  {
    uses: templatesShowing,
    texts: templateTexts,
    replace: null,
    clear: ({ trx }, key) => emptyPictureOfTemplates(trx, key, withoutPicture),
    bring: null,
  },
  // After the articles: one that is moved to the trash in between is found there.
  {
    uses: trashShowing,
    texts: trashTexts,
    replace: null,
    clear: ({ trx }, key) => emptyPictureOfTrash(trx, key),
    bring: null,
  },
];

/** The pictures shown by address in small tables. Articles request theirs when they are written. */
export const SHOWN_ADDRESSES: readonly FindAddresses[] = PICTURED.map(addressesIn);

/** Finds everything that shows a stored picture. */
export const PICTURE_USES: readonly FindUses[] = OWNERS.map(({ uses }) => uses);

/** The pictures shown by anything but articles, whose pictures have a table. */
export const SHOWN_KEYS: readonly FindShownKeys[] = OWNERS.flatMap(({ texts }) =>
  texts ? [async (db: Db) => keysInTexts(...(await texts(db)))] : [],
);

/** Replaces a fetched picture or card wherever it is named. */
export const itemListeners = (store: ArticleStore): readonly ItemListener[] =>
  OWNERS.flatMap(({ bring }) => (bring ? [async (item) => void (await bring(store, item))] : []));

/** A document that names a picture or a page of another site: an article before an issue or a page. */
export async function documentWith(
  db: Db,
  { key, address }: { key: string; address: string },
): Promise<DocumentKey | undefined> {
  const [article] = await articlesShowing(db, key);
  if (article) return { type: "article", id: article.id };
  const pattern = `%${escapeValue(address)}%`;
  const [issue] = await issuesShowing(db, pattern);
  if (issue) return { type: "issue", id: issue.id };
  const [page] = await pagesShowing(db, pattern);
  return page && { type: "page", id: page.id };
}

/** Replaces a picture wherever it may change. */
export const pictureReplacers = (store: DeskStore): readonly PictureReplacer[] =>
  OWNERS.flatMap(({ replace }) => (replace ? [(picture, actor) => replace(store, picture, actor)] : []));

/** Clears the fields that name a picture which was taken down. */
export const clearTakenDown = on(["picture.takedown"], async (cause, events) => {
  for (const { by, facts } of events) for (const { clear } of OWNERS) await clear?.(cause, facts.key, by);
});

/**
 * The uses that an actor may know of: without access to others' drafts, those in published or own articles, and
 * authors. Marks uses that only others can change.
 */
export async function visibleUses(
  { database, clock }: Pick<DeskStore, "database" | "clock">,
  actor: Actor,
  uses: PictureUse[],
): Promise<PictureUse[]> {
  const idsOf = (type: PictureUse["type"]) => uses.flatMap((use) => (use.type === type ? [use.id] : []));
  const now = clock.now();
  const seesAll = mayAny(actor, "article.read");
  const own = seesAll ? new Set(idsOf("article")) : await ownedAmong(database.db, actor.accountId, idsOf("article"));
  const read = seesAll ? [] : await summariesByIds(database.db, viewerOf(actor), now, idsOf("article"));
  const shown = new Set(read.map(({ id }) => id));
  const paged = await withPageAmong(database.db, now, idsOf("author"));
  return uses.flatMap((use): PictureUse[] => {
    if (use.type === "author") return [use.id === actor.accountId ? use : othersProfile(use, paged)];
    if (use.type !== "article") return seesAll ? [use] : [];
    if (own.has(use.id)) return [use];
    return shown.has(use.id) ? [{ ...use, is_others: true }] : [];
  });
}

const othersProfile = (use: PictureUse, paged: ReadonlySet<number>): PictureUse => ({
  ...use,
  is_others: true,
  ...(paged.has(use.id) && { has_page: true }),
});

/** What pages show of a use, if they may crop the picture: an ad is shown uncropped, and mails are not cached. */
const SCOPES: Record<PictureUse["type"], (id: number) => Scope[]> = {
  article: (id) => [articleScope.whole(id), articleScope.card(id)],
  category: () => [EVERYTHING],
  topic: (id) => [TOPICS.scopeOf({ id })],
  series: (id) => [SERIES.scopeOf({ id })],
  author: (id) => [authorScope(id)],
  appearance: () => [appearanceScope],
  front: () => [frontScope],
  ad: () => [],
  issue: () => [],
  page: () => [],
  template: () => [],
};

export const scopesOfUse = ({ type, id }: PictureUse): Scope[] => SCOPES[type](id);
