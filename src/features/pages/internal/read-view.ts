import type { Kysely, Selectable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { readOwnCards } from "#features/articles/readers-content.ts";
import { storedIds } from "#features/content/own-cards.ts";
import { type PageView, showsRetention, viewOf } from "#features/content/page-view.ts";
import type { Publisher } from "#features/settings/publication/queries.ts";
import { readRetention } from "#features/settings/queries.ts";
import type { Viewer } from "#shared/viewer.ts";
import { firstViews, likeFirst } from "../first-pages.ts";
import type { PageTable } from "../tables.ts";

type Viewed = Pick<Selectable<PageTable>, "slug" | "title" | "seo_title" | "seo_description"> & { content: string };

/** A page as readers see it at `now`, with what it shows of settings and articles. */
export async function readView(
  db: Kysely<Tables>,
  row: Viewed,
  {
    editedAt,
    viewer,
    now,
    texts,
    name,
    isNeutral,
  }: Publisher & { editedAt: number | null; viewer: Viewer; now: number },
): Promise<PageView> {
  // Pages without this block do not depend on the setting.
  const retention = await (showsRetention(row.content) ? readRetention(db) : undefined);
  const first = isNeutral ? undefined : firstViews(texts, name).find(({ slug }) => slug === row.slug);
  const cards = await readOwnCards(db, { viewer, now }, storedIds(row.content));
  return likeFirst(viewOf({ ...row, editedAt, retention, cards }), first);
}
