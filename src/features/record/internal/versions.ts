import type { Database } from "#db/open.ts";
import { chunksOf } from "#db/rows.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { pictureAddresses } from "#features/media/pictures/queries.ts";
import { keyInAddress, keysInTexts } from "#features/media/pictures/rules.ts";
import { ownUrl } from "#shared/pictures.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { presentNote } from "../present.ts";
import { correctionsOf, findVersion } from "../queries.ts";
import { contentHash, type PublishedText } from "../serialize.ts";
import type { VersionView } from "../site/record-pages.tsx";

type Db = Database["db"];

/** The full text of one version, without pictures removed since; undefined for what readers may not see. */
export async function readVersion(
  { db, content }: { db: Db; content: ContentPreparer },
  now: number,
  articleId: number,
  n: number,
): Promise<VersionView | undefined> {
  const version = await findVersion(db, ANYBODY, now, articleId, n);
  if (!version) return undefined;
  const { article } = version;
  const removed = await removedPictures(db, version);
  const known = { pictures: new Map(), cards: new Map(), removed };
  const corrections = (await correctionsOf(db, [articleId])).get(articleId) ?? [];
  return {
    date: new Date(version.at).toISOString(),
    isCurrent: contentHash(article) === version.content_hash,
    language: article.language,
    title: version.title,
    excerpt: version.excerpt,
    imageUrl: ownUrl(removed.has(keyInAddress(version.image_url) ?? "") ? "" : version.image_url),
    html: (await content.prepare(version.content, [], "article", known)).content.pageHtml,
    corrections: corrections.filter((one) => one.n <= n).map(presentNote),
  };
}

/** The keys of pictures in a text that the site no longer has. */
async function removedPictures(db: Db, { image_url, content }: PublishedText): Promise<Set<string>> {
  const removed = new Set(keysInTexts(image_url, content));
  for (const keys of chunksOf([...removed]))
    for (const key of (await pictureAddresses(db, keys)).keys()) removed.delete(key);
  return removed;
}
