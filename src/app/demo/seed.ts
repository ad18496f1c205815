import { changeContent } from "#db/change.ts";
import type { Database } from "#db/open.ts";
import { addAuthor } from "#features/accounts/commands.ts";
import { seedAdSpaces } from "#features/ads/commands.ts";
import { type ArticleStore, createArticles, type PreparedDraft } from "#features/articles/commands.ts";
import { seedCategories } from "#features/categories/commands.ts";
import { seedDemoPrices } from "#features/market/commands.ts";
import { type MediaStore, storePicture } from "#features/media/commands.ts";
import { operator } from "#shared/actor.ts";
import { heatOf } from "#shared/decay.ts";
import { drawAvatar } from "./art/avatar.ts";
import { drawHero } from "./art/hero.ts";
import { type EditionArticle, readEdition } from "./edition.ts";

export type SeedParts = MediaStore & ArticleStore;

const DAY = 24 * 60 * 60 * 1000;

/** What every new publication has, with or without demo content (contract section 1, DEMO_CONTENT). */
export async function seedFoundation(parts: SeedParts): Promise<void> {
  const { database } = parts;
  const { count } = await database.db
    .selectFrom("category")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  // Categories that an editor deleted do not come back: only a publication without any is new.
  if (Number(count) === 0) await changeContent(database, seedCategories);
  await seedAdSpaces(database);
}

const SEEDED = "edition_seeded";

/** Whether the publication never had an article: one that was emptied by its editors stays empty. */
export async function isNew({ db }: Database): Promise<boolean> {
  const mark = await db.selectFrom("site_state").select("key").where("key", "=", SEEDED).executeTakeFirst();
  const article = await db.selectFrom("article").select("id").limit(1).executeTakeFirst();
  return mark === undefined && article === undefined;
}

/** Fills an empty publication with the first edition: authors, articles, and their pictures drawn by code. */
export async function seedEdition(parts: SeedParts, folder: string): Promise<void> {
  await seedDemoPrices(parts.database, parts.clock);
  const { articles, authors } = readEdition(folder);
  const now = parts.clock.now();

  // Pictures first, as they take long and a repeated start finds them stored; then everything else at once.
  const portraits = new Map<string, string>();
  for (const { slug } of authors) portraits.set(slug, await storeDrawing(parts, drawAvatar(slug)));
  const serials = new Map<string, number>();
  const drafts: { author: string; draft: Omit<PreparedDraft, "authorId"> }[] = [];
  for (const article of articles) {
    const serial = serials.get(article.category) ?? 0;
    serials.set(article.category, serial + 1);
    const imageUrl = await storeDrawing(parts, drawHero({ category: article.category, seed: article.slug, serial }));
    const { content } = await parts.content.prepare(await withDrawings(parts, article, serial));
    drafts.push({ author: article.author, draft: { ...toDraft(article, now), imageUrl, content } });
  }

  await createArticles(parts, operator, async (trx) => {
    await trx.insertInto("site_state").values({ key: SEEDED, value: now }).execute();
    const ids = new Map<string, number>();
    for (const { slug, name, bio } of authors)
      ids.set(slug, await addAuthor(trx, parts.clock, { name, bio, imageUrl: portraits.get(slug) ?? "" }));
    return drafts.map(({ author, draft }) => ({ ...draft, authorId: ids.get(author) ?? null }));
  });
}

function toDraft(article: EditionArticle, now: number): Omit<PreparedDraft, "imageUrl" | "content" | "authorId"> {
  return {
    title: article.title,
    excerpt: article.excerpt,
    category: article.category,
    imageAlt: article.heroAlt,
    tags: article.tags,
    status: article.status,
    publishedAt: article.status === "draft" ? null : Math.round(now - article.daysAgo * DAY),
    isAutoUpdate: article.autoUpdate,
    isFeatured: article.featured,
    isEditorsPick: article.editorsPick,
    ...(article.updatedDaysAgo ? { lastUpdatedAt: Math.round(now - article.updatedDaysAgo * DAY) } : {}),
    ...(article.views > 0 ? { views: { count: article.views, heat: heatOf(article.views, now) } } : {}),
  };
}

/** Replaces `art:<seed>` in the content by stored drawings. */
async function withDrawings(parts: SeedParts, article: EditionArticle, serial: number): Promise<string> {
  let content = article.content;
  const names = [...content.matchAll(/src="art:([a-z0-9-]+)"/g)].map((match) => match[1] ?? "");
  for (const [index, name] of names.entries()) {
    const address = await storeDrawing(
      parts,
      drawHero({ category: article.category, seed: name, variant: index + 2, serial }),
    );
    content = content.replace(`src="art:${name}"`, `src="${address}"`);
  }
  return content;
}

const storeDrawing = (parts: SeedParts, svg: string) => storePicture(parts, Buffer.from(svg), "drawing");
