import type { Kysely } from "kysely";
import type { Tables } from "#db/tables.ts";
import { withLabelsIn } from "#features/content/labels.ts";
import { fillMarks, markedPaths, type OwnCards } from "#features/content/own-cards.ts";
import { textBeginning } from "#features/content/preview.ts";
import { ownArticleId } from "#features/content/rules.ts";
import { sponsoredLinks, widePictures } from "#features/content/serialize.ts";
import { readTopic } from "#features/topics/queries.ts";
import { ownUrl } from "#shared/pictures.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import type { Viewer } from "#shared/viewer.ts";
import { summariesByIds } from "./queries.ts";
import { readSeries } from "./series/queries.ts";

type Reading = { viewer: Viewer; now: number };

/** Maximum characters of a description on a card. */
const MAX_SOURCE = 160;

/** Topics and series that are read for one text: each takes queries of its own. */
const MAX_RECORDS = 20;

/** The cards of articles, topics and series as they are at `now`, by path; those that the viewer may not read are missing. */
export async function readOwnCards(db: Kysely<Tables>, reading: Reading, paths: readonly string[]): Promise<OwnCards> {
  const ids = paths.flatMap((path) => ownArticleId(path) ?? []);
  const rows = ids.length === 0 ? [] : await summariesByIds(db, reading.viewer, reading.now, ids);
  const cards = new Map(
    rows.map(({ id, title, category, image_url, content_image_url }) => [
      pageUrl.article(id),
      {
        address: pageUrl.article(id),
        title,
        source: category,
        picture: ownUrl(image_url) || ownUrl(content_image_url),
      },
    ]),
  );
  for (const path of paths.filter((one) => ownArticleId(one) === null).slice(0, MAX_RECORDS)) {
    const card = await readRecordCard(db, reading, path);
    if (card) cards.set(path, card);
  }
  return cards;
}

/** The card of a topic or series, also at a former address. */
async function readRecordCard(db: Kysely<Tables>, reading: Reading, path: string) {
  const [, section, slug = ""] = path.split("/");
  const isTopic = section === "topics";
  const read = isTopic ? readTopic : readSeries;
  const found = await read(db, reading, decodeURIComponent(slug));
  // Also for editors, whose preview shows what readers will get.
  if (!found || found.count === 0) return undefined;
  return {
    address: (isTopic ? documentUrl.topic : documentUrl.series)(found.slug),
    title: found.name,
    source: textBeginning(found.description, MAX_SOURCE),
    picture: ownUrl(found.image_url),
  };
}

/** The HTML of a page with the cards of the site's own pages. */
export const withOwnCards = async <Html extends string>(
  db: Kysely<Tables>,
  reading: Reading,
  html: Html,
): Promise<Html> => fillMarks(html, await readOwnCards(db, reading, markedPaths(html)));

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
  const cards = await readOwnCards(db, reading, markedPaths(row.page_html));
  const forms = [row.page_html, sponsoredLinks(row.page_html)].flatMap((form) => [form, widePictures(form)]);
  return forms.some((form) => given === fillMarks(form, cards));
}
