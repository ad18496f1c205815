import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import { on } from "#features/events/commands.ts";
import type { Subscriber } from "#features/events/types.ts";
import { updateBylines } from "./authors/commands.ts";
import { type ArticleChange, changesIn } from "./changes.ts";
import { forgetOwners } from "./commands.ts";
import { followSwitches, forgetPlacements } from "./home/commands.ts";
import { updateArticleList } from "./list/commands.ts";
import { keepApprovals } from "./review.ts";
import { forgetSeries } from "./series/commands.ts";
import { updateTopics } from "./topics/commands.ts";

export const onWrites = (
  react: (trx: Transaction<Tables>, changes: readonly ArticleChange[]) => Promise<void>,
): Subscriber =>
  on(["article.written"], ({ trx }, events) =>
    react(
      trx,
      events.map(({ facts }) => facts),
    ),
  );

/** What follows from writes of articles in their own tables, and the pages that show them. */
export const articleSubscribers: readonly Subscriber[] = [
  ...[updateArticleList, updateBylines, updateTopics, followSwitches, keepApprovals].map(onWrites),
  on(["article.written"], async ({ trx, clock }, events) => {
    const scopes = [];
    for (const { facts } of events) scopes.push(...(await changesIn(trx, { clock }, facts)));
    return scopes;
  }),
  on(["article.purge"], async ({ trx }, events) => {
    const ids = events.map(({ subject }) => Number(subject.id));
    for (const forget of [forgetOwners, forgetPlacements, forgetSeries]) await forget(trx, ids);
  }),
];
