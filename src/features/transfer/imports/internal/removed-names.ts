import { sql } from "kysely";
import { removeImported } from "#features/addresses/redirects/commands.ts";
import { ownedBy } from "#features/articles/policy.ts";
import { deleteEmptySeries } from "#features/articles/series/commands.ts";
import { topicsOutside } from "#features/articles/topics/queries.ts";
import { removeUnusedCategories } from "#features/categories/commands.ts";
import { removeAuthor } from "#features/identity/accounts/authors.ts";
import { hidePictures } from "#features/media/pictures/hidden.ts";
import { keysInTexts } from "#features/media/pictures/rules.ts";
import { deleteUneditedIssues } from "#features/newsletter/issues/commands.ts";
import { illustratedIssues } from "#features/newsletter/issues/queries.ts";
import { illustratedPages } from "#features/pages/queries.ts";
import { removeUnusedTopics } from "#features/topics/commands.ts";
import type { Actor } from "#shared/actor.ts";
import type { TargetKind } from "../../tables.ts";
import type { EngineParts, Trx } from "./engine.ts";
import { pathsOf } from "./redirects.ts";
import { forgetItems } from "./targets.ts";

type Removal = { importId: number; after: number; limit: number };

/**
 * Removes authors, topics, categories, series, issues, pictures and redirects that an import has added and nothing else uses.
 * Pictures are hidden, as articles in the trash show them.
 */
export async function removeNames(trx: Trx, parts: EngineParts, by: Actor, { importId, after, limit }: Removal) {
  const items = await trx
    .selectFrom("import_item")
    .selectAll()
    .where("import_id", "=", importId)
    .where("kind", "in", ["author", "topic", "series", "issue", "picture", "redirect"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const added = (kind: TargetKind) =>
    items.flatMap((item) =>
      item.is_added === 1 && item.target_kind === kind && item.target_id !== null ? [item.target_id] : [],
    );
  const paths = await pathsOf(
    trx,
    items.filter(({ is_added }) => is_added === 1),
  );
  await removeImported(trx, { ids: added("redirect") });
  for (const id of added("author")) if (!(await hasArticles(trx, id))) await removeAuthor(trx, id);
  const topics = await uncurated(trx, [...added("topic"), ...items.flatMap(({ topic_id }) => topic_id ?? [])]);
  const elsewhere = topics.length > 0 ? await topicsOutside(trx, topics, []) : new Set<number>();
  const unused = topics.filter((id) => !elsewhere.has(id));
  await removeUnusedTopics(trx, unused);
  await deleteEmptySeries(trx, parts, by, added("series"));
  await deleteUneditedIssues(trx, added("issue"));
  await removeUnusedCategories(trx, parts, by, added("category"));
  await hidePictures(trx, await unusedPictures(trx, added("picture")), parts.clock.now());
  const left = await pathsOf(trx, items);
  const gone = [...paths].filter(([id]) => !left.has(id)).map(([, path]) => path);
  await removeImported(trx, { targets: gone });
  await forgetItems(trx, importId, items);
  return { last: items.at(-1)?.id ?? after, count: items.length };
}

/** Topics without edits. */
async function uncurated(trx: Trx, ids: readonly number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom("topic")
    .select("id")
    .where("id", "in", [0, ...ids])
    .where("is_curated", "=", 0)
    .execute();
  return rows.map(({ id }) => id);
}

/** Any address of the picture of the outer statement. */
const ADDRESS = sql<string>`'%/' || ${sql.ref("picture.key")} || '/%'`;

/** Pictures that no article, page or issue outside of the trash, author, topic, series or category shows. */
async function unusedPictures(trx: Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const elsewhere = keysInTexts(...(await illustratedPages(trx)), ...(await illustratedIssues(trx)));
  const rows = await trx
    .selectFrom("picture")
    .select("picture.id")
    .where("picture.id", "in", ids)
    .where("picture.key", "not in", ["", ...elsewhere])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("article_picture")
            .select("article_picture.article_id")
            .whereRef("article_picture.picture_key", "=", "picture.key"),
        ),
      ),
    )
    .where((eb) => eb.not(eb.exists(eb.selectFrom("account").select("id").where("image_url", "like", ADDRESS))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("topic").select("id").where("image_url", "like", ADDRESS))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("series").select("id").where("image_url", "like", ADDRESS))))
    .where((eb) => eb.not(eb.exists(eb.selectFrom("category").select("id").where("image_url", "like", ADDRESS))))
    .execute();
  return rows.map(({ id }) => id);
}

const hasArticles = async (trx: Trx, accountId: number): Promise<boolean> =>
  (await trx
    .selectFrom("article")
    .select("id")
    .where("id", "in", ownedBy(trx, accountId))
    .limit(1)
    .executeTakeFirst()) !== undefined;
