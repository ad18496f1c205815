import type { Database } from "#db/open.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { pictureAddresses } from "#features/media/pictures/queries.ts";
import { chunksOf } from "#shared/chunks.ts";
import { ownUrl, parsePictureUrl } from "#shared/pictures.ts";
import { ANYBODY } from "#shared/viewer.ts";
import { presentNote } from "../present.ts";
import { correctionsOf, findVersion } from "../queries.ts";
import { contentHash, type PublishedText } from "../serialize.ts";
import type { VersionView } from "../site/version-page.tsx";

type Db = Database["db"];

/** The full text of one version, without pictures that were removed since; undefined for what readers may not see. */
export async function readVersion(
  { db, content }: { db: Db; content: ContentPreparer },
  now: number,
  articleId: number,
  n: number,
): Promise<VersionView | undefined> {
  const version = await findVersion(db, ANYBODY, now, articleId, n);
  if (!version) return undefined;
  const { article } = version;
  const shown = await withoutRemoved(db, version);
  const corrections = (await correctionsOf(db, [articleId])).get(articleId) ?? [];
  return {
    date: new Date(version.at).toISOString(),
    isCurrent: contentHash(article) === version.content_hash,
    language: article.language,
    title: version.title,
    excerpt: version.excerpt,
    imageUrl: ownUrl(shown.image_url),
    html: (await content.prepare(shown.content)).content.pageHtml,
    corrections: corrections.filter((one) => one.n <= n).map(presentNote),
  };
}

const PICTURE = "<img";
const SOURCE = / src="(\/media\/[^" ]{0,100})"/;
const SIZE = / (?:width|height)="\d{0,9}"/g;

/** A text in which pictures that the site no longer has leave their alternative text, and the one above it nothing. */
async function withoutRemoved(db: Db, text: PublishedText): Promise<PublishedText> {
  const [start = "", ...others] = text.content.split(PICTURE);
  // Stored attributes never contain `>`.
  const pictures = others.map((part) => {
    const end = part.indexOf(">");
    return { attributes: part.slice(0, end), rest: part.slice(end) };
  });
  const sources = [text.image_url, ...pictures.map(({ attributes }) => sourceOf(attributes))];
  const keys = [...new Set(sources.flatMap((source) => parsePictureUrl(source)?.key ?? []))];
  const known = new Set<string>();
  for (const some of chunksOf(keys)) for (const key of (await pictureAddresses(db, some)).keys()) known.add(key);
  const isRemoved = (source: string) => {
    const key = parsePictureUrl(source)?.key;
    return key !== undefined && !known.has(key);
  };
  return {
    ...text,
    image_url: isRemoved(text.image_url) ? "" : text.image_url,
    content: [
      start,
      ...pictures.map(({ attributes, rest }) =>
        isRemoved(sourceOf(attributes)) ? attributes.replace(SOURCE, "").replace(SIZE, "") + rest : attributes + rest,
      ),
    ].join(PICTURE),
  };
}

const sourceOf = (attributes: string): string => SOURCE.exec(attributes)?.[1] ?? "";
