import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { EVERYTHING } from "#db/scopes.ts";
import { seedAdSpaces } from "#features/ads/commands.ts";
import { type ArticleStore, createArticles } from "#features/articles/commands.ts";
import { lastArticleId } from "#features/articles/counts.ts";
import { NEW_ARTICLE, type PreparedDraft } from "#features/articles/drafts.ts";
import { seedCategories } from "#features/categories/commands.ts";
import { hasCategories } from "#features/categories/queries.ts";
import { addAuthor } from "#features/identity/accounts/authors.ts";
import { seedDemoPrices } from "#features/market/commands.ts";
import type { PictureStore } from "#features/media/pictures/commands.ts";
import { storePicture } from "#features/media/pictures/staging.ts";
import { isSeeded, markSeeded } from "#platform/seed-marks.ts";
import { operator } from "#shared/actor.ts";
import { heatOf } from "#shared/decay.ts";
import { DAY } from "#shared/time.ts";
import { bodyPictures, type EditionArticle, readEdition, readPicture } from "./edition.ts";

export type SeedParts = PictureStore & ArticleStore;

/**
 * Seeds every new publication, with or without demo content. May be interrupted, and run by several processes.
 */
export async function seedFoundation(parts: SeedParts): Promise<void> {
  const { database } = parts;
  // Categories that an editor deleted must not come back: only a publication without any is new.
  if (!(await hasCategories(database.db)))
    await changeContent(database, async (trx) => ({ result: await seedCategories(trx), changed: [EVERYTHING] }));
  await seedAdSpaces(database);
}

/** Whether the publication never had an article: one that its editors emptied stays empty. */
export async function isNew({ db }: Database): Promise<boolean> {
  return (await lastArticleId(db)) === 0 && !(await isSeeded(db, "edition"));
}

/** Fills an empty publication with the first edition: authors, articles, and their pictures. */
export async function seedEdition(parts: SeedParts, folder: string): Promise<void> {
  const { articles, authors } = readEdition(folder);
  const now = parts.clock.now();

  // Pictures first: they take longest, and a repeated start finds them stored. Then everything else in one transaction.
  const store = async (name: string) => storePicture(parts, await readPicture(folder, name), { names: [name] });
  const portraits = new Map<string, string>();
  for (const { slug } of authors) portraits.set(slug, await store(slug));
  const drafts: { author: string; draft: Omit<PreparedDraft, "authorId"> }[] = [];
  for (const article of articles) {
    const imageUrl = await store(article.slug);
    let html = article.content;
    for (const name of bodyPictures(article)) html = html.replace(`src="art:${name}"`, `src="${await store(name)}"`);
    const { content } = await parts.content.prepare(html);
    drafts.push({ author: article.author, draft: { ...toDraft(article, now), image_url: imageUrl, content } });
  }

  await createArticles(parts, operator, async (trx) => {
    if (!(await markSeeded(trx, "edition"))) return [];
    await seedDemoPrices(trx, parts.clock);
    const ids = new Map<string, number>();
    for (const { slug, name, bio } of authors)
      ids.set(slug, await addAuthor(trx, parts.clock, { name, bio, imageUrl: portraits.get(slug) ?? "" }));
    return drafts.map(({ author, draft }) => ({ ...draft, authorId: ids.get(author) ?? null }));
  });
}

function toDraft(article: EditionArticle, now: number): Omit<PreparedDraft, "image_url" | "content" | "authorId"> {
  return {
    ...NEW_ARTICLE,
    title: article.title,
    excerpt: article.excerpt,
    category: article.category,
    image_alt: article.heroAlt,
    tags: article.tags,
    status: article.status,
    publishedAt: article.status === "draft" ? null : Math.round(now - article.daysAgo * DAY),
    is_auto_update: article.autoUpdate,
    is_featured: article.featured,
    is_editors_pick: article.editorsPick,
    ...(article.updatedDaysAgo ? { lastUpdatedAt: Math.round(now - article.updatedDaysAgo * DAY) } : {}),
    ...(article.views > 0 ? { views: { count: article.views, heat: heatOf(article.views, now) } } : {}),
  };
}
