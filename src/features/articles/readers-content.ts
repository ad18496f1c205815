import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { withLabelsIn } from "#features/content/labels.ts";
import { fillMarks, markedIds, type OwnCards } from "#features/content/own-cards.ts";
import { sponsoredLinks, widePictures } from "#features/content/serialize.ts";
import { ownUrl } from "#shared/pictures.ts";
import type { Viewer } from "#shared/viewer.ts";
import { summariesByIds } from "./queries.ts";

type Reading = { viewer: Viewer; now: number };

/** The cards of articles as they are at `now`; those that the viewer may not read are missing. */
export async function readOwnCards(db: Kysely<Tables>, { viewer, now }: Reading, ids: number[]): Promise<OwnCards> {
  if (ids.length === 0) return new Map();
  const rows = await summariesByIds(db, viewer, now, ids);
  return new Map(
    rows.map(({ id, title, category, image_url, content_image_url }) => [
      id,
      { title, source: category, picture: ownUrl(image_url) || ownUrl(content_image_url) },
    ]),
  );
}

/** The HTML of a page with the cards of the site's own articles. */
export const withOwnCards = async <Html extends string>(
  db: Kysely<Tables>,
  reading: Reading,
  html: Html,
): Promise<Html> => fillMarks(html, await readOwnCards(db, reading, markedIds(html)));

/** Whether `content` is the public form of an article's content, which clients that read without a token send back. */
export async function isReadersContent(
  db: Kysely<Tables>,
  reading: Reading,
  id: number,
  content: string,
): Promise<boolean> {
  const row = await db
    .selectFrom("derived_content")
    .innerJoin("article", "article.id", "derived_content.article_id")
    .select(["page_html", "content"])
    .where("article.id", "=", id)
    .executeTakeFirst();
  if (!row || content === row.content) return false;
  // Stored with English labels.
  const given = withLabelsIn(content, "en");
  const cards = await readOwnCards(db, reading, markedIds(row.page_html));
  const forms = [row.page_html, sponsoredLinks(row.page_html)].flatMap((form) => [form, widePictures(form)]);
  return forms.some((form) => given === fillMarks(form, cards));
}
