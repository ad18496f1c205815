import { requireArticle } from "#features/articles/policy.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { listVersionNames } from "#features/articles/working-copy.ts";
import type { DocumentKind } from "#features/documents/kinds.ts";
import { issueVersionNames, requireIssue } from "#features/newsletter/issues/queries.ts";
import { NO_ISSUE } from "#features/newsletter/issues/rules.ts";
import { notify } from "#features/notifications/commands.ts";
import type { Clock } from "#platform/clock.ts";

/** Every type of document. */
export const documentKinds = (clock: Clock): readonly DocumentKind[] => [
  {
    type: "article",
    access: "article.read",
    unknown: NO_ARTICLE,
    requireRead: (db, id, actor) => requireArticle(db, actor, "article.read", { id, now: clock.now() }),
    versionNames: listVersionNames,
    notify: (trx, by, { id, ...event }, choose) => notify(trx, clock, by, { ...event, articleId: id }, choose),
  },
  {
    type: "issue",
    access: "issue.manage",
    unknown: NO_ISSUE,
    requireRead: requireIssue,
    versionNames: issueVersionNames,
    // Issues have no owners, so notes on them notify nobody.
    notify: async () => undefined,
  },
];
