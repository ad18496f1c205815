import type { Scope } from "#db/scopes.ts";
import { replacePortrait } from "#features/accounts/pictures.ts";
import { authorsShowing, portraits } from "#features/accounts/queries.ts";
import { authorScope } from "#features/accounts/scopes.ts";
import { replacePictureInAds } from "#features/ads/commands.ts";
import { adsShowing, picturesOfAds } from "#features/ads/queries.ts";
import { articlesShowing, replacePictureInArticles } from "#features/articles/pictures.ts";
import { ownedAmong, summariesByIds } from "#features/articles/queries.ts";
import { articleScope } from "#features/articles/scopes.ts";
import type { DeskStore } from "#features/desk/commands.ts";
import { replacePictureInWorkingCopies } from "#features/desk/pictures.ts";
import { workingCopyUses } from "#features/desk/queries.ts";
import { replacePictureInIssues } from "#features/issues/pictures.ts";
import { issuesShowing, picturesOfIssues } from "#features/issues/queries.ts";
import type { PictureReplacer } from "#features/pictures/commands.ts";
import type { FindShownKeys, FindUses } from "#features/pictures/queries.ts";
import { keysInTexts } from "#features/pictures/rules.ts";
import type { PictureUse } from "#features/pictures/schema.ts";
import { workingCopyTexts } from "#features/revisions/queries.ts";
import { trashShowing, trashTexts } from "#features/trash/pictures.ts";
import type { Actor } from "#shared/actor.ts";
import { mayAny } from "#shared/permissions.ts";

/** Finds everything that shows a stored picture: each feature reports its own uses. */
export const PICTURE_USES: readonly FindUses[] = [
  articlesShowing,
  workingCopyUses,
  adsShowing,
  authorsShowing,
  issuesShowing,
  // After the articles: one that is put into the trash meanwhile is found there.
  trashShowing,
];

/** The pictures shown by anything but articles, whose pictures have a table. */
export const SHOWN_KEYS: readonly FindShownKeys[] = [
  picturesOfAds,
  async (db) => keysInTexts(...(await portraits(db))),
  picturesOfIssues,
  async (db) => keysInTexts(...(await workingCopyTexts(db))),
  async (db) => keysInTexts(...(await trashTexts(db))),
];

/** What replaces a picture in each feature. What was sent, and what is in the trash, stays as it is. */
export const pictureReplacers = (store: DeskStore): readonly PictureReplacer[] => [
  (actor, picture) => replacePictureInArticles(store, actor, picture),
  (actor, picture) => replacePictureInWorkingCopies(store, actor, picture),
  (actor, picture) => replacePictureInIssues(store, actor, picture),
  (_actor, picture) => replacePictureInAds(store.database, picture),
  (_actor, picture) => replacePortrait(store.database, picture),
];

/**
 * Those uses that an actor may know of: who may not see what others have not published learns of articles that readers
 * see, or that are its own, and of authors.
 */
export async function visibleUses(
  { database, clock }: Pick<DeskStore, "database" | "clock">,
  actor: Actor,
  uses: PictureUse[],
): Promise<PictureUse[]> {
  if (mayAny(actor, "article.read")) return uses;
  const ids = uses.flatMap(({ type, id }) => (type === "article" ? [id] : []));
  const own = await ownedAmong(database.db, actor.accountId, ids);
  const shown = new Set((await summariesByIds(database.db, clock.now(), ids)).map(({ id }) => id));
  return uses.filter(({ type, id }) => type === "author" || (type === "article" && (own.has(id) || shown.has(id))));
}

/** What pages show of a use, where they may crop the picture: an ad is shown whole, and mails are kept nowhere. */
export function scopesOfUse({ type, id }: PictureUse): Scope[] {
  if (type === "article") return [articleScope.whole(id), articleScope.card(id)];
  return type === "author" ? [authorScope(id)] : [];
}
