import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import { snapshotOf } from "#features/articles/drafts.ts";
import { readStored } from "#features/documents/history/serialize.ts";
import { tagsOf } from "#features/media/pictures/queries.ts";
import { addressOf } from "#features/media/pictures/rules.ts";
import { linksOf } from "#features/newsletter/issues/numbers/links.ts";
import { presentCounts, readCounted } from "#features/newsletter/issues/numbers/queries.ts";
import { readText } from "#features/record/queries.ts";
import { decodeDisclosures } from "#features/record/serialize.ts";
import { TYPEFACES_KEY } from "#features/settings/appearance/typefaces/queries.ts";
import { HOUSE_STYLE_KEY } from "#features/settings/queries.ts";
import { wordsKey } from "#features/settings/words/queries.ts";
import type { DocumentTypeName } from "#shared/document.ts";
import { isoDate } from "#shared/time.ts";
import {
  byId,
  formerPaths,
  ROWS,
  readArticles,
  readCategories,
  readPages,
  readPictures,
  readTopics,
} from "../reading.ts";
import { pictureFile } from "../rewriting.ts";
import { type ExportWork, type FormatWriter, jsonLines, writePictures } from "./format.ts";

/** Of the files' structure. An import rejects a newer one. */
const VERSION = 1;
/** Versions of documents in memory at a time. */
const VERSIONS = 20;

/**
 * Everything as lines of JSON, one file for each kind. Fields are named as in the API; times are ISO 8601 in UTC. `versions`
 * have the whole document at each save, and `record` what readers saw and when.
 */
export const writeJsonLines: FormatWriter = async (work) => {
  const { archive, site, now } = work;
  const about = { format: "jarida", version: VERSION, exported: new Date(now).toISOString(), publication: site };
  await archive.add("publication.json", `${JSON.stringify(about, null, 2)}\n`);
  for (const [name, read] of Object.entries(FILES)) {
    if (name === "subscribers" && !work.withSubscribers) continue;
    const counted = async function* () {
      for await (const value of read(work)) {
        yield value;
        if (name !== "pictures") work.wrote(KINDS[name] ?? name);
      }
    };
    await archive.add(`${name}.jsonl`, jsonLines(counted()));
  }
  await writePictures(work, (picture) => `pictures/${pictureFile(picture)}`);
};

/** The files whose lines are counted by another name. */
const KINDS: Record<string, string> = { record: "entries of the public record", issues: "newsletter issues" };

/** The settings of the publication. Others belong to this installation, or are secrets. */
const SETTINGS = [
  "site",
  "menus",
  "appearance",
  TYPEFACES_KEY,
  "addresses",
  "newsroom",
  "newsletter",
  "review",
  HOUSE_STYLE_KEY,
  "ads",
  "retention",
];

type ReadLines = (work: ExportWork) => AsyncIterable<object> | Iterable<object>;

/** The files by name, in the order in which an import can use them. */
const FILES: Record<string, ReadLines> = {
  authors: ({ authors }) => [...authors.values()].map(({ slug, ...author }) => ({ ...author, slug: slug || null })),
  categories: async function* ({ db }) {
    const rows = await readCategories(db);
    const former = await formerPaths(
      db,
      "category",
      rows.map(({ id }) => id),
    );
    for (const { id, shown_empty, name, slug, description, editor, image_url, accent } of rows)
      yield {
        id,
        name,
        slug,
        description,
        editor,
        image_url,
        accent,
        is_shown_empty: shown_empty === 1,
        former_addresses: former.get(id) ?? [],
      };
  },
  topics: topicLines,
  pictures: async function* ({ db }) {
    for await (const rows of readPictures(db)) {
      const tags = await tagsOf(
        db,
        rows.map(({ id }) => id),
      );
      for (const row of rows) {
        const { id, key, name, alt, caption, credit, licence, width, height, focal_x, focal_y, created_at } = row;
        const texts = { name, alt, caption, credit, licence, tags: tags.get(id) ?? [] };
        const created = isoDate(created_at);
        yield {
          key,
          url: addressOf(row),
          file: `pictures/${pictureFile(row)}`,
          ...texts,
          width,
          height,
          focal_x,
          focal_y,
          created,
        };
      }
    }
  },
  articles: async function* (work) {
    for await (const { row, changes, text } of readArticles(work))
      yield {
        id: row.id,
        ...snapshotOf({ ...row, category: text.category?.name ?? "" }),
        co_authors: JSON.parse(row.co_authors),
        category_slug: text.category?.slug ?? "",
        published_date: isoDate(row.published_at),
        last_updated: isoDate(row.last_updated_at),
        created: isoDate(row.created_at),
        changed: isoDate(row.updated_at),
        address: text.address,
        is_public: text.state === "published",
        views: row.views,
        unpublished_changes: changes ?? null,
      };
  },
  pages: async function* (work) {
    for await (const { row, changes, text } of readPages(work))
      yield {
        ...{ id: row.id, slug: row.slug, title: row.title, content: row.content, status: row.status },
        ...{ seo_title: row.seo_title, seo_description: row.seo_description, in_menu: row.in_menu === 1 },
        published_date: isoDate(row.published_at),
        created: isoDate(row.created_at),
        changed: isoDate(row.updated_at),
        address: text.address,
        former_addresses: text.former,
        is_public: text.state === "published",
        unpublished_changes: changes ?? null,
      };
  },
  issues: async function* ({ db }) {
    const pages = byId((after) =>
      db.selectFrom("issue").selectAll().where("id", ">", after).orderBy("id").limit(VERSIONS).execute(),
    );
    for await (const rows of pages) {
      const counted = await readCounted(
        db,
        rows.map(({ id }) => id),
      );
      for (const { id, state, subject, preview, introduction, body, ...row } of rows)
        yield {
          ...{ id, state, subject, preview, introduction, body, is_digest: row.is_digest === 1 },
          article_ids: JSON.parse(row.article_ids),
          recipients: row.recipients,
          created: isoDate(row.created_at),
          changed: isoDate(row.updated_at),
          scheduled: isoDate(row.scheduled_at),
          sent: isoDate(row.finished_at),
          counts: presentCounts({ id, state, recipients: row.recipients }, counted),
          links: await linksOf(db, id),
        };
    }
  },
  series: async function* ({ db }) {
    const rows = await db.selectFrom("series").selectAll().orderBy("id").execute();
    const former = await formerPaths(
      db,
      "series",
      rows.map(({ id }) => id),
    );
    for (const { id, name, slug, description, image_url } of rows) {
      const articles = await db
        .selectFrom("series_article")
        .select("article_id")
        .where("series_id", "=", id)
        .orderBy("position")
        .execute();
      const article_ids = articles.map(({ article_id }) => article_id);
      yield { id, name, slug, description, image_url, article_ids, former_addresses: former.get(id) ?? [] };
    }
  },
  versions: readVersions,
  record: readRecord,
  redirects: async function* ({ db }) {
    const pages = byId((after) =>
      db.selectFrom("redirect").selectAll().where("id", ">", after).orderBy("id").limit(ROWS).execute(),
    );
    for await (const rows of pages)
      for (const { from_path, target, code, reason, hits, source } of rows)
        yield { from: from_path, to: target, code, reason, hits, source };
  },
  templates: async function* ({ db }) {
    const rows = await db.selectFrom("template").selectAll().orderBy("id").execute();
    for (const { document_type, name, fields } of rows) yield { document_type, name, fields: JSON.parse(fields) };
  },
  ads: async function* ({ db }) {
    const rows = await db.selectFrom("ad_space").selectAll().orderBy("id").execute();
    for (const { views, clicks, ...space } of rows) yield { ...space, views, clicks };
  },
  settings: async function* ({ db }) {
    const rows = await db
      .selectFrom("setting")
      .select(["key", "value"])
      .where((all) => all.or([all("key", "in", SETTINGS), all("key", "like", wordsKey("%"))]))
      .orderBy("key")
      .execute();
    for (const { key, value } of rows) yield { key, value: JSON.parse(value) };
  },
  subscribers: async function* ({ db }) {
    const pages = byId((after) =>
      db.selectFrom("subscriber").selectAll().where("id", ">", after).orderBy("id").limit(ROWS).execute(),
    );
    for await (const rows of pages)
      for (const { email, name, status, created_at } of rows)
        yield { email, name, status, subscribed: isoDate(created_at) };
  },
};

async function* topicLines({ db }: ExportWork) {
  const pages = readTopics(db);
  for await (const rows of pages) {
    const ids = rows.map(({ id }) => id);
    const aliases = await db
      .selectFrom("topic_alias")
      .select(["topic_id", "name"])
      .where("topic_id", "in", ids)
      .orderBy("alias_key")
      .execute();
    const byTopic = Map.groupBy(aliases, ({ topic_id }) => topic_id);
    const former = await formerPaths(db, "topic", ids);
    for (const { id, name, slug, kind, description, image_url, is_curated } of rows)
      yield {
        ...{ id, name, slug, kind, description, image_url, is_curated: is_curated === 1 },
        aliases: (byTopic.get(id) ?? []).map((alias) => alias.name),
        former_addresses: former.get(id) ?? [],
      };
  }
}

/** The ids of the existing documents of a type. */
function idsOf(eb: ExpressionBuilder<Tables, "revision">, type: DocumentTypeName) {
  if (type === "article") return eb.selectFrom("article").select("id");
  return type === "page" ? eb.selectFrom("page").select("id") : eb.selectFrom("issue").select("id");
}

type Place = { type: DocumentTypeName; id: number; n: number };

/** Every stored version of existing documents, oldest first. */
async function* readVersions({ db }: ExportWork) {
  for (const type of ["article", "issue", "page"] as const)
    for (let after: Place | undefined = { type, id: 0, n: 0 }; after !== undefined; ) {
      const from: Place = after;
      const rows = await db
        .selectFrom("revision")
        .selectAll()
        .where("document_type", "=", type)
        .where((eb) =>
          eb.or([eb("document_id", ">", from.id), eb.and([eb("document_id", "=", from.id), eb("n", ">", from.n)])]),
        )
        .where("document_id", "in", (eb) => idsOf(eb, type))
        .orderBy("document_id")
        .orderBy("n")
        .limit(VERSIONS)
        .execute();
      for (const row of rows) {
        const base = async (n: number) =>
          (
            await db
              .selectFrom("revision")
              .select("body")
              .where("document_type", "=", type)
              .where("document_id", "=", row.document_id)
              .where("n", "=", n)
              .executeTakeFirst()
          )?.body;
        const { document_id, n, author_id, note, is_autosave, document_version } = row;
        yield {
          ...{ document_type: type, document_id, n, author_id, note, is_autosave: is_autosave === 1 },
          saved: isoDate(row.created_at),
          is_published: document_version !== null,
          fields: (await readStored(row, base)) ?? null,
        };
      }
      const last = rows.at(-1);
      after = last && { type, id: last.document_id, n: last.n };
    }
}

type RecordPlace = { article_id: number; n: number };

/** The public record of articles: what readers saw, with its hashes. `text` is null if it is that of the article itself. */
async function* readRecord({ db }: ExportWork) {
  for (let after: RecordPlace | undefined = { article_id: 0, n: 0 }; after !== undefined; ) {
    const from: RecordPlace = after;
    const rows = await db
      .selectFrom("published_version")
      .select(["article_id", "n", "at", "kind", "reason", "position"])
      .select(["content_hash", "previous_hash", "hash", "disclosures"])
      .select(sql<number>`case when body is null then 0 else 1 end`.as("has_body"))
      .where((eb) =>
        eb.or([
          eb("article_id", ">", from.article_id),
          eb.and([eb("article_id", "=", from.article_id), eb("n", ">", from.n)]),
        ]),
      )
      .orderBy("article_id")
      .orderBy("n")
      .limit(VERSIONS)
      .execute();
    for (const { at, disclosures, has_body, ...row } of rows) {
      const hash = row.content_hash;
      yield {
        ...row,
        at: isoDate(at),
        disclosures: decodeDisclosures(disclosures),
        text: hash !== null && Number(has_body) === 1 ? ((await readText(db, row.article_id, hash)) ?? null) : null,
      };
    }
    const last = rows.at(-1);
    after = last && { article_id: last.article_id, n: last.n };
  }
}
