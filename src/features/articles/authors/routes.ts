import type { Kysely } from "kysely";
import { justWritten } from "#db/rows.ts";
import type { Tables } from "#db/tables.ts";
import { presentSummaries } from "#features/articles/present.ts";
import { summariesByIds } from "#features/articles/queries.ts";
import { NO_AUTHOR } from "#features/identity/authors/rules.ts";
import { type ApiPlugin, type ResponseHead, serve } from "#platform/endpoints.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { accountOf, actorOf, type Viewer } from "#shared/viewer.ts";
import { type AuthorEndpoints, authorEndpoints, type ListedAuthor } from "./endpoints.ts";
import { listAuthors, presentAuthors, readListedAuthor } from "./list.ts";
import { type AuthorStore, createAuthor, deleteAuthor, mergeAuthors, updateAuthor } from "./manage.ts";
import { idsOfAuthor } from "./queries.ts";
import { authorVersion } from "./rules.ts";

const authors = clientOf<AuthorEndpoints>();

const respond = (reply: ResponseHead, body: ListedAuthor): ListedAuthor => tagged(reply, authorVersion(body), body);

/** `authors/`: who writes articles, with or without an account. */
export function authorRoutes(store: AuthorStore): ApiPlugin {
  const { database, clock } = store;
  const { db } = database;
  const find = async (viewer: Viewer, slug: string): Promise<ListedAuthor> => {
    const author = await readListedAuthor(db, { viewer, now: clock.now() }, slug);
    if (!author) throw new NotFoundError("author_not_found", NO_AUTHOR);
    return author;
  };
  const byId = async (from: Kysely<Tables>, viewer: Viewer, id: number) =>
    (await presentAuthors(from, { viewer, now: clock.now() }, [id]))[0];
  const readFor = (viewer: Viewer) => async (trx: Kysely<Tables>, id: number) =>
    justWritten(await byId(trx, viewer, id));
  return async (app) =>
    serve(app, authorEndpoints, {
      "GET /authors": async ({ query, viewer }, reply) => {
        const { authors: listed, total } = await listAuthors(db, { viewer, now: clock.now() }, query);
        reply.header(TOTAL_HEADER, total);
        return listed;
      },

      "POST /authors": async (call, reply) => {
        const made = await createIdempotently(creationOf(call, "author", accountOf(call)), {
          db,
          reply,
          create: (note) => createAuthor(store, actorOf(call), call.body, { note, read: readFor(call.viewer) }),
          find: (id) => byId(db, call.viewer, id),
        });
        return respond(reply, made);
      },

      "GET /authors/:slug": async ({ params: { slug }, viewer }, reply) => {
        const author = await find(viewer, slug);
        if (author.slug !== slug)
          reply.header("content-location", authors.url("GET /authors/:slug", { params: { slug: author.slug } }));
        return respond(reply, author);
      },

      "PUT /authors/:slug": async (call, reply) => {
        const how = { isCurrent: isCurrentFor(call), read: readFor(call.viewer) };
        return respond(reply, await updateAuthor(store, actorOf(call), call.params.slug, call.body, how));
      },

      "DELETE /authors/:slug": (call) => deleteAuthor(store, actorOf(call), call.params.slug),

      "POST /authors/merge": async (call, reply) =>
        respond(reply, await mergeAuthors(store, actorOf(call), call.body, readFor(call.viewer))),

      "GET /authors/:slug/articles": async ({ params, query, viewer, isForPage = false }, reply) => {
        const { id, count } = await find(viewer, params.slug);
        reply.header(TOTAL_HEADER, count);
        const ids = await idsOfAuthor(db, viewer, clock.now(), id, query);
        return presentSummaries(await summariesByIds(db, viewer, clock.now(), ids), { isForPage });
      },
    });
}
