import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import { accountOf, actorOf } from "#features/accounts/policy.ts";
import { resolveCategory } from "#features/categories/queries.ts";
import { NO_CATEGORY } from "#features/categories/rules.ts";
import { categoryParams } from "#features/categories/schema.ts";
import { deskPage } from "#features/desk/queries.ts";
import { deskFilter } from "#features/desk/schema.ts";
import type { MediaStore } from "#features/media/commands.ts";
import { type ApiPlugin, idIn } from "#platform/api-plugin.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { acceptForms, MAX_FORM_TEXT_BYTES } from "#platform/multipart.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import { matchesVersion, versionTag } from "#platform/version-tags.ts";
import { InvalidError, NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/paging.ts";
import type { Page } from "#shared/schema.ts";
import { apiUrl } from "#shared/urls.ts";
import { type ArticleStore, deleteArticle } from "./commands.ts";
import { changeOf, newDraft } from "./drafts.ts";
import { createArticleWithPictures, updateArticleWithPictures } from "./pictures.ts";
import { presentDetail, presentForEditor, presentPage, presentSummaries } from "./present.ts";
import {
  type DetailRow,
  findAny,
  findPage,
  findPublished,
  isPublished,
  listEditorsPicks,
  listFeatured,
  listLatest,
  listTrending,
  pagePublished,
  type SummaryRow,
  summariesOfAny,
} from "./queries.ts";
import { DEFAULT_AUTHOR, NO_ARTICLE } from "./rules.ts";
import {
  type ArticleBody,
  type ArticleDetail,
  articleBody,
  articleChange,
  articleDetail,
  articleList,
  articleListQuery,
  articlePage,
  articleParams,
  categoryListQuery,
  readerListQuery,
} from "./schema.ts";

const TAGS = ["Articles"];

type Deps = { store: ArticleStore & MediaStore; views: ReaderCounter };
type ReaderList = (db: Database["db"], now: number, limit: number) => Promise<SummaryRow[]>;

/** What may not be seen and what is not there answer alike. */
function found<Row>(row: Row | undefined): Row {
  if (!row) throw new NotFoundError(NO_ARTICLE);
  return row;
}

const idOf = ({ id }: { id: string }) => idIn(id, NO_ARTICLE);

/** A page of all articles as an editor asks for it. Throws InvalidError with a sentence for each value not known. */
async function editorsPage({ database, clock }: ArticleStore, query: Page) {
  const parsed = deskFilter.safeParse(query);
  if (!parsed.success) {
    const errors = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join("."), message]));
    throw new InvalidError(parsed.error.issues[0]?.message ?? "The query is not valid.", errors);
  }
  const { ids, total } = await deskPage(database, {
    filter: parsed.data,
    page: query,
    now: clock.now(),
    nobody: DEFAULT_AUTHOR.name,
  });
  return { rows: await summariesOfAny(database.db, ids), total };
}

/** Article calls: lists, one article, a category's articles, views; writing, for editors. */
export function articleRoutes({ store, views }: Deps): ApiPlugin {
  const { clock } = store;
  const { db } = store.database;

  return async (app) => {
    const readerList = (path: string, summary: string, list: ReaderList) =>
      app.get(
        path,
        {
          config: { access: "public" },
          schema: { summary, tags: TAGS, querystring: readerListQuery, response: { 200: articleList } },
        },
        async (request) => presentSummaries(await list(db, clock.now(), request.query.limit)),
      );
    readerList("/articles/latest", "The newest articles", listLatest);
    readerList("/articles/featured", "Featured articles, newest first", listFeatured);
    readerList("/articles/editors-picks", "The editors' picks, newest first", listEditorsPicks);
    readerList("/articles/trending", "What is read most lately", listTrending);

    app.get(
      "/articles",
      {
        config: { access: "either" },
        schema: {
          summary:
            "Articles, newest first: published ones, and all for an editor, who may search, filter and sort them",
          tags: TAGS,
          querystring: articleListQuery,
          response: { 200: articleList },
        },
      },
      async (request, reply) => {
        const { rows, total } = request.actor
          ? await editorsPage(store, request.query)
          : await pagePublished(db, clock.now(), request.query);
        reply.header(TOTAL_HEADER, total);
        return presentSummaries(rows);
      },
    );

    app.get(
      "/categories/:slug",
      {
        config: { access: "either" },
        schema: {
          summary: "A category's published articles, newest first",
          tags: ["Categories"],
          params: categoryParams,
          querystring: categoryListQuery,
          response: { 200: articleList },
        },
      },
      async (request, reply) => {
        const { slug } = request.params;
        const category = await resolveCategory(db, { isEditor: request.actor !== null, now: clock.now() }, slug);
        if (!category) throw new NotFoundError(NO_CATEGORY);
        // Asked for by its name, or by a slug it had before: it has one address of its own.
        if (category.slug !== slug) reply.header("Content-Location", apiUrl.category(category.slug));
        const { rows, total } = await pagePublished(db, clock.now(), request.query as Page, category.id);
        reply.header(TOTAL_HEADER, total);
        return presentSummaries(rows);
      },
    );

    app.get(
      "/articles/:id",
      {
        config: { access: "either" },
        schema: {
          summary: "One article with its content; drafts for an editor only",
          tags: TAGS,
          params: articleParams,
          response: { 200: articleDetail },
        },
      },
      async (request, reply) => {
        const id = idOf(request.params);
        const row = found(await (request.actor ? findAny(db, id) : findPublished(db, clock.now(), id)));
        return withTag(reply, row, request.actor ? presentForEditor(row) : presentDetail(row));
      },
    );

    app.get(
      "/articles/:id/page",
      {
        config: { access: "public" },
        schema: {
          summary: "One article as its page shows it",
          tags: TAGS,
          params: articleParams,
          response: { 200: articlePage },
        },
      },
      async (request) => presentPage(found(await findPage(db, store.content, clock.now(), idOf(request.params)))),
    );

    app.post(
      "/articles/:id/view",
      {
        config: { access: "public", cost: "read" },
        schema: { summary: "Counts a reader's view", tags: TAGS, params: articleParams, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const id = idOf(request.params);
        if (!(await isPublished(db, clock.now(), id))) throw new NotFoundError(NO_ARTICLE);
        views.record({ id, address: request.ip, userAgent: request.headers["user-agent"] });
        return reply.status(204).send(null);
      },
    );

    await app.register(articleWriting(store));
  };
}

/** Creating, changing and deleting. Its own scope, as only here forms are read. */
function articleWriting(store: ArticleStore & MediaStore): ApiPlugin {
  const answer = (reply: FastifyReply, row: DetailRow) => withTag(reply, row, presentForEditor(row));
  // Answers are not pressed: they are what the editor has just sent, as large, and pressing is a tenth of the work.
  const common = { config: { access: "editor" }, bodyLimit: MAX_FORM_TEXT_BYTES, compress: false } as const;
  const consumes = ["application/json", "multipart/form-data"];

  return async (app) => {
    await acceptForms(app);

    app.post(
      "/articles",
      {
        ...common,
        schema: {
          summary: "Write an article",
          description:
            "Asked for again with the same Idempotency-Key, it answers the article that was written the first time.",
          tags: TAGS,
          consumes,
          body: articleBody,
          response: { 201: articleDetail },
        },
      },
      async (request, reply) => {
        const account = accountOf(request);
        const image = await imageOf(request.body);
        const row = await createIdempotently(creationOf(request, "article", account), {
          db: store.database.db,
          reply,
          create: (note) =>
            createArticleWithPictures(store, actorOf(request), newDraft(request.body, account), image, note),
          find: (id) => findAny(store.database.db, id),
        });
        return reply.status(201).send(answer(reply, row));
      },
    );

    app.put(
      "/articles/:id",
      {
        ...common,
        schema: {
          summary: "Change an article; what is left out keeps its value",
          description:
            "With the article's ETag in If-Match, a change that began from an older version is refused (409).",
          tags: TAGS,
          consumes,
          params: articleParams,
          body: articleChange,
          response: { 200: articleDetail },
        },
      },
      async (request, reply) => {
        const id = idOf(request.params);
        const ifMatch = request.headers["if-match"];
        const row = await updateArticleWithPictures(store, actorOf(request), id, changeOf(request.body), {
          image: await imageOf(request.body),
          isCurrent: (version) => matchesVersion(ifMatch, version),
        });
        return answer(reply, row);
      },
    );

    app.delete(
      "/articles/:id",
      {
        config: { access: "editor" },
        schema: { summary: "Delete an article", tags: TAGS, params: articleParams, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await deleteArticle(store, actorOf(request), idOf(request.params));
        return reply.status(204).send(null);
      },
    );
  };
}

/** The file of a form's `image_url`. */
async function imageOf({ image_url: image }: ArticleBody): Promise<Uint8Array | undefined> {
  return image instanceof File ? new Uint8Array(await image.arrayBuffer()) : undefined;
}

function withTag(reply: FastifyReply, { version }: DetailRow, detail: ArticleDetail): ArticleDetail {
  reply.header("etag", versionTag(version, detail));
  return detail;
}
