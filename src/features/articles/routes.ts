import { createHash } from "node:crypto";
import { z } from "zod";
import type { Database } from "#db/open.ts";
import { findCategory } from "#features/categories/queries.ts";
import { categoryParams } from "#features/categories/schema.ts";
import type { ApiPlugin } from "#platform/api-plugin.ts";
import type { Clock } from "#platform/clock.ts";
import { NotFoundError } from "#shared/errors.ts";
import { parseId } from "#shared/ids.ts";
import type { Page } from "#shared/schema.ts";
import type { ViewCounter } from "./jobs.ts";
import { presentDetail, presentSummaries } from "./present.ts";
import {
  findPublished,
  listEditorsPicks,
  listFeatured,
  listLatest,
  listTrending,
  pagePublished,
  type SummaryRow,
} from "./queries.ts";
import { NO_ARTICLE } from "./rules.ts";
import { articleDetail, articleList, articleListQuery, articleParams, readerListQuery } from "./schema.ts";

const TAGS = ["Articles"];
const TOTAL_HEADER = "X-Total-Count";

type Deps = { database: Database; clock: Clock; views: ViewCounter };
type ReaderList = (db: Database["db"], now: number, limit: number) => Promise<SummaryRow[]>;

/** The reader's article calls (spec section 7): lists, one article, a category's articles, views. */
export function articleRoutes({ database, clock, views }: Deps): ApiPlugin {
  const { db } = database;
  const published = async (idText: string) => {
    const id = parseId(idText);
    const row = id === null ? undefined : await findPublished(db, clock.now(), id);
    if (!row) throw new NotFoundError(NO_ARTICLE);
    return row;
  };

  return async (app) => {
    const readerList = (path: string, summary: string, list: ReaderList) =>
      app.get(
        path,
        { schema: { summary, tags: TAGS, querystring: readerListQuery, response: { 200: articleList } } },
        async (request) => presentSummaries(await list(db, clock.now(), request.query.limit)),
      );
    readerList("/articles/latest", "The newest articles", listLatest);
    readerList("/articles/featured", "Featured articles, newest first", listFeatured);
    readerList("/articles/editors-picks", "The editors' picks, newest first", listEditorsPicks);
    readerList("/articles/trending", "What is read most lately", listTrending);

    app.get(
      "/articles",
      {
        schema: {
          summary: "Published articles, newest first",
          tags: TAGS,
          querystring: articleListQuery,
          response: { 200: articleList },
        },
      },
      async (request, reply) => {
        const { rows, total } = await pagePublished(db, clock.now(), request.query);
        reply.header(TOTAL_HEADER, total);
        return presentSummaries(rows);
      },
    );

    app.get(
      "/categories/:slug",
      {
        schema: {
          summary: "A category's articles, newest first",
          tags: ["Categories"],
          params: categoryParams,
          querystring: articleListQuery,
          response: { 200: articleList },
        },
      },
      async (request, reply) => {
        const category = await findCategory(db, request.params.slug);
        if (!category) throw new NotFoundError("There is no such category.");
        const { rows, total } = await pagePublished(db, clock.now(), request.query as Page, category.id);
        reply.header(TOTAL_HEADER, total);
        return presentSummaries(rows);
      },
    );

    app.get(
      "/articles/:id",
      {
        schema: {
          summary: "One article with its content",
          tags: TAGS,
          params: articleParams,
          response: { 200: articleDetail },
        },
      },
      async (request, reply) => {
        const row = await published(request.params.id);
        const detail = presentDetail(row);
        reply.header("etag", articleTag(row.version, detail));
        return detail;
      },
    );

    app.post(
      "/articles/:id/view",
      { schema: { summary: "Counts a reader's view", tags: TAGS, params: articleParams, response: { 204: z.null() } } },
      async (request, reply) => {
        const { id } = await published(request.params.id);
        views.record({ articleId: id, address: request.ip, userAgent: request.headers["user-agent"] });
        return reply.status(204).send(null);
      },
    );
  };
}

/** The version an editor's `If-Match` names, then a digest: the author's or category's name may change without it. */
function articleTag(version: number, detail: unknown): string {
  return `"${version}-${createHash("sha256").update(JSON.stringify(detail)).digest("base64url").slice(0, 16)}"`;
}
