import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { on } from "#features/events/commands.ts";
import type { Subscriber } from "#features/events/types.ts";
import { updateBylines } from "./authors/commands.ts";
import { type ArticleChange, changesIn } from "./changes.ts";
import { forgetOwners } from "./commands.ts";
import { followSwitches, forgetPlacements } from "./home/commands.ts";
import { updateArticleList } from "./list/commands.ts";
import { renameAuthor } from "./name-tasks.ts";
import { forgetNumbers } from "./numbers/commands.ts";
import { guardShown, keepApprovals } from "./review.ts";
import { forgetSeries } from "./series/commands.ts";
import { queueRename } from "./tasks.ts";
import { retagArticles, updateTopics } from "./topics/commands.ts";
import { renameAuthorInTrash } from "./trash.ts";

export const onWrites = (
  react: (trx: Transaction<Tables>, changes: readonly ArticleChange[]) => Promise<void>,
): Subscriber =>
  on(["article.written"], ({ trx }, events) =>
    react(
      trx,
      events.map(({ facts }) => facts),
    ),
  );

/** Writes that lists and counts follow: what an import has staged comes with its release. */
const onListed = (react: Parameters<typeof onWrites>[0]): Subscriber =>
  onWrites((trx, changes) =>
    react(
      trx,
      changes.filter(({ after }) => after?.is_staged !== 1),
    ),
  );

/**
 * What judges words that readers see, and what follows from writes of articles, names and topics in their own tables and in
 * the pages that show them.
 */
export const articleSubscribers: readonly Subscriber[] = [
  guardShown,
  ...[updateArticleList, updateBylines, updateTopics, followSwitches].map(onListed),
  onWrites(keepApprovals),
  on(["article.written"], async ({ trx, clock }, events) => {
    const scopes = [];
    for (const { facts } of events) scopes.push(...(await changesIn(trx, { clock }, facts)));
    return scopes;
  }),
  on(["article.purge"], async ({ trx }, events) => {
    const ids = events.map(({ subject }) => Number(subject.id));
    for (const forget of [forgetOwners, forgetPlacements, forgetSeries, forgetNumbers]) await forget(trx, ids);
  }),
  on(["author.renamed"], async ({ trx, clock }, events) => {
    for (const { subject, facts } of events) {
      const author = { id: Number(subject.id), name: facts.name };
      await renameAuthor(trx, clock, author);
      await renameAuthorInTrash(trx, author);
    }
  }),
  queueRename,
  retagArticles,
];
