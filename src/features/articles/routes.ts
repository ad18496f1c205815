import type { Database } from "#db/open.ts";
import { busiestTopics } from "#features/articles/topics/queries.ts";
import { resolveCategory } from "#features/categories/queries.ts";
import { NO_CATEGORY } from "#features/categories/rules.ts";
import { versionName } from "#features/documents/history/rules.ts";
import { lifecycleHandlers, withMarkedText } from "#features/documents/lifecycle/routes.ts";
import { saveDocument } from "#features/documents/lifecycle/saving.ts";
import { readNewsroom } from "#features/settings/queries.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { acceptForms } from "#platform/multipart.ts";
import { tagged } from "#platform/version-tags.ts";
import type { Actor } from "#shared/actor.ts";
import { InvalidError, NotFoundError, RemovedError } from "#shared/errors.ts";
import { type SiteInfo, TOTAL_HEADER } from "#shared/page.ts";
import { actorWith, may, mayAny } from "#shared/permissions.ts";
import type { Page } from "#shared/schema.ts";
import { accountOf, actorOf, type Viewer } from "#shared/viewer.ts";
import { withNewest } from "./authors/queries.ts";
import { categoryUrl } from "./calls.ts";
import { noteIn } from "./changes.ts";
import type { ArticleStore } from "./commands.ts";
import { ARTICLE_PRESENTATION } from "./desk/queries.ts";
import { articleDocument } from "./document.ts";
import { changeOf, newDraft } from "./drafts.ts";
import { articleEndpoints, articleWritingEndpoints } from "./endpoints.ts";
import { findListPage } from "./list/queries.ts";
import { articleListFilter } from "./list/schema.ts";
import { findTags } from "./list/tags.ts";
import { inItsLanguage } from "./page-content.ts";
import { createArticleWithPictures } from "./pictures.ts";
import { findOwners, ownedAmong, requireArticle } from "./policy.ts";
import {
  presentDetail,
  presentForEditor,
  presentListed,
  presentPage,
  presentSummaries,
  presentSummary,
} from "./present.ts";
import {
  type EditorRow,
  findAny,
  findPage,
  findPublished,
  listEditorsPicks,
  listedRows,
  listFeatured,
  listLatest,
  pagePublished,
  type SummaryRow,
} from "./queries.ts";
import { isReadersContent, withOwnCards } from "./readers-content.ts";
import { DEFAULT_AUTHOR, NO_ARTICLE, removedNotice } from "./rules.ts";
import type { ArticleBody, ArticleDetail, ArticlePage, HomeListQuery, PageRecord } from "./schema.ts";
import { placeInSeries } from "./series/queries.ts";
import { listTrending } from "./trending.ts";
import { articleType, type DeskStore } from "./type.ts";
import type { ArticleCounters, KnownArticles } from "./views.ts";

export type FindPageRecord = (id: number) => Promise<PageRecord>;

/** The holdings that an article discloses. */
export type FindDisclosures = (id: number) => Promise<NonNullable<ArticleDetail["disclosures"]>>;

/** When readers last saw a deleted article (epoch milliseconds, or null if unknown); undefined if they never did. */
export type FindRemoval = (id: number) => Promise<{ at: number | null } | undefined>;

/** A list of the home page; the first `choice` of the picks are in the editor's choice only. */
export type FindHomeList = (
  viewer: Viewer,
  list: "lead" | "picks" | "latest",
) => Promise<{ rows: SummaryRow[]; choice: number }>;

type Deps = {
  store: DeskStore;
  views: ArticleCounters;
  known: KnownArticles;
  pageRecord: FindPageRecord;
  findRemoval: FindRemoval;
  findDisclosures: FindDisclosures;
  findHomeList: FindHomeList;
  siteLanguage: SiteInfo["language"];
};
type ListCall<Query> = { query: Query; viewer: Viewer; isForPage?: boolean };
type ReaderList = (db: Database["db"], viewer: Viewer, now: number, limit: number) => Promise<SummaryRow[]>;

/** Hidden and missing articles get the same response. */
function found<Row>(row: Row | undefined): Row {
  if (!row) throw new NotFoundError("article_not_found", NO_ARTICLE);
  return row;
}

const idOf = ({ id }: { id: string }) => idIn(id, "article_not_found", NO_ARTICLE);

/**
 * A page of the list of articles for the newsroom. Users without access to others' drafts get others' articles as
 * readers see them. Throws InvalidError with a message for each unknown value.
 */
async function listedPage({ database, clock }: ArticleStore, actor: Actor, viewer: Viewer, query: Page) {
  const parsed = articleListFilter.safeParse(query);
  if (!parsed.success) {
    const errors = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message]));
    throw new InvalidError("invalid_input", parsed.error.issues[0]?.message ?? "The query is not valid.", errors);
  }
  const seesAll = mayAny(actor, "article.read");
  const { ids, total } = await findListPage(database, {
    filter: parsed.data,
    page: query,
    now: clock.now(),
    noAuthor: DEFAULT_AUTHOR.name,
    viewer,
  });
  const own = seesAll ? new Set(ids) : await ownedAmong(database.db, actor.accountId, ids);
  const rows = await listedRows(database.db, ids);
  const stories = await articleDocument.stories(database.db, ids, clock.now());
  const list = rows.map((row) =>
    own.has(row.id) ? presentListed(row, stories.get(row.id)) : presentSummary(row, { isForPage: false }),
  );
  return { list, total };
}

/** A page of the readers' list, of one category if the query names one. Throws InvalidError for an unknown one. */
async function publishedPage(
  { database: { db }, clock }: ArticleStore,
  { query, viewer, isForPage = false }: ListCall<Page & { category?: unknown }>,
) {
  const { category } = query;
  const named = category === undefined ? undefined : await resolveCategory(db, viewer, clock.now(), String(category));
  if (category !== undefined && !named) throw new InvalidError("unknown_category", NO_CATEGORY);
  const { rows, total } = await pagePublished(db, viewer, clock.now(), query, named?.id);
  return { list: presentSummaries(rows, { isForPage }), total };
}

/** Whether a user sees an article as its editors do, rather than as readers do. */
const maySeeAll = async ({ database }: ArticleStore, actor: Actor, id: number) =>
  mayAny(actor, "article.read") || may(actor, "article.read", { owners: await findOwners(database.db, id) });

/** A list in full, or as the home page shows it. */
const homeList =
  (
    name: Parameters<FindHomeList>[1],
    list: ReaderList,
    { store, findHomeList }: Pick<Deps, "store" | "findHomeList">,
  ) =>
  async ({ query: { home, limit }, viewer, isForPage = false }: ListCall<HomeListQuery>) => {
    if (!home) return presentSummaries(await list(store.database.db, viewer, store.clock.now(), limit), { isForPage });
    const { rows, choice } = await findHomeList(viewer, name);
    return presentSummaries(rows.slice(0, limit), { isForPage }).map((article, place) =>
      place < choice ? { ...article, is_choice: true as const } : article,
    );
  };

/** The trending articles, those of a category first if the query names one. */
async function trendingPage(
  { database: { db }, clock }: ArticleStore,
  { query: { limit, category }, viewer, isForPage = false }: ListCall<{ limit: number; category?: string | undefined }>,
) {
  const own = category ? await resolveCategory(db, viewer, clock.now(), category) : undefined;
  return presentSummaries(await listTrending(db, viewer, clock.now(), limit, own?.id), { isForPage });
}

/** Throws NotFoundError. */
async function requireCategory({ database: { db }, clock }: ArticleStore, viewer: Viewer, slug: string) {
  const category = await resolveCategory(db, viewer, clock.now(), slug);
  if (!category) throw new NotFoundError("category_not_found", NO_CATEGORY);
  return category;
}

/** What a category is about. Throws NotFoundError. */
async function sectionOf(store: ArticleStore, viewer: Viewer, slug: string) {
  const { id, description, editor, image_url, accent } = await requireCategory(store, viewer, slug);
  return {
    description,
    editor,
    image_url,
    accent,
    topics: await busiestTopics(store.database.db, viewer, store.clock.now(), id),
  };
}

/** An article's page with the other articles that it leads to. */
async function withNeighbours(
  db: Database["db"],
  reading: { viewer: Viewer; now: number },
  page: ArticlePage,
): Promise<ArticlePage> {
  const series = await placeInSeries(db, reading, page.id);
  return { ...page, authors: await withNewest(db, reading, page), ...(series && { series }) };
}

export function articleRoutes({ store, views, known, pageRecord, siteLanguage, ...finds }: Deps): ApiPlugin {
  const { clock } = store;
  const { db } = store.database;
  const { findRemoval, findDisclosures, findHomeList } = finds;
  const home = { store, findHomeList };

  /** An article for readers, with its version. Throws NotFoundError and RemovedError. */
  const pageFor = async (
    id: number,
    viewer: Viewer,
    isForPage: boolean,
  ): Promise<{ version: number; page: ArticlePage }> => {
    const row = await findPage(db, store.content, { viewer, now: clock.now(), isForPage }, id);
    const removal = row ? undefined : await findRemoval(id);
    if (removal)
      throw new RemovedError("article_removed", removedNotice(removal.at, (await readNewsroom(db)).time_zone));
    const { version } = found(row);
    const reading = { viewer, now: clock.now() };
    const presented = presentPage(found(row), await pageRecord(id), { isForPage });
    const content = await withOwnCards(db, reading, presented.content);
    const page = await inItsLanguage(db, { ...presented, content }, siteLanguage);
    return { version, page: await withNeighbours(db, reading, page) };
  };

  return async (app) => {
    serve(app, articleEndpoints, {
      "GET /articles/latest": homeList("latest", listLatest, home),
      "GET /articles/featured": homeList("lead", listFeatured, home),
      "GET /articles/editors-picks": homeList("picks", listEditorsPicks, home),
      "GET /articles/trending": (call) => trendingPage(store, call),

      "GET /articles": async ({ query, viewer, isForPage = false }, reply) => {
        const actor = actorWith(viewer, "article.read");
        const { list, total } = await (actor
          ? listedPage(store, actor, viewer, query)
          : publishedPage(store, { query, viewer, isForPage }));
        reply.header(TOTAL_HEADER, total);
        return list;
      },

      "GET /categories/:slug": async ({ params: { slug }, query, viewer, isForPage = false }, reply) => {
        const category = await requireCategory(store, viewer, slug);
        // Requested by name or by a former slug: redirects to the canonical address.
        if (category.slug !== slug) reply.header("content-location", categoryUrl(category.slug));
        const { rows, total } = await pagePublished(db, viewer, clock.now(), query, category.id);
        reply.header(TOTAL_HEADER, total);
        return presentSummaries(rows, { isForPage });
      },
      "GET /categories/:slug/section": ({ params, viewer }) => sectionOf(store, viewer, params.slug),

      "GET /articles/:id": async ({ params, viewer, isForPage = false }, reply) => {
        const id = idOf(params);
        const actor = actorWith(viewer, "article.read");
        if (!actor) {
          const article = await pageFor(id, viewer, isForPage);
          return tagged(reply, article.version, article.page);
        }
        const disclosures = await findDisclosures(id);
        const more = disclosures.length > 0 && { disclosures };
        // Programs do not see what an import has staged.
        if (actor.key) await requireArticle(db, actor, "article.read", { id, now: clock.now() });
        if (await maySeeAll(store, actor, id)) {
          const marked = await withMarkedText(db, articleType(store), { id });
          return respondWithArticle(reply, found(await findAny(db, id)), { ...marked, ...more });
        }
        const row = found(await findPublished(db, viewer, clock.now(), id));
        return tagged(reply, row.version, { ...presentDetail(row), ...more });
      },

      "GET /tags": (call) => findTags(db, { actor: actorOf(call), now: clock.now(), ...call.query }),

      "POST /articles/:id/view": async ({ params, query, ip, headers }) => {
        const id = idOf(params);
        if (!(await known.isPublished(id))) throw new NotFoundError("article_not_found", NO_ARTICLE);
        views.record({ ...query, id, address: ip, userAgent: headers["user-agent"] });
      },
    });

    await app.register(articleWriting(store));
  };
}

/** Creating and changing. A separate scope, as only these routes parse forms. */
function articleWriting(store: DeskStore): ApiPlugin {
  const { document, once } = lifecycleHandlers(store, articleType(store), ARTICLE_PRESENTATION);
  return async (app) => {
    await acceptForms(app);
    serve(app, articleWritingEndpoints, {
      "POST /articles": async (call, reply) => {
        const account = accountOf(call);
        const picture = pictureIn(call.body);
        const row = await createIdempotently(creationOf(call, "article", account), {
          db: store.database.db,
          reply,
          create: (note) =>
            createArticleWithPictures(store, actorOf(call), newDraft(call.body, account), picture, note),
          find: (id) => findAny(store.database.db, id),
        });
        return respondWithArticle(reply, row);
      },

      "PUT /articles/:id": async (call, reply) => {
        const id = idOf(call.params);
        const ifMatch = call.headers["if-match"];
        const { content, status, publishedAt, ...others } = changeOf(call.body);
        const reading = { viewer: call.viewer, now: store.clock.now() };
        const isStored = content !== undefined && !(await isReadersContent(store.database.db, reading, id, content));
        const saved = { fields: isStored ? { ...others, content } : others, state: { status, publishedAt } };
        return once(call, reply, document, async (claim) => {
          const [picture, note] = [pictureIn(call.body), noteIn(call.body)];
          return saveDocument(store, document, actorOf(call), id, saved, { picture, note, ifMatch, claim });
        });
      },
    });
  };
}

const pictureIn = ({ image_url: given }: ArticleBody) => (given instanceof File ? given : undefined);

/** An article for an editor, with the ETag of it and its working copy. */
function respondWithArticle(
  reply: ResponseHead,
  row: EditorRow,
  more: Pick<ArticleDetail, "disclosures" | "text_with_suggestions"> = {},
): ArticleDetail {
  const version = versionName(row.version, row.working_copy_version);
  return tagged(reply, version, { ...presentForEditor(row), ...more });
}
