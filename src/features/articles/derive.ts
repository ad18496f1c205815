import type { Insertable, Kysely, Selectable, Transaction } from "kysely";
import { chunksOf } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { DERIVATION, deriveContent, type PreparedContent, readersWords } from "#features/content/derive.ts";
import type { CleanHtml } from "#shared/html.ts";
import type { DerivedContentTable } from "./tables.ts";

/** The columns that show whether a `derived_content` row is up to date. */
type Derivation = { version: number; article_version: number | null; derivation: number | null };

export const isDerived = ({ version, article_version, derivation }: Derivation): boolean =>
  article_version === version && derivation === DERIVATION;

/** An article's content with everything derived from it: as stored, or derived now if that is out of date. */
export async function readContent(
  db: Kysely<Tables>,
  preparer: ContentPreparer,
  article: { id: number; version: number; content: CleanHtml },
): Promise<PreparedContent> {
  const row = await db
    .selectFrom("derived_content")
    .selectAll()
    .where("article_id", "=", article.id)
    .executeTakeFirst();
  if (row && isDerived({ ...row, version: article.version })) return fromRow(article.content, row);
  return (await preparer.prepare(article.content)).content;
}

type Derivable = { id: number; version: number; content: CleanHtml };

type Texts = { text: string; pictureWords: string };

export const readText = async (db: Kysely<Tables>, article: Derivable): Promise<string> =>
  (await readTexts(db, [article])).get(article.id)?.text ?? "";

/** All public words of an article's content: as stored, or derived now if that is out of date. */
export const readWords = async (db: Kysely<Tables>, article: Derivable): Promise<string> =>
  readersWords((await readTexts(db, [article])).get(article.id) ?? { text: "", pictureWords: "" });

/** The plain texts of articles and the words of their pictures, by id: as stored, or derived now if that is out of date. */
export async function readTexts(db: Kysely<Tables>, articles: readonly Derivable[]): Promise<Map<number, Texts>> {
  const texts = new Map<number, Texts>();
  for (const some of chunksOf(articles)) {
    const rows = await db
      .selectFrom("derived_content")
      .select(["article_id", "article_version", "derivation", "plain_text", "picture_words"])
      .where(
        "article_id",
        "in",
        some.map(({ id }) => id),
      )
      .execute();
    const stored = new Map(rows.map((row) => [row.article_id, row]));
    for (const { id, version, content } of some) {
      const row = stored.get(id);
      const isCurrent = row && isDerived({ ...row, version });
      texts.set(
        id,
        isCurrent ? { text: row.plain_text, pictureWords: row.picture_words } : deriveContent(content).content,
      );
    }
  }
  return texts;
}

function fromRow(html: CleanHtml, row: Selectable<DerivedContentTable>): PreparedContent {
  return {
    html,
    pageHtml: row.page_html,
    hasRest: row.has_rest === 1,
    text: row.plain_text,
    pictureWords: row.picture_words,
    readingMinutes: row.reading_minutes,
    pictures: JSON.parse(row.pictures),
    remoteItems: JSON.parse(row.remote_items),
    outline: JSON.parse(row.outline),
    localAddresses: JSON.parse(row.local_addresses),
  };
}

/** Stores the derived content of article versions in the writer's transaction. */
export async function writeDerived(
  trx: Transaction<Tables>,
  articles: { id: number; version: number; content: PreparedContent }[],
): Promise<void> {
  for (const some of chunksOf(articles)) {
    await trx
      .insertInto("derived_content")
      .values(some.map(toRow))
      .onConflict((conflict) =>
        conflict.column("article_id").doUpdateSet((eb) => ({
          article_version: eb.ref("excluded.article_version"),
          derivation: eb.ref("excluded.derivation"),
          has_rest: eb.ref("excluded.has_rest"),
          pictures: eb.ref("excluded.pictures"),
          remote_items: eb.ref("excluded.remote_items"),
          outline: eb.ref("excluded.outline"),
          local_addresses: eb.ref("excluded.local_addresses"),
          plain_text: eb.ref("excluded.plain_text"),
          picture_words: eb.ref("excluded.picture_words"),
          reading_minutes: eb.ref("excluded.reading_minutes"),
          page_html: eb.ref("excluded.page_html"),
        })),
      )
      .execute();
  }
}

/** Reuses an article's derived content for its next version, `version`, with unchanged content. */
export async function keepDerived(trx: Transaction<Tables>, id: number, version: number): Promise<void> {
  await trx
    .updateTable("derived_content")
    .set({ article_version: version })
    .where("article_id", "=", id)
    .where("article_version", "=", version - 1)
    .execute();
}

function toRow(article: { id: number; version: number; content: PreparedContent }): Insertable<DerivedContentTable> {
  const { id, version, content } = article;
  return {
    article_id: id,
    article_version: version,
    derivation: DERIVATION,
    has_rest: content.hasRest ? 1 : 0,
    pictures: JSON.stringify(content.pictures),
    remote_items: JSON.stringify(content.remoteItems),
    outline: JSON.stringify(content.outline),
    local_addresses: JSON.stringify(content.localAddresses),
    plain_text: content.text,
    picture_words: content.pictureWords,
    reading_minutes: content.readingMinutes,
    page_html: content.pageHtml,
  };
}
