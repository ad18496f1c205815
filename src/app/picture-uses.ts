import type { Scope } from "#db/scopes.ts";
import { ADS } from "#features/ads/queries.ts";
import { withPageAmong } from "#features/articles/authors/queries.ts";
import type { ArticleStore } from "#features/articles/commands.ts";
import { replacePictureInWorkingCopies } from "#features/articles/desk/pictures.ts";
import { workingCopyUses } from "#features/articles/desk/queries.ts";
import { articlesShowing, replacePictureInArticles } from "#features/articles/pictures.ts";
import { ownedAmong } from "#features/articles/policy.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import { SERIES } from "#features/articles/series/queries.ts";
import { bringItemToArticles } from "#features/articles/tasks.ts";
import type { DeskStore } from "#features/articles/type.ts";
import { workingCopyTexts } from "#features/documents/history/queries.ts";
import { suggestionTexts } from "#features/documents/suggestions/queries.ts";
import { templatesShowing, templateTexts } from "#features/documents/templates/queries.ts";
import { trashShowing, trashTexts } from "#features/documents/trash/queries.ts";
import { bringPortrait, replacePortrait } from "#features/identity/accounts/authors.ts";
import { authorScope, authorsShowing, portraits } from "#features/identity/accounts/queries.ts";
import type { PictureReplacer } from "#features/media/pictures/commands.ts";
import type { FindShownKeys, FindUses } from "#features/media/pictures/queries.ts";
import { keysInTexts } from "#features/media/pictures/rules.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { FindAddresses, ItemListener } from "#features/media/remote/tasks.ts";
import { bringItemToIssues, replacePictureInIssues } from "#features/newsletter/issues/pictures.ts";
import { issuesShowing, picturesOfIssues } from "#features/newsletter/issues/queries.ts";
import { pagesShowing, picturesOfPages } from "#features/pages/queries.ts";
import { bringItemToPages, replacePictureInPages } from "#features/pages/upkeep.ts";
import {
  appearanceShowing,
  picturesOfAppearance,
  replacePictureInAppearance,
} from "#features/settings/appearance/pictures.ts";
import { appearanceScope } from "#features/settings/appearance/queries.ts";
import { TOPICS } from "#features/topics/queries.ts";
import { addressesIn, replacePicture, usesIn } from "#platform/records/pictures.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";
import { viewerOf } from "#shared/viewer.ts";

/** The records whose pages may crop their pictures; an ad is shown uncropped. */
const CROPPED = [TOPICS, SERIES] as const;
/** The records with pictures. */
export const PICTURED = [ADS, ...CROPPED] as const;

/** The pictures shown by address in small tables. Articles request theirs when they are written. */
export const SHOWN_ADDRESSES: readonly FindAddresses[] = [...PICTURED.map(addressesIn), portraits];

/** Replaces a fetched picture or card in each feature that names it. Working copies get it with their next save. */
export const itemListeners = (store: ArticleStore): readonly ItemListener[] => [
  ({ key }) => bringItemToArticles(store, key),
  ({ address }) => bringItemToIssues(store, address),
  ({ address }) => bringItemToPages(store, address),
  async ({ kind, address, picture }) => {
    if (kind !== "picture" || picture === "") return;
    for (const kind of PICTURED) await replacePicture(store.database, kind, { address }, picture);
    await bringPortrait(store.database, address, picture);
  },
];

/** Finds everything that shows a stored picture: each feature reports its own uses. */
export const PICTURE_USES: readonly FindUses[] = [
  articlesShowing,
  workingCopyUses,
  ...PICTURED.map(usesIn),
  authorsShowing,
  issuesShowing,
  pagesShowing,
  appearanceShowing,
  templatesShowing,
  // After the articles: one that is moved to the trash in between is found there.
  trashShowing,
];

/** The pictures shown by anything but articles, whose pictures have a table. */
export const SHOWN_KEYS: readonly FindShownKeys[] = [
  ...PICTURED.map(addressesIn).map(
    (find): FindShownKeys =>
      async (db) =>
        keysInTexts(...(await find(db))),
  ),
  async (db) => keysInTexts(...(await portraits(db))),
  picturesOfIssues,
  picturesOfPages,
  picturesOfAppearance,
  async (db) => keysInTexts(...(await workingCopyTexts(db))),
  async (db) => keysInTexts(...(await suggestionTexts(db))),
  async (db) => keysInTexts(...(await trashTexts(db))),
  async (db) => keysInTexts(...(await templateTexts(db))),
];

/** Replaces a picture in each feature. Sent issues, documents in the trash, and templates stay unchanged. */
export const pictureReplacers = (store: DeskStore): readonly PictureReplacer[] => [
  (picture, actor) => replacePictureInArticles(store, actor, picture),
  (picture, actor) => replacePictureInWorkingCopies(store, actor, picture),
  (picture, actor) => replacePictureInIssues(store, actor, picture),
  (picture, actor) => replacePictureInPages(store, actor, picture),
  ...PICTURED.map(
    (kind): PictureReplacer =>
      ({ key, url }) =>
        replacePicture(store.database, kind, { key }, url),
  ),
  (picture) => replacePortrait(store.database, picture),
  (picture) => replacePictureInAppearance(store, picture),
];

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

/** A use as pages show it, if they may crop the picture; mails are not cached. */
export function scopesOfUse({ type, id }: PictureUse): Scope[] {
  if (type === "article") return [articleScope.whole(id), articleScope.card(id)];
  if (type === "appearance") return [appearanceScope];
  const record = CROPPED.find(({ name }) => name === type);
  if (record) return [record.scopeOf({ id })];
  return type === "author" ? [authorScope(id)] : [];
}
