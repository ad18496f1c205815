import { lockedState } from "#features/articles/commands.ts";
import type { DeskStore } from "#features/articles/desk/commands.ts";
import { articleTemplate } from "#features/articles/desk/queries.ts";
import { articleDocument } from "#features/articles/document.ts";
import { requireArticle } from "#features/articles/policy.ts";
import { summariesOfAny } from "#features/articles/queries.ts";
import { holdScheduledArticles, newestArticleText } from "#features/articles/review.ts";
import { NO_ARTICLE } from "#features/articles/rules.ts";
import { articleTexts } from "#features/articles/suggestions.ts";
import { articleTrash } from "#features/articles/trash.ts";
import { listVersionNames } from "#features/articles/working-copy.ts";
import type { DocumentType } from "#features/documents/types.ts";
import { issueDocument, issueTexts, issueTrash } from "#features/newsletter/issues/document.ts";
import { requireIssue } from "#features/newsletter/issues/queries.ts";
import { pageDocument } from "#features/pages/document.ts";
import { authorize } from "#shared/permissions.ts";
import { adminUrl } from "#shared/urls.ts";

const ISSUE_PERMISSIONS = {
  read: "issue.manage",
  write: "issue.manage",
  publish: "issue.manage",
  approve: "article.approve",
} as const;

/** Every type of document. */
export const documentTypes = (store: DeskStore): readonly DocumentType[] => [
  {
    ...articleDocument,
    unknown: NO_ARTICLE,
    authorize: (db, actor, action, id) =>
      requireArticle(db, actor, articleDocument.permissions[action], { id, now: store.clock.now() }),
    titles: async (db, ids) => new Map((await summariesOfAny(db, ids)).map(({ id, title }) => [id, title])),
    versionNames: listVersionNames,
    trash: articleTrash(store),
    lock: async (trx, id) => void (await lockedState(trx, id)),
    newestText: newestArticleText(store),
    holdScheduled: holdScheduledArticles(store),
    texts: articleTexts(store),
    templateFields: articleTemplate,
    roomPath: adminUrl.article,
  },
  {
    ...issueDocument(store.clock),
    permissions: ISSUE_PERMISSIONS,
    async authorize(db, actor, action, id) {
      await requireIssue(db, id);
      authorize(actor, ISSUE_PERMISSIONS[action]);
    },
    trash: issueTrash(store.clock),
    texts: issueTexts(store),
    roomPath: adminUrl.issue,
  },
  pageDocument(store),
];
