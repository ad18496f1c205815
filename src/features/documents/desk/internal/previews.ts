import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { shareCommit } from "#db/shared-commit.ts";
import type { Tables } from "#db/tables.ts";
import type { ArticleSnapshot } from "#features/articles/drafts.ts";
import { requireArticle } from "#features/articles/policy.ts";
import { presentAuthors, presentPage } from "#features/articles/present.ts";
import { findAny } from "#features/articles/queries.ts";
import { articleKey } from "#features/articles/rules.ts";
import type { ArticlePage } from "#features/articles/schema.ts";
import { prepareKnown } from "#features/articles/staging.ts";
import { recordEntry } from "#features/audit/commands.ts";
import { findByNameOrSlug } from "#features/categories/queries.ts";
import { describeKnown } from "#features/identity/accounts/queries.ts";
import { findPicture } from "#features/media/pictures/queries.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import { findWorkingCopy } from "#features/revisions/queries.ts";
import { hashOfToken } from "#platform/keys.ts";
import type { Actor } from "#shared/actor.ts";
import { slugify } from "#shared/slug.ts";
import { absoluteUrl } from "#shared/urls.ts";
import type { DeskStore } from "../commands.ts";
import { PREVIEW_TTL_MS, previewPath } from "../rules.ts";

export type PreviewParts = Pick<DeskStore, "database" | "clock" | "content"> & { siteUrl: string };

/** Bytes of a token: nobody guesses 256 bits. */
const TOKEN_BYTES = 32;

async function subjectOf(trx: Transaction<Tables>, id: number) {
  const article = await findAny(trx, id);
  return { kind: "article", id, title: article?.title ?? "" };
}

/** Makes a link to the working copy of an article as a page. Throws NotFoundError and ForbiddenError. */
export async function sharePreview(
  { database, clock, siteUrl }: Omit<PreviewParts, "content">,
  actor: Actor,
  id: number,
): Promise<{ url: string; expires: string }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const expiresAt = clock.now() + PREVIEW_TTL_MS;
  await shareCommit(database.db, async (trx) => {
    await requireArticle(trx, actor, "article.write", { id, now: clock.now() });
    const link = { hash: hashOfToken(token), article_id: id, created_by: actor.accountId, expires_at: expiresAt };
    await trx.insertInto("preview_link").values(link).execute();
    const changes = { expires: { to: new Date(expiresAt).toISOString() } };
    await recordEntry(trx, clock, { by: actor, action: "article.share", subject: await subjectOf(trx, id), changes });
  });
  return { url: absoluteUrl(siteUrl, previewPath(token)), expires: new Date(expiresAt).toISOString() };
}

/** Ends all links to previews of an article. Throws NotFoundError and ForbiddenError. */
export async function endPreviews(
  { database, clock }: Pick<DeskStore, "database" | "clock">,
  actor: Actor,
  id: number,
): Promise<void> {
  await shareCommit(database.db, async (trx) => {
    await requireArticle(trx, actor, "article.write", { id, now: clock.now() });
    const ended = await trx.deleteFrom("preview_link").where("article_id", "=", id).returning("hash").execute();
    if (ended.length === 0) return;
    const changes = { links: { from: ended.length } };
    await recordEntry(trx, clock, { by: actor, action: "article.unshare", subject: await subjectOf(trx, id), changes });
  });
}

/** Deletes links that have expired. */
export async function removeExpiredPreviews({
  database,
  clock,
}: Pick<PreviewParts, "database" | "clock">): Promise<void> {
  await database.db.deleteFrom("preview_link").where("expires_at", "<=", clock.now()).execute();
}

/** The page of the working copy, or the stored article, that a link leads to; undefined where there is none. */
export async function readPreview(
  { database, clock, content }: Omit<PreviewParts, "siteUrl">,
  token: string,
): Promise<ArticlePage | undefined> {
  const { db } = database;
  const link = await db
    .selectFrom("preview_link")
    .select("article_id")
    .where("hash", "=", hashOfToken(token))
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  const row = link && (await findAny(db, link.article_id));
  if (!row) return undefined;
  const copy = await findWorkingCopy(db, articleKey(row.id));
  const edit = (copy?.changes ?? {}) as Partial<ArticleSnapshot>;
  const { authors, category, tags, content: html = row.content, ...rest } = edit;
  const { title = row.title, excerpt = row.excerpt, image_url = row.image_url, image_alt = row.image_alt } = rest;
  const { language = row.language } = rest;
  const prepared = (await prepareKnown({ database, content }, html)).content;
  const shown = await findPicture(db, keyInAddress(image_url || (prepared.pictures[0] ?? "")) ?? "");
  const known = category ? await findByNameOrSlug(db, category) : undefined;
  const page = presentPage({
    ...row,
    ...{ title, excerpt, image_url, image_alt, language },
    ...(category && { category, category_slug: known?.slug ?? slugify(category, "category") }),
    ...(tags && { tags: JSON.stringify(tags) }),
    content_image_url: prepared.pictures[0] ?? "",
    ...{ focal_x: shown?.focal_x ?? null, focal_y: shown?.focal_y ?? null },
    pageHtml: prepared.pageHtml,
    hasRest: prepared.hasRest,
    readingMinutes: prepared.readingMinutes,
    textBeginning: prepared.text,
  });
  const credited = authors && presentAuthors(await describeKnown(db, authors));
  // A draft shows the date that it would have if it were published now. Its authors may have no pages yet.
  return {
    ...page,
    authors: (credited?.authors ?? page.authors).map((author) => ({ ...author, has_page: false })),
    ...(credited && { author: credited.author, byline: credited.byline }),
    published_date: page.published_date ?? new Date(clock.now()).toISOString(),
  };
}
