import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import { categorySlug } from "#features/categories/rules.ts";
import { describeKnown } from "#features/identity/accounts/queries.ts";
import type { ArticleSnapshot } from "../drafts.ts";
import { FIELDS, LIST_NAMES, type ListColumns } from "../fields.ts";

type Row = ListColumns & {
  category: string;
  category_slug: string;
  author_name: string | null;
  co_authors: string;
  tags: string;
  /** The changes of the working copy, as JSON; null without one. */
  changes: string | null;
};

/** Rows of the editors' list, with drafts as their working copies have them. */
export async function asEdited<Listed extends Row>(db: Kysely<Tables>, rows: Listed[]): Promise<Listed[]> {
  const edited: Listed[] = [];
  for (const row of rows) {
    const isDraft = row.status !== "published" && row.changes !== null;
    edited.push(isDraft ? { ...row, ...(await changesOf(db, row, JSON.parse(row.changes ?? "{}"))) } : row);
  }
  return edited;
}

async function changesOf(db: Kysely<Tables>, row: Row, edit: Partial<ArticleSnapshot>): Promise<Partial<Row>> {
  const { category, authors, tags, status: _status, title, ...fields } = edit;
  const known = category ? await findByNameOrSlug(db, category) : undefined;
  const [first, ...others] = (authors && (await describeKnown(db, authors))) ?? [];
  return {
    ...columnsOf({ ...fields, title: title || row.title }),
    ...(category && {
      category: known?.name ?? category,
      category_slug: known?.slug ?? categorySlug(category),
    }),
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(authors && {
      author_name: first?.name ?? null,
      co_authors: JSON.stringify(others.map(({ id, name }) => ({ id, name }))),
    }),
  };
}

function columnsOf(given: Partial<ArticleSnapshot>): Partial<ListColumns> {
  const names = LIST_NAMES.filter((name) => given[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => [name, FIELDS[name].kind === "flag" ? (given[name] ? 1 : 0) : given[name]]),
  );
}
