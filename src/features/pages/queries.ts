import type { Kysely, Selectable } from "kysely";
import type { Database } from "#db/open.ts";
import { isReadable, publicAt, readable, scheduled } from "#db/readable.ts";
import { type Scope, scope, shows } from "#db/scopes.ts";
import type { Tables } from "#db/tables.ts";
import { addressScope, ownersAt } from "#features/addresses/register.ts";
import type { ContentPreparer } from "#features/content/commands.ts";
import { deriveContent, readersWords } from "#features/content/derive.ts";
import type { PageView } from "#features/content/page-view.ts";
import {
  findWorkingCopy,
  hasChanges,
  titledNow,
  type WorkingCopy,
  workingCopiesShowing,
  workingCopyTimes,
} from "#features/documents/history/queries.ts";
import { wholeOf as wholeOfType } from "#features/documents/lifecycle/type.ts";
import { hashOfTexts, readRule } from "#features/documents/review/queries.ts";
import { judgeText, NO_RULE, type ReviewRule } from "#features/documents/review/rules.ts";
import { prepareKnown } from "#features/documents/staging.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { Publisher } from "#features/settings/publication/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { isSeeded } from "#platform/seed-marks.ts";
import type { Actor } from "#shared/actor.ts";
import { NotFoundError, RemovedError } from "#shared/errors.ts";
import type { DatedPage } from "#shared/page.ts";
import type { Page } from "#shared/schema.ts";
import { words } from "#shared/text.ts";
import { isoDate } from "#shared/time.ts";
import type { Viewer } from "#shared/viewer.ts";
import type { ListedPage, PageAtAddress, PageCopy, PageFields, SitePage } from "./endpoints.ts";
import { readView } from "./internal/read-view.ts";
import { firstPages } from "./neutral-pages.ts";
import { FIRST_SLUGS, NO_PAGE, pageKey, pathOfPage } from "./rules.ts";
import type { PageTable } from "./tables.ts";

export type PageRow = Selectable<PageTable>;

/** What is at an address of a page. */
export const addressOfPage = (slug: string): Scope => addressScope("page", slug);

/** The cache scopes of the footer's links, and the text of all pages. */
export const pageScope = {
  menu: scope("pages"),
  texts: scope("pages", "texts"),
};

const SOURCE = { status: "page.status", at: "page.published_at" };

/** The addresses of pages that readers have or will have; that of a draft is the newsroom's. */
export async function pathsOfPages(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("page")
    .select(["id", "slug"])
    .where("id", "in", [0, ...ids])
    .where("status", "<>", "draft")
    .execute();
  return new Map(rows.map(({ id, slug }) => [id, pathOfPage(slug)]));
}

export type EditedPage = { row: PageRow; copy: WorkingCopy | undefined };

export async function findPage(db: Kysely<Tables>, id: number): Promise<EditedPage | undefined> {
  const row = await db.selectFrom("page").selectAll().where("id", "=", id).executeTakeFirst();
  return row && { row, copy: await findWorkingCopy(db, pageKey(id)) };
}

/** Rows of pages with their titles as they are now. */
export const titledPages = <Row extends { id: number; title: string; status: string }>(
  db: Kysely<Tables>,
  rows: readonly Row[],
): Promise<Row[]> => titledNow(db, "page", rows, { isDraft: ({ status }) => status !== "published" });

const isHidden = (actor: Actor, { is_staged }: Pick<PageRow, "is_staged">): boolean =>
  is_staged === 1 && actor.key !== undefined && actor.role !== "chief";

/** A page as its actor may see it: what an import has staged is for people, and keys of chiefs. Throws NotFoundError. */
export async function requirePage(db: Kysely<Tables>, id: number, actor?: Actor | null): Promise<EditedPage> {
  const page = await findPage(db, id);
  if (!page || (actor && isHidden(actor, page.row))) throw new NotFoundError("page_not_found", NO_PAGE);
  return page;
}

export async function listPages(
  db: Kysely<Tables>,
  { limit, offset }: Page,
): Promise<{ rows: ListedPage[]; total: number }> {
  const all = db.selectFrom("page").where("is_staged", "=", 0);
  const rows = await all.selectAll().orderBy("title").orderBy("id").limit(limit).offset(offset).execute();
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const copies = await workingCopyTimes(
    db,
    "page",
    rows.map(({ id }) => id),
  );
  const listed = (await titledPages(db, rows)).map((row) => {
    const { content: _content, created: _created, ...page } = presentPage({ row, copy: undefined });
    const copy = copies.get(row.id);
    return {
      ...page,
      updated: new Date(Math.max(row.updated_at, copy?.saved_at ?? 0)).toISOString(),
      has_draft: hasChanges(copy),
      publish_at: isoDate(copy?.publish_at ?? null),
    };
  });
  return { rows: listed, total: Number(total) };
}

type Seen = { viewer: Viewer; now: number };

/** The pages that readers may read. */
export async function listReadablePages(
  db: Kysely<Tables>,
  { viewer, now }: Seen,
  { limit, offset }: Page,
): Promise<{ rows: ListedPage[]; total: number }> {
  shows(pageScope.texts);
  const all = db.selectFrom("page").where(readable(viewer, now, SOURCE));
  const rows = await all.selectAll().orderBy("title").orderBy("id").limit(limit).offset(offset).execute();
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const listed = rows.map((row) => {
    const { content: _content, created: _created, ...page } = presentPage({ row, copy: undefined });
    return page;
  });
  return { rows: listed, total: Number(total) };
}

/** A page as readers may read it, without its working copy. Throws NotFoundError. */
export async function requireReadablePage(db: Kysely<Tables>, { viewer, now }: Seen, id: number): Promise<EditedPage> {
  shows(pageScope.texts);
  const row = await db.selectFrom("page").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || !isReadable(viewer, row, now)) throw new NotFoundError("page_not_found", NO_PAGE);
  shows(addressOfPage(row.slug));
  return { row, copy: undefined };
}

/** The fields that an editor sets, as in versions and working copies. */
export const snapshotOf = ({ title, slug, content, seo_title, seo_description, in_menu }: PageRow): PageFields => ({
  title,
  slug,
  content,
  seo_title,
  seo_description,
  in_menu: in_menu === 1,
});

const wholeOf = (page: EditedPage): PageFields => wholeOfType({ fieldsOf: snapshotOf }, page);

export function presentPage({ row, copy }: EditedPage): SitePage {
  return {
    id: row.id,
    ...snapshotOf(row),
    status: row.status,
    path: pathOfPage(row.slug),
    published_date: isoDate(row.published_at),
    version: row.version,
    created: new Date(row.created_at).toISOString(),
    updated: new Date(row.updated_at).toISOString(),
    has_draft: hasChanges(copy),
    publish_at: isoDate(copy?.publish_at ?? null),
  };
}

export async function presentCopy(db: Kysely<Tables>, page: EditedPage): Promise<PageCopy> {
  const { row, copy } = page;
  const names = await accountNames(db, [copy?.saved_by ?? null]);
  return {
    ...presentPage(page),
    ...wholeOf(page),
    saved: new Date(copy?.saved_at ?? row.updated_at).toISOString(),
    saved_by: copy?.saved_by == null ? null : (names.get(copy.saved_by) ?? null),
  };
}

/**
 * The content of an address: the page, or the new address of a page that has moved. A publication whose
 * first pages are not stored yet shows them as they would be. Throws NotFoundError, and RemovedError for the address of a
 * page that readers could see.
 */
export async function readAddress(
  db: Kysely<Tables>,
  slug: string,
  { viewer, now, ...publisher }: Publisher & Seen,
): Promise<PageAtAddress> {
  shows(addressOfPage(slug));
  const { current, former, removed } = await ownersAt(db, "page", slug);
  const row = await findReadable(db, current, { viewer, now });
  if (row)
    return { page: await readView(db, row, { editedAt: editedAtOf(row), viewer, now, ...publisher }), moved_to: null };
  const moved = await findReadable(db, former, { viewer, now });
  if (moved) {
    shows(addressOfPage(moved.slug));
    return { page: null, moved_to: pathOfPage(moved.slug) };
  }
  if (removed !== undefined) throw new RemovedError("page_not_found", NO_PAGE);
  const first =
    current !== undefined || (await isSeeded(db, "pages"))
      ? undefined
      : firstPages(publisher).find((one) => one.slug === slug);
  if (first?.status !== "published") throw new NotFoundError("page_not_found", NO_PAGE);
  return { page: await readView(db, first, { editedAt: null, viewer, now, ...publisher }), moved_to: null };
}

async function findReadable(
  db: Kysely<Tables>,
  id: number | undefined,
  { viewer, now }: Seen,
): Promise<PageRow | undefined> {
  if (id === undefined) return undefined;
  const row = await db.selectFrom("page").selectAll().where("id", "=", id).executeTakeFirst();
  return row && isReadable(viewer, row, now) ? row : undefined;
}

/** A page as readers would see it if its working copy were published now; undefined for a deleted page. */
export async function previewOfPage(
  { database, content, clock }: { database: Database; content: ContentPreparer; clock: Clock },
  publisher: Publisher & { viewer: Viewer },
  id: number,
): Promise<PageView | undefined> {
  const { db } = database;
  const page = await findPage(db, id);
  if (!page) return undefined;
  const { row, copy } = page;
  const whole = wholeOf(page);
  const { html } = (await prepareKnown({ database, content }, whole.content, "page")).content;
  const shown = { ...row, ...whole, slug: whole.slug || row.slug, content: html };
  return readView(db, shown, { ...publisher, editedAt: copy ? null : editedAtOf(row), now: clock.now() });
}

/** The time of a page's last change; null for an unedited page of the first edition. */
const editedAtOf = ({ version, updated_at }: PageRow) => (version === 1 ? null : updated_at);

const published = (db: Kysely<Tables>, now: number) =>
  db.selectFrom("page").where(publicAt(now, SOURCE)).orderBy("title").orderBy("id");

const MAX_IN_MENU = 20;

/** The pages that the footer links to, in addition to its fixed links. */
export async function menuPages(db: Kysely<Tables>, now: number): Promise<{ label: string; path: string }[]> {
  shows(pageScope.menu);
  const rows = await published(db, now)
    .select(["title", "slug"])
    .where("in_menu", "=", 1)
    .where("slug", "not in", FIRST_SLUGS)
    .limit(MAX_IN_MENU)
    .execute();
  return rows.map(({ title, slug }) => ({ label: title, path: pathOfPage(slug) }));
}

/** The slugs of pages that state principles, in order of preference. */
const POLICY_PAGES = { ethics: ["ethics", "editorial-standards"], ownership: ["ownership"] } as const;
export type PolicyPages = { [Name in keyof typeof POLICY_PAGES]?: string };
export const policyScopes: readonly Scope[] = Object.values(POLICY_PAGES).flat().map(addressOfPage);

/** The paths of the pages that state the newsroom's principles. */
export async function policyPages(db: Kysely<Tables>, now: number): Promise<PolicyPages> {
  const slugs = Object.values(POLICY_PAGES).flat();
  const rows = await published(db, now).select("slug").where("slug", "in", slugs).execute();
  const found = Object.entries(POLICY_PAGES).flatMap(([name, known]) => {
    const slug = known.find((one) => rows.some((row) => row.slug === one));
    return slug === undefined ? [] : [[name, pathOfPage(slug)] as const];
  });
  return Object.fromEntries(found);
}

/** The published pages, for the sitemap and other programs. */
export async function listedPages(db: Kysely<Tables>, now: number): Promise<(DatedPage & { title: string })[]> {
  const rows = await published(db, now).select(["slug", "title", "updated_at as modified"]).execute();
  const isSeededAlready = rows.length > 0 || (await isSeeded(db, "pages"));
  return isSeededAlready ? rows : FIRST_SLUGS.map((slug) => ({ slug, title: slug, modified: null }));
}

export const firstPageScopes: readonly Scope[] = FIRST_SLUGS.map(addressOfPage);

/** The slugs of the specified pages that readers can't open. */
export async function missingFirstPages(db: Kysely<Tables>, now: number): Promise<string[]> {
  shows(...firstPageScopes);
  const rows = await published(db, now).select("slug").where("slug", "in", FIRST_SLUGS).execute();
  if (rows.length === 0 && !(await isSeeded(db, "pages"))) return [];
  const missing: string[] = [];
  for (const slug of FIRST_SLUGS) {
    const isThere = rows.some((row) => row.slug === slug);
    const { former } = isThere ? {} : await ownersAt(db, "page", slug);
    if (!isThere && !(former && (await published(db, now).select("id").where("id", "=", former).executeTakeFirst())))
      missing.push(slug);
  }
  return missing;
}

/** The time at which the next scheduled page becomes public, in epoch milliseconds; null if there is none. */
export async function nextPage(db: Kysely<Tables>, now: number): Promise<number | null> {
  const { at } = await db
    .selectFrom("page")
    .where(scheduled(now, SOURCE))
    .select((eb) => eb.fn.min("published_at").as("at"))
    .executeTakeFirstOrThrow();
  return at;
}

/** The pages that show a picture with an address like `pattern`, or will once their working copies are published. */
export async function pagesShowing(db: Kysely<Tables>, pattern: string): Promise<PictureUse[]> {
  const copied = await workingCopiesShowing(db, "page", pattern);
  const rows = await db
    .selectFrom("page")
    .select(["id", "title", "status"])
    .where((eb) => eb.or([eb(eb.cast<string>("content", "text"), "like", pattern), eb("id", "in", [0, ...copied])]))
    .orderBy("id")
    .execute();
  return (await titledPages(db, rows)).map(({ id, title }) => ({ type: "page", id, title }));
}

/** The texts of pages that show stored pictures. */
export async function illustratedPages(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom("page")
    .select("content")
    .where((eb) => eb(eb.cast<string>("content", "text"), "like", "%/media/%"))
    .execute();
  return rows.map(({ content }) => content);
}

const MAX_FOUND = 3;

/** The public pages whose titles and texts contain all words of a query. */
export async function searchPages(db: Kysely<Tables>, query: string, { viewer, now }: Seen) {
  shows(pageScope.texts);
  const asked = words(query);
  if (asked.length === 0) return [];
  const rows = await db
    .selectFrom("page")
    .where(readable(viewer, now, SOURCE))
    .orderBy("title")
    .orderBy("id")
    .select(["title", "slug", "content", "seo_description"])
    .execute();
  return rows
    .filter(({ title, content }) => {
      const texts = content.split("<").map((part) => part.slice(part.indexOf(">") + 1));
      const own = words(`${title} ${texts.join(" ")}`);
      return asked.every((part) => own.some((word) => word.startsWith(part)));
    })
    .slice(0, MAX_FOUND)
    .map(({ title, slug, seo_description }) => ({ title, path: pathOfPage(slug), description: seo_description }));
}

/** The hash of the text that an approval covers. */
export const hashOfPage = (page: PageFields): string =>
  hashOfTexts([page.title, page.slug, page.content, page.seo_title, page.seo_description, String(page.in_menu)]);

/** The verdict of the two-person rule on a page. */
export const judgePage = (rule: ReviewRule, page: PageFields) =>
  judgeText(rule, "page", {
    hash: hashOfPage(page),
    words: () => {
      const { content } = deriveContent(page.content, [], "page");
      return [page.title, page.slug, page.seo_title, page.seo_description, readersWords(content)].join("\n");
    },
  });

export const judgePublic = async (db: Kysely<Tables>, row: PageRow) =>
  judgePage(row.status === "published" ? await readRule(db) : NO_RULE, snapshotOf(row));

export const isScheduled = (now: number) => scheduled(now, SOURCE);
