import { noteIn } from "#features/articles/changes.ts";
import { readForEditor, requireArticle } from "#features/articles/policy.ts";
import { presentForEditor } from "#features/articles/present.ts";
import type { EditorRow } from "#features/articles/queries.ts";
import { articleKey, NO_ARTICLE, NO_REVISION } from "#features/articles/rules.ts";
import { versionName } from "#features/documents/history/rules.ts";
import { saveOnce } from "#features/documents/history/saves.ts";
import { notInTrash } from "#features/documents/rules.ts";
import { type ApiPlugin, type Handlers, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { versionTag } from "#platform/version-tags.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf, type WithViewer } from "#shared/viewer.ts";
import { articleDeskEndpoints } from "../endpoints.ts";
import { changeMany } from "../list/bulk.ts";
import { restoreArticle, trashArticle } from "../trash.ts";
import {
  cancelUpdate,
  type DeskStore,
  discardWorkingCopy,
  publishArticle,
  saveWorkingCopy,
  unpublishArticle,
} from "./commands.ts";
import { type DeskEndpoints, deskEndpoints } from "./endpoints.ts";
import { noteRevision, restoreRevision } from "./internal/copies.ts";
import type { Copied } from "./present.ts";
import { findCopied, findRevision, findSaved, pageRevisions, presentCopied } from "./queries.ts";

type WithId = { params: { id: string } };
type Served<Name extends keyof DeskEndpoints> = Pick<Handlers<DeskEndpoints>, Name>;

const idOf = ({ params }: WithId) => idIn(params.id, "article_not_found", NO_ARTICLE);
const versionOf = (call: { params: { id: string; n: string } }) => ({
  id: idOf(call),
  n: idIn(call.params.n, "version_not_found", NO_REVISION),
});

/** Throws NotFoundError and ForbiddenError for an article whose unpublished text the caller may not see. */
const requireRead = ({ database, clock }: DeskStore, call: WithId & WithViewer) =>
  requireArticle(database.db, actorOf(call), "article.read", { id: idOf(call), now: clock.now() });

export function deskRoutes(store: DeskStore): ApiPlugin {
  return async (app) => {
    serve(app, deskEndpoints, {
      ...workingCopies(store),
      ...publishing(store),
      ...versions(store),
    });
    serve(app, articleDeskEndpoints, {
      "DELETE /articles/:id": (call) => trashArticle(store, actorOf(call), idOf(call)),
      "POST /articles/:id/restore": async (call) =>
        presentForEditor(
          await restoreArticle(store, actorOf(call), idIn(call.params.id, "not_in_trash", notInTrash("article"))),
        ),
      "POST /articles/bulk": (call) => changeMany(store, actorOf(call), call.body),
    });
  };
}

/** The ETag of an article and its working copy, the same in all responses that contain either. */
function setTag(reply: ResponseHead, row: EditorRow, body: object): void {
  reply.header("etag", versionTag(versionName(row.version, row.working_copy_version), body));
}

function workingCopies(
  store: DeskStore,
): Served<"GET /articles/:id/draft" | "PUT /articles/:id/draft" | "DELETE /articles/:id/draft"> {
  const { db } = store.database;
  const respond = async (reply: ResponseHead, copied: Copied) => {
    const body = await presentCopied(db, copied);
    setTag(reply, copied.row, body);
    return body;
  };
  return {
    "GET /articles/:id/draft": async (call, reply) => {
      await requireRead(store, call);
      return respond(reply, await findCopied(db, idOf(call)));
    },
    "PUT /articles/:id/draft": async (call, reply) => {
      const id = idOf(call);
      const saveOptions = {
        ifMatch: call.headers["if-match"],
        isRetry: call.query.retry === "1",
        changesScheduled: call.query.scheduled === "1",
      };
      const copied = await saveOnce(call, {
        db,
        clock: store.clock,
        reply,
        document: articleKey(id),
        save: (claim) => saveWorkingCopy(store, actorOf(call), id, call.body, { ...saveOptions, claim }),
        async read() {
          await requireRead(store, call);
          return findSaved(db, id);
        },
      });
      return respond(reply, copied);
    },
    "DELETE /articles/:id/draft": (call) => discardWorkingCopy(store, actorOf(call), idOf(call)),
  };
}

function respondWithArticle(reply: ResponseHead, row: EditorRow) {
  const body = presentForEditor(row);
  setTag(reply, row, body);
  return body;
}

function publishing(
  store: DeskStore,
): Served<"POST /articles/:id/publish" | "DELETE /articles/:id/publish" | "POST /articles/:id/unpublish"> {
  return {
    "POST /articles/:id/publish": async (call, reply) => {
      const { at, ...note } = call.body ?? {};
      const publication = {
        at: at ? Date.parse(at) : undefined,
        ifMatch: call.headers["if-match"],
        note: noteIn(note),
      };
      const id = idOf(call);
      const { clock } = store;
      const { db } = store.database;
      const row = await saveOnce(call, {
        db,
        clock,
        reply,
        document: articleKey(id),
        save: (claim) => publishArticle(store, actorOf(call), id, { ...publication, claim }),
        read: () => readForEditor(db, actorOf(call), { id, now: clock.now() }),
      });
      return respondWithArticle(reply, row);
    },
    "DELETE /articles/:id/publish": (call) => cancelUpdate(store, actorOf(call), idOf(call)),
    "POST /articles/:id/unpublish": async (call, reply) =>
      respondWithArticle(reply, await unpublishArticle(store, actorOf(call), idOf(call), call.headers["if-match"])),
  };
}

function versions(
  store: DeskStore,
): Served<
  | "GET /articles/:id/revisions"
  | "GET /articles/:id/revisions/:n"
  | "PATCH /articles/:id/revisions/:n"
  | "POST /articles/:id/revisions/:n/restore"
> {
  const { db } = store.database;
  return {
    "GET /articles/:id/revisions": async (call, reply) => {
      await requireRead(store, call);
      const { revisions, total } = await pageRevisions(db, idOf(call), call.query, store.clock.now());
      reply.header(TOTAL_HEADER, total);
      return revisions;
    },
    "GET /articles/:id/revisions/:n": async (call) => {
      await requireRead(store, call);
      const { id, n } = versionOf(call);
      return findRevision(db, id, n);
    },
    "PATCH /articles/:id/revisions/:n": async (call) => {
      const { id, n } = versionOf(call);
      await noteRevision(store, actorOf(call), { id, n }, call.body.note);
      return findRevision(db, id, n);
    },
    "POST /articles/:id/revisions/:n/restore": async (call, reply) =>
      respondWithArticle(reply, await restoreRevision(store, actorOf(call), versionOf(call), call.headers["if-match"])),
  };
}
