import type { Kysely, Selectable } from "kysely";
import { isPublic } from "#db/readable.ts";
import type { Tables } from "#db/tables.ts";
import { coAuthorsOf } from "#features/articles/drafts.ts";
import { type FieldValues, fromColumns, NEW_FIELDS } from "#features/articles/fields.ts";
import { shownSlug } from "#features/articles/slug.ts";
import type { ArticleTable } from "#features/articles/tables.ts";
import type { CategoryRow } from "#features/categories/tables.ts";
import { workingCopyChanges } from "#features/documents/history/queries.ts";
import type { Snapshot } from "#features/documents/history/rules.ts";
import { masterName } from "#features/media/pictures/commands.ts";
import { keyInAddress } from "#features/media/pictures/rules.ts";
import type { PictureRow } from "#features/media/tables.ts";
import { pathOfPage } from "#features/pages/rules.ts";
import type { PageTable } from "#features/pages/tables.ts";
import type { TopicRow } from "#features/topics/tables.ts";
import type { AddressKind } from "#shared/features.ts";
import { articlePath, type SiteInfo } from "#shared/page.ts";
import { absoluteUrl } from "#shared/urls.ts";

type Db = Kysely<Tables>;

/** What an export needs to know of the publication as a whole. */
export type ExportSite = {
  name: string;
  description: string;
  url: string;
  language: string;
  timeZone: string;
} & Pick<SiteInfo, "hasSlugs">;

/** Someone whom texts name as an author. `slug`: empty for a former author, who has no page. */
export type ExportAuthor = { id: number; name: string; slug: string; bio: string; image_url: string; links: unknown[] };
export type Named = { id: number; name: string; slug: string };

/**
 * An article or a page, as readers have it; one that readers don't have, with its unpublished changes. `state`: a `scheduled`
 * one isn't public yet.
 */
export type ExportText = {
  type: "article" | "page";
  id: number;
  fields: FieldValues;
  html: string;
  state: "published" | "scheduled" | "draft";
  /** Whether it has unpublished changes that are not in it. */
  hasChanges: boolean;
  publishedAt: number | null;
  updatedAt: number;
  createdAt: number;
  /** Absolute; `former` newest first. */
  address: string;
  former: string[];
  authors: ExportAuthor[];
  category: Named | null;
  topics: Named[];
  caption: string;
  credit: string;
  /** Whether its picture has another description than in the library. */
  hasOwnAlt: boolean;
  /** Whether the footer links to it. */
  isInMenu: boolean;
  /** Whether editors have named private sources. */
  hasSources: boolean;
};

/** Documents in memory at a time: each has up to 2 MiB. */
const PAGE = 20;
/** Smaller rows in memory at a time. */
export const ROWS = 500;

/** Yields rows in the order of their ids, page by page. */
export async function* byId<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: Row[] = await read(after);
    if (rows.length > 0) yield rows;
    after = rows.at(-1)?.id;
  }
}

/** Everyone whom an article names, and authors who cannot log in, by id. Never with a mail address. */
export async function readAuthors(db: Db): Promise<Map<number, ExportAuthor>> {
  const authors = new Map<number, ExportAuthor>();
  const named = new Map<number, string>();
  const pages = byId((after) =>
    db
      .selectFrom("article")
      .select(["id", "author_id", "co_authors"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS)
      .execute(),
  );
  for await (const rows of pages)
    for (const row of rows) {
      if (row.author_id !== null) named.set(row.author_id, named.get(row.author_id) ?? "");
      for (const { id, name } of coAuthorsOf(row)) if (id !== null) named.set(id, name);
    }
  const accounts = await db
    .selectFrom("account")
    .select(["id", "name", "slug", "bio", "image_url", "links", "email"])
    .orderBy("id")
    .execute();
  for (const { email, links, slug, ...account } of accounts)
    if (email === null || named.has(account.id))
      authors.set(account.id, { ...account, slug: slug ?? "", links: JSON.parse(links) });
  // Texts keep the names of co-authors whose accounts are deleted.
  for (const [id, name] of named)
    if (!authors.has(id) && name !== "") authors.set(id, { id, name, slug: "", bio: "", image_url: "", links: [] });
  return authors;
}

type ArticleRow = Selectable<ArticleTable>;

/** What all texts of an export refer to. `now`: epoch milliseconds. */
export type Background = { db: Db; site: ExportSite; now: number; authors: Map<number, ExportAuthor> };

const stateOf = (now: number, row: Pick<ArticleRow, "published_at" | "status">): ExportText["state"] =>
  isPublic(row, now) ? "published" : row.status === "published" ? "scheduled" : "draft";

/** The unpublished changes of documents by id. */
async function changesOf(db: Db, type: "article" | "page", ids: number[]): Promise<Map<number, Snapshot>> {
  const stored = await workingCopyChanges(db, type, ids);
  return new Map([...stored].map(([id, changes]) => [id, JSON.parse(changes) as Snapshot]));
}

/** An article as it is stored, with its unpublished changes, if it has any, and what it refers to. */
export type ReadArticle = { row: ArticleRow; changes: Snapshot | undefined; text: ExportText };

/** All articles in the order of their ids. */
export async function* readArticles(background: Background): AsyncGenerator<ReadArticle, void> {
  const { db } = background;
  const categories = new Map((await readCategories(db)).map((row) => [row.id, row]));
  const pages = byId((after) =>
    db.selectFrom("article").selectAll().where("id", ">", after).orderBy("id").limit(PAGE).execute(),
  );
  for await (const rows of pages) {
    const ids = rows.map(({ id }) => id);
    const changes = await changesOf(db, "article", ids);
    const topics = await topicsByName(db, ids);
    const pictures = await picturesOf(db, rows);
    for (const row of rows) {
      const state = stateOf(background.now, row);
      const own = changes.get(row.id);
      const whole: Record<string, unknown> = { ...fromColumns(row), ...(state === "draft" && own) };
      const category =
        [...categories.values()].find(({ name }) => name === whole.category) ?? categories.get(row.category_id);
      const tags = (whole.tags as string[] | undefined) ?? (JSON.parse(row.tags) as string[]);
      const fields = { ...(whole as FieldValues), title: String(whole.title).trim() || row.title, status: row.status };
      const slug = shownSlug(fields);
      const picture = pictures.get(keyInAddress(fields.image_url) ?? "");
      yield {
        row,
        changes: own,
        text: {
          type: "article",
          id: row.id,
          fields: { ...fields, slug },
          html: state === "draft" && typeof own?.content === "string" ? own.content : row.content,
          state,
          hasChanges: own !== undefined && state !== "draft",
          publishedAt: row.published_at,
          updatedAt: row.last_updated_at ?? row.updated_at,
          createdAt: row.created_at,
          address: absoluteUrl(background.site.url, articlePath(background.site, { id: row.id, slug })),
          former: [],
          authors: authorsOf(row, whole).flatMap((id) => background.authors.get(id) ?? []),
          category: category ? { id: category.id, name: category.name, slug: category.slug } : null,
          topics: tags.flatMap((name) => topics.get(row.id)?.find((topic) => topic.name === name) ?? []),
          caption: picture?.caption ?? "",
          credit: picture?.credit ?? "",
          hasOwnAlt: fields.image_alt !== "" && fields.image_alt !== picture?.alt,
          isInMenu: false,
          hasSources: row.sources !== "[]",
        },
      };
    }
  }
}

function authorsOf(row: ArticleRow, whole: Record<string, unknown>): number[] {
  const first = (whole.author_id as number | null | undefined) ?? row.author_id;
  const others = (whole.co_authors as { id: number }[] | undefined) ?? coAuthorsOf(row);
  return [...new Set([first, ...others.map(({ id }) => id)])].filter((id) => id !== null);
}

async function topicsByName(db: Db, ids: number[]): Promise<Map<number, Named[]>> {
  const rows = await db
    .selectFrom("article_topic")
    .innerJoin("topic", "topic.id", "article_topic.topic_id")
    .select(["article_topic.article_id", "topic.id", "topic.name", "topic.slug"])
    .where("article_topic.article_id", "in", ids)
    .execute();
  return Map.groupBy(rows, ({ article_id }) => article_id);
}

async function picturesOf(db: Db, rows: readonly ArticleRow[]): Promise<Map<string, PictureRow>> {
  const keys = rows.flatMap(({ image_url }) => keyInAddress(image_url) ?? []);
  const found = await db
    .selectFrom("picture")
    .selectAll()
    .where("key", "in", ["", ...keys])
    .execute();
  return new Map(found.map((picture) => [picture.key, picture]));
}

/** The former addresses of owners by id: paths. Articles have none, as theirs have their numbers. */
export async function formerPaths(db: Db, kind: AddressKind, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom("address")
    .select(["owner_id", "path"])
    .where("kind", "=", kind)
    .where("state", "=", "former")
    .where("owner_id", "in", ids)
    .orderBy("path")
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ owner_id }) => owner_id)].map(([id, own]) => [id, own.map(({ path }) => path)]),
  );
}

/** A page as it is stored, with its unpublished changes, if it has any. */
export type ReadPage = { row: Selectable<PageTable>; changes: Snapshot | undefined; text: ExportText };

/** All pages in the order of their ids. */
export async function* readPages({ db, site, now }: Background): AsyncGenerator<ReadPage, void> {
  const pages = byId((after) =>
    db.selectFrom("page").selectAll().where("id", ">", after).orderBy("id").limit(PAGE).execute(),
  );
  for await (const rows of pages) {
    const ids = rows.map(({ id }) => id);
    const changes = await changesOf(db, "page", ids);
    const former = await formerPaths(db, "page", ids);
    for (const row of rows) {
      const state = stateOf(now, row);
      const own = changes.get(row.id);
      const whole = state === "draft" && own ? { ...row, ...(own as Partial<typeof row>) } : row;
      yield {
        row,
        changes: own,
        text: {
          type: "page",
          id: row.id,
          fields: {
            ...NEW_FIELDS,
            title: whole.title.trim() || row.title,
            slug: whole.slug,
            seo_title: whole.seo_title,
            seo_description: whole.seo_description,
            status: row.status,
          },
          html: whole.content,
          state,
          hasChanges: own !== undefined && state !== "draft",
          publishedAt: row.published_at,
          updatedAt: row.updated_at,
          createdAt: row.created_at,
          address: absoluteUrl(site.url, pathOfPage(whole.slug)),
          former: (former.get(row.id) ?? []).map((path) => absoluteUrl(site.url, path)),
          authors: [],
          category: null,
          topics: [],
          caption: "",
          credit: "",
          hasOwnAlt: false,
          isInMenu: row.in_menu === 1,
          hasSources: false,
        },
      };
    }
  }
}

export const readCategories = (db: Db): Promise<CategoryRow[]> =>
  db.selectFrom("category").selectAll().orderBy("id").execute();

/** All topics, page by page. */
export const readTopics = (db: Db): AsyncGenerator<TopicRow[], void> =>
  byId((after) => db.selectFrom("topic").selectAll().where("id", ">", after).orderBy("id").limit(ROWS).execute());

/** The pictures of the library, page by page. */
export const readPictures = (db: Db): AsyncGenerator<PictureRow[], void> =>
  byId((after) =>
    db
      .selectFrom("picture")
      .selectAll()
      .where("id", ">", after)
      .where("hidden_at", "is", null)
      .orderBy("id")
      .limit(ROWS)
      .execute(),
  );

/** The name of a picture's file in the store. */
export const storedName = (picture: PictureRow): string => `${picture.key}/${masterName(picture)}`;
