import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ArticleState } from "#features/articles/changes.ts";
import type { StoredDraft } from "#features/articles/drafts.ts";
import { isPublishedElsewhere } from "#features/articles/policy.ts";
import { articleKey } from "#features/articles/rules.ts";
import { newestOf } from "#features/articles/working-copy.ts";
import { findByNameOrSlug, namesOfCategories } from "#features/categories/queries.ts";
import type { CategoryRow } from "#features/categories/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { accountNames, describeKnown } from "#features/identity/accounts/queries.ts";
import { findWorkingCopy, newestRevision, readRevision } from "#features/revisions/queries.ts";
import { readSetting } from "#features/settings/queries.ts";
import { NO_RULE, type ReviewRule, reasonsFor, wordsIn } from "./rules.ts";
import type { Review, ReviewSettings } from "./schema.ts";
import { type ReviewedText, textHash } from "./serialize.ts";

/** The name of the setting that holds the rule. */
export const RULE_KEY = "review";

/** The two-person rule: none where nobody has set one. */
export const readRule = async (db: Kysely<Tables>): Promise<ReviewRule> => ({
  ...NO_RULE,
  ...((await readSetting(db, RULE_KEY)) as Partial<ReviewRule> | undefined),
});

/** The rule with its categories by name; one that was deleted is left out. */
export async function describeRule(db: Kysely<Tables>, rule: ReviewRule): Promise<ReviewSettings> {
  const names = await namesOfCategories(db, rule.category_ids);
  const categories = rule.category_ids.flatMap((id) => names.get(id) ?? []);
  return { enabled: rule.enabled, words: rule.words, categories };
}

/** The approvals after an id that an account gave, in their order; at most `limit`. */
export const approvalsOfAccount = (db: Kysely<Tables>, accountId: number, after: number, limit: number) =>
  db
    .selectFrom("article_approval")
    .selectAll()
    .where("approver_id", "=", accountId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** A text to be judged: `words` are all that readers get of its content; `id` is null for a new article. */
type Examined = { id: number | null; draft: StoredDraft; words: string };

/** Why a text falls under the rule, and the hash that its approvals have. */
export async function examine(db: Kysely<Tables>, rule: ReviewRule, { id, draft, words }: Examined) {
  if (!rule.enabled) return { reasons: [], hash: textHash(draft) };
  const { title, excerpt, tags, category, image_alt: imageAlt, is_breaking: isBreaking } = draft;
  const known = await findByNameOrSlug(db, category);
  const named = (await namesOf(db, draft, known)).filter(({ name }) => wordsIn(rule, name).length > 0);
  const names: string[] = [];
  for (const { name, ...shownBy } of named) if (!(await isShownElsewhere(db, id, shownBy))) names.push(name);
  const text = { title, excerpt, imageAlt, tags, names, text: words };
  const reasons = reasonsFor(rule, { ...text, category, categoryId: known?.id ?? null, isBreaking });
  return {
    reasons,
    hash: textHash(
      draft,
      named.map(({ name }) => name),
    ),
  };
}

/** The names that an article shows beside its text, with the category's and the accounts' ids where there are any. */
async function namesOf(db: Kysely<Tables>, draft: StoredDraft, category: CategoryRow | undefined) {
  const { authors, authorId, coAuthors = [] } = draft;
  const refs = authors ?? [authorId, ...coAuthors.map(({ id }) => id)].filter((id) => id !== null);
  return [
    { name: category?.name ?? draft.category, category },
    ...(await describeKnown(db, refs)).map(({ name, id }) => ({ name, accountId: id ?? undefined })),
  ];
}

/** Whether readers have a name already: of a category that is shown empty, or from another published article. */
async function isShownElsewhere(
  db: Kysely<Tables>,
  articleId: number | null,
  { category, accountId }: { category?: CategoryRow | undefined; accountId?: number | undefined },
): Promise<boolean> {
  if (category) return category.shown_empty === 1 || isPublishedElsewhere(db, articleId, { categoryId: category.id });
  return accountId !== undefined && isPublishedElsewhere(db, articleId, { accountId });
}

/** An approval of exactly this text; undefined where there is none. The newest where there are several. */
export const findApproval = (db: Kysely<Tables>, articleId: number, hash: string) =>
  db
    .selectFrom("article_approval")
    .selectAll()
    .where("article_id", "=", articleId)
    .where("text_hash", "=", hash)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Versions of the same text that are looked through for whoever wrote it. */
const MAX_LOOKED_AT = 100;

/**
 * Who wrote the newest text of an article: the author of the first of its newest versions that say the same. An edit of
 * something else, such as a tag, makes nobody its writer. Null for the operator, or an account that is gone.
 */
export async function writerOf(db: Kysely<Tables>, article: ArticleState): Promise<number | null> {
  const newest = await newestRevision(db, articleKey(article.id));
  if (!newest) return article.updated_by;
  let writer = newest.author_id;
  let hash: string | undefined;
  for (let n = newest.n; n > Math.max(0, newest.n - MAX_LOOKED_AT); n--) {
    const revision = await readRevision(db, articleKey(article.id), n);
    if (!revision) break;
    const own = textHash(revision.snapshot as ReviewedText);
    if (hash !== undefined && own !== hash) break;
    hash = own;
    writer = revision.head.author_id;
  }
  return writer;
}

/** Where the review of an article's newest text stands, for an account. */
export async function reviewOf(
  db: Kysely<Tables>,
  content: ContentPreparer,
  { article, now, reader }: { article: ArticleState; now: number; reader: number | null },
): Promise<Review> {
  const copy = await findWorkingCopy(db, articleKey(article.id));
  const { draft, words } = await newestOf(content, { article, copy, now });
  const rule = await readRule(db);
  const { reasons, hash } = await examine(db, rule, { id: article.id, draft, words });
  const approval = await findApproval(db, article.id, hash);
  const writer = await writerOf(db, article);
  const names = await accountNames(db, [writer, approval?.approver_id ?? null]);
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  return {
    is_enabled: rule.enabled,
    reasons,
    has_sources: draft.sources.length > 0,
    approval: approval
      ? {
          by: nameOf(approval.approver_id),
          at: new Date(approval.approved_at).toISOString(),
          is_override: approval.is_override === 1,
          reason: approval.reason,
          is_mine: approval.approver_id !== null && approval.approver_id === reader,
        }
      : null,
    written_by: nameOf(writer),
    is_mine: writer !== null && writer === reader,
  };
}
