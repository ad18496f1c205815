import type { Selectable } from "kysely";
import { changedFields } from "#features/audit/rules.ts";
import { FIELD_NAMES, FLAG_NAMES } from "./fields.ts";
import type { ArticleTable } from "./tables.ts";

type ArticleState = Selectable<ArticleTable> & { category: string };

/** The columns of an article that the audit log records. The others are derived, or readers change them. */
const COLUMNS = [
  ...FIELD_NAMES,
  ...(["content", "category", "author_id", "co_authors", "tags", "published_at"] as const),
] as const;

/** The columns that differ, from old to new; of a new article only what it has. */
export function auditedChanges(before: ArticleState | null, after: ArticleState) {
  const changes = changedFields<AuditedFields>(before ? auditedFields(before) : NOTHING, auditedFields(after), COLUMNS);
  if (before) return changes;
  return Object.fromEntries(Object.entries(changes).map(([column, { to }]) => [column, { to }]));
}

type AuditedFields = Record<(typeof COLUMNS)[number], string | number | boolean | null>;

/** An article's columns as an entry stores them, without the names of co-authors, which may have to be erased. */
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

/** The empty article that a new one is compared with. */
const NOTHING = Object.fromEntries(
  COLUMNS.map((column) => [column, FLAGS.has(column) ? false : NULLABLE.has(column) ? null : ""]),
) as AuditedFields;
