import { findOwners, requireArticle } from "#features/articles/policy.ts";
import { summariesOfAny } from "#features/articles/queries.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { listVersionNames } from "#features/articles/working-copy.ts";
import type { DocumentKind } from "#features/documents/kinds.ts";
import { issueOwners, issueTitles, issueVersionNames, requireIssue } from "#features/newsletter/issues/queries.ts";
import { NO_ISSUE } from "#features/newsletter/issues/rules.ts";
import { notify } from "#features/notifications/commands.ts";
import type { Clock } from "#platform/clock.ts";
import { authorize } from "#shared/permissions.ts";
import { adminUrl } from "#shared/urls.ts";

const ARTICLE_PERMISSIONS = {
  read: "article.read",
  write: "article.write",
  publish: "article.publish",
  approve: "article.approve",
} as const;

const ISSUE_PERMISSIONS = {
  read: "issue.manage",
  write: "issue.manage",
  publish: "issue.manage",
  approve: "article.approve",
} as const;

/** Every type of document. */
export const documentKinds = (clock: Clock): readonly DocumentKind[] => [
  {
    type: "article",
    unknown: NO_ARTICLE,
    permissions: ARTICLE_PERMISSIONS,
    authorize: (db, actor, action, id) =>
      requireArticle(db, actor, ARTICLE_PERMISSIONS[action], { id, now: clock.now() }),
    owners: findOwners,
    titles: async (db, ids) => new Map((await summariesOfAny(db, ids)).map(({ id, title }) => [id, title])),
    versionNames: listVersionNames,
    roomPath: adminUrl.article,
    notify: (trx, by, { id, ...event }, choose) => notify(trx, clock, by, { ...event, articleId: id }, choose),
  },
  {
    type: "issue",
    unknown: NO_ISSUE,
    permissions: ISSUE_PERMISSIONS,
    async authorize(db, actor, action, id) {
      await requireIssue(db, id);
      authorize(actor, ISSUE_PERMISSIONS[action]);
    },
    owners: issueOwners,
    titles: issueTitles,
    versionNames: issueVersionNames,
    roomPath: adminUrl.issue,
    // Notes on issues notify nobody yet.
    notify: async () => undefined,
  },
];
