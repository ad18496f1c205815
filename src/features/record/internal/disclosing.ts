import type { Transaction } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { ArticleState } from "#features/articles/changes.ts";
import { readWords } from "#features/articles/derive.ts";
import { authorIdsOf } from "#features/articles/drafts.ts";
import { lockRegisters } from "#features/record/holdings/commands.ts";
import { holdingsOf, newsroomDay } from "#features/record/holdings/queries.ts";
import { isHeldOn, symbolsNamed } from "#features/record/holdings/rules.ts";
import { type Disclosure, decodeDisclosures } from "../serialize.ts";

/** `at`: when it is published. `n`: its version. `said`: a correction, or the reason for the change. */
type Release = { article: ArticleState; at: number; n: number; said?: string | undefined };

/** The disclosures of a version: holdings of its authors that it names, unless an earlier version disclosed them. */
export type Discloser = (release: Release) => Promise<Disclosure[]>;

/**
 * Computes the disclosures of articles before they are recorded. Locks the registers of scheduled ones (`planned`), as
 * a concurrent change of a register must find and update them.
 */
export async function discloserFor(
  trx: Transaction<Tables>,
  { articles, planned }: { articles: readonly ArticleState[]; planned: readonly ArticleState[] },
): Promise<Discloser> {
  await lockRegisters(trx, planned.flatMap(authorIdsOf));
  const registers = await holdingsOf(trx, [...new Set(articles.flatMap(authorIdsOf))]);
  if (registers.size === 0) return async () => [];
  return async ({ article, at, n, said = "" }) => {
    const authors = authorIdsOf(article).filter((id) => registers.has(id));
    if (authors.length === 0) return [];
    const day = await newsroomDay(trx, at);
    const held = authors.map((account) => {
      const rows = registers.get(account)?.filter((row) => isHeldOn(day, row)) ?? [];
      return { account, symbols: new Set(rows.map(({ symbol }) => symbol)) };
    });
    const wanted = new Set(held.flatMap(({ symbols }) => [...symbols]));
    if (wanted.size === 0) return [];
    const tags = JSON.parse(article.tags) as string[];
    const parts = [article.title, article.excerpt, article.image_alt, ...tags, await readWords(trx, article), said];
    const named = symbolsNamed(parts.join("\n"), wanted);
    const known = await disclosedBefore(trx, article.id, n);
    return held.flatMap(({ account, symbols }) => {
      const told = known.get(account);
      const untold = [...symbols.intersection(named)].filter((symbol) => !told?.has(symbol)).toSorted();
      return untold.length > 0 ? [{ account, symbols: untold }] : [];
    });
  };
}

async function disclosedBefore(trx: Transaction<Tables>, articleId: number, n: number) {
  const rows = await trx
    .selectFrom("published_version")
    .select("disclosures")
    .where("article_id", "=", articleId)
    .where("n", "<", n)
    .where("disclosures", "is not", null)
    .execute();
  const known = new Map<number, Set<string>>();
  for (const { account, symbols } of rows.flatMap((row) => decodeDisclosures(row.disclosures)))
    known.set(account, new Set([...(known.get(account) ?? []), ...symbols]));
  return known;
}
