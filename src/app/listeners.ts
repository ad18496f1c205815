import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { emptyPictureOfAds } from "#features/ads/commands.ts";
import { updateBylines } from "#features/articles/authors/commands.ts";
import type { ArticleListener, PublicationGuard } from "#features/articles/changes.ts";
import { forgetOwners } from "#features/articles/commands.ts";
import { followSwitches, forgetPlacements } from "#features/articles/home/commands.ts";
import { updateArticleList } from "#features/articles/list/commands.ts";
import { emptyPictureOfArticles } from "#features/articles/pictures.ts";
import {
  endAnsweredRequests,
  guardCategories,
  guardCorrection,
  keepApprovals,
  requireApproval,
} from "#features/articles/review.ts";
import { queueRename, renameAuthor } from "#features/articles/tasks.ts";
import { emptyPictureOfTrash, renameAuthorInTrash } from "#features/articles/trash.ts";
import type { CategoryListener } from "#features/categories/commands.ts";
import { forgetDocuments } from "#features/documents/commands.ts";
import type { PurgeListener } from "#features/documents/trash/commands.ts";
import { emptyPictureOfAccounts } from "#features/identity/accounts/authors.ts";
import type { NameListener } from "#features/identity/accounts/commands.ts";
import type { PictureListener } from "#features/media/pictures/commands.ts";
import { disclosePlanned, recordPublications } from "#features/record/commands.ts";
import type { HoldingListener } from "#features/record/holdings/commands.ts";
import { readLastText } from "#features/record/queries.ts";
import { indexArticles } from "#features/search/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { auditArticles, auditCategories, auditPurges } from "./audit-listeners.ts";
import { notifyOfChanges } from "./notification-listeners.ts";

/** Reactions of features to changes in another one: each list in order, in the transaction of the change. */
export type Listeners = {
  articleListeners: readonly ArticleListener[];
  reindex: ArticleListener;
  guardPublication: PublicationGuard;
  purgeListeners: readonly PurgeListener[];
  categoryListeners: readonly CategoryListener[];
  pictureListeners: readonly PictureListener[];
  holdingListeners: readonly HoldingListener[];
  nameListeners: readonly NameListener[];
};

/** A reaction to permanently deleted articles only. */
const ofArticles =
  (forget: (trx: Transaction<Tables>, ids: readonly number[]) => Promise<void>): PurgeListener =>
  async (trx, type, ids) => {
    if (type === "article") await forget(trx, ids);
  };

/** The listeners of one open database. */
export function createListeners(clock: Clock): Listeners {
  const reindex = indexArticles();
  const articleListeners = [
    updateArticleList,
    updateBylines,
    reindex,
    followSwitches,
    recordPublications({ clock, guardCorrection: guardCorrection(clock) }),
    keepApprovals,
    endAnsweredRequests,
    notifyOfChanges(clock),
    auditArticles(clock),
  ];
  return {
    articleListeners,
    reindex,
    guardPublication: requireApproval(readLastText),
    purgeListeners: [forgetDocuments, ...[forgetOwners, forgetPlacements].map(ofArticles), auditPurges(clock)],
    categoryListeners: [guardCategories, queueRename(clock), auditCategories(clock)],
    pictureListeners: [
      (trx, key, actor) => emptyPictureOfArticles(trx, { articleListeners }, key, actor),
      emptyPictureOfTrash,
      emptyPictureOfAds,
      emptyPictureOfAccounts,
    ],
    holdingListeners: [disclosePlanned(clock)],
    nameListeners: [(trx, author) => renameAuthor(trx, clock, author), renameAuthorInTrash],
  };
}
