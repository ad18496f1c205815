import { changeContent } from "#db/change.ts";
import { newestRevision } from "#features/documents/history/queries.ts";
import type { Publication } from "#features/settings/publication/endpoints.ts";
import { isSeeded, markSeeded } from "#platform/seed-marks.ts";
import type { PageParts } from "./commands.ts";
import { firstPages } from "./first-pages.ts";
import { type PageRow, pageScope } from "./queries.ts";
import { FIRST_SLUGS, pageKey } from "./rules.ts";

/**
 * Stores the pages of the first edition, once. Later, until somebody edits one, it follows the publication's own texts,
 * which the operator may change.
 */
export async function seedPages(store: PageParts, texts: Publication, name: string): Promise<void> {
  const { database, clock } = store;
  const firsts = firstPages(texts, name);
  if (await isSeeded(database.db, "pages")) return followTexts(store, firsts);
  const prepared = await Promise.all(firsts.map((page) => prepareFirst(store, page)));
  await changeContent(database, async (trx) => {
    if (!(await markSeeded(trx, "pages"))) return { result: undefined, changed: [] };
    const now = clock.now();
    const dates = { published_at: now, created_at: now, updated_at: now };
    await trx
      .insertInto("page")
      .values(prepared.map((page) => ({ ...page, ...dates, status: "published" as const })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { result: undefined, changed: prepared.map(({ slug }) => pageScope.at(slug)) };
  });
}

type FirstPage = ReturnType<typeof firstPages>[number];

async function prepareFirst({ content }: PageParts, page: FirstPage) {
  return { ...page, content: (await content.prepare(page.content, [], "page")).content.html };
}

async function followTexts(store: PageParts, firsts: readonly FirstPage[]): Promise<void> {
  const { database } = store;
  const rows = await database.db
    .selectFrom("page")
    .selectAll()
    .where("version", "=", 1)
    .where("slug", "in", FIRST_SLUGS)
    .execute();
  const differs = (row: PageRow, page: FirstPage) =>
    (Object.keys(page) as (keyof FirstPage)[]).some((name) => row[name] !== page[name]);
  for (const row of rows) {
    const first = firsts.find(({ slug }) => slug === row.slug);
    // The usual texts are stored as they are made: then nothing is parsed at a start.
    if (!first || !differs(row, first)) continue;
    // An editor's own page of that address has a version from its first save on.
    if (await newestRevision(database.db, pageKey(row.id))) continue;
    const page = await prepareFirst(store, first);
    if (!differs(row, page)) continue;
    await changeContent(database, async (trx) => {
      await trx.updateTable("page").set(page).where("id", "=", row.id).where("version", "=", 1).execute();
      return { result: undefined, changed: [pageScope.at(row.slug)] };
    });
  }
}
