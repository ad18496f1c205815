import type { ArticleChange, ArticleListener, ArticleState } from "#features/articles/changes.ts";
import { FIELD_NAMES, FLAG_NAMES } from "#features/articles/fields.ts";
import { type Entry, recordEntries, recordEntry } from "#features/audit/commands.ts";
import { changedFields } from "#features/audit/rules.ts";
import type { CategoryListener } from "#features/categories/commands.ts";
import type { PurgeListener } from "#features/documents/trash/commands.ts";
import type { Clock } from "#platform/clock.ts";
import type { Actor } from "#shared/actor.ts";

/** New articles written at once from which on one entry tells of all: an import. */
const MAX_APART = 20;

/** The columns of an article that the audit log records. The others follow from these, or readers change them. */
const COLUMNS = [
  ...FIELD_NAMES,
  ...(["content", "category", "author_id", "co_authors", "tags", "published_at"] as const),
] as const;

/** Records in the audit log every write of an article that changes what an editor sees of it. */
export const auditArticles =
  (clock: Clock): ArticleListener =>
  async (trx, changes, by) => {
    if (changes.length > MAX_APART && changes.every(({ before }) => before === null)) {
      const imported: Entry = { by, action: "article.create", subject: { kind: "article" }, times: changes.length };
      await recordEntry(trx, clock, imported);
      return;
    }
    await recordEntries(
      trx,
      clock,
      changes.flatMap((change) => entriesOf(change, by, clock.now())),
    );
  };

function entriesOf({ before, after }: ArticleChange, by: Actor, now: number): Entry[] {
  const article = after ?? before;
  if (!article) return [];
  const common = { by, subject: { kind: "article", id: article.id, title: article.title } };
  if (!after) return [{ ...common, action: "article.trash" }];
  const changes = changesOf(before, after);
  if (Object.keys(changes).length === 0) return [];
  const shown = after.status === "published" && before?.status !== "published";
  const action = (after.published_at ?? 0) > now ? "article.schedule" : "article.publish";
  if (before) return [{ ...common, changes, action: shown ? action : actionOf(before, after) }];
  // The first version of an article is 1: a later one that was not there comes from the trash.
  if (after.version > 1) return [{ ...common, action: "article.restore" }];
  return [{ ...common, changes, action: "article.create" }, ...(shown ? [{ ...common, action } as const] : [])];
}

function actionOf(before: ArticleState, after: ArticleState): Entry["action"] {
  return before.status === "published" && after.status !== "published" ? "article.unpublish" : "article.update";
}

/** Of a renamed category its own entry tells: its articles are announced, but not changed. */
function changesOf(before: ArticleState | null, after: ArticleState) {
  const isSameCategory = before?.category_id === after.category_id;
  const columns = COLUMNS.filter((column) => column !== "category" || !isSameCategory);
  const changes = changedFields<AuditedFields>(before ? auditedFields(before) : NOTHING, auditedFields(after), columns);
  if (before) return changes;
  return Object.fromEntries(Object.entries(changes).map(([column, { to }]) => [column, { to }]));
}

type AuditedFields = Record<(typeof COLUMNS)[number], string | number | boolean | null>;

/** An article's columns as an entry has them. Co-authors without their names, which may have to be erased. */
function auditedFields(article: ArticleState): AuditedFields {
  const flags = Object.fromEntries(FLAG_NAMES.map((name) => [name, article[name] === 1])) as Pick<
    AuditedFields,
    FlagName
  >;
  const authors = (JSON.parse(article.co_authors) as { id: number }[]).map(({ id }) => id);
  return {
    ...article,
    ...flags,
    co_authors: authors.join(", "),
    tags: (JSON.parse(article.tags) as string[]).join(", "),
    published_at: article.published_at === null ? null : new Date(article.published_at).toISOString(),
  };
}

type FlagName = (typeof FLAG_NAMES)[number];

const FLAGS: ReadonlySet<string> = new Set(FLAG_NAMES);
const NULLABLE: ReadonlySet<string> = new Set(["author_id", "published_at"]);

/** What a new article differs from. */
const NOTHING = Object.fromEntries(
  COLUMNS.map((column) => [column, FLAGS.has(column) ? false : NULLABLE.has(column) ? null : ""]),
) as AuditedFields;

/** Records an editor's change of a category in the audit log. */
export const auditCategories =
  (clock: Clock): CategoryListener =>
  async (trx, { before, after }, by) => {
    const row = after ?? before;
    if (!row) return;
    const action = !before ? "category.create" : after ? "category.update" : "category.delete";
    const changes = changedFields(before ?? {}, after ?? {}, ["name", "slug"]);
    if (Object.keys(changes).length === 0) return;
    await recordEntry(trx, clock, { by, action, subject: { kind: "category", id: row.id, title: row.name }, changes });
  };

/** Records in the audit log which articles were deleted for good. */
export const auditPurges =
  (clock: Clock): PurgeListener =>
  (trx, ids, by) =>
    recordEntries(
      trx,
      clock,
      ids.map((id) => ({ by, action: "article.purge", subject: { kind: "article", id } })),
    );
