import { peopleOf, presentRevision, presentRevisions } from "#features/documents/history/present.ts";
import { findVersion } from "#features/documents/history/queries.ts";
import { type ClaimKey, saveOnce } from "#features/documents/history/saves.ts";
import { accountNames } from "#features/identity/accounts/queries.ts";
import type { SiteSettings } from "#features/settings/facts/schema.ts";
import type { Publication } from "#features/settings/publication/endpoints.ts";
import { readPublisher as readPublisherOf } from "#features/settings/publication/queries.ts";
import { type Call, type Handlers, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { versionTag } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { viewerMayAny } from "#shared/permissions.ts";
import { accountOf, actorOf } from "#shared/viewer.ts";
import * as commands from "./commands.ts";
import * as copies from "./document.ts";
import { type PageEndpoints, type PageFields, type SitePage, sitePageEndpoints } from "./endpoints.ts";
import {
  type EditedPage,
  findPage,
  listPages,
  listReadablePages,
  listVersions,
  nameOf,
  presentCopy,
  presentPage,
  previewOfPage,
  readAddress,
  requirePage,
  requireReadablePage,
  saveOf,
  searchPages,
} from "./queries.ts";
import { NO_PAGE, NO_VERSION, NO_WORKING_COPY, pageKey } from "./rules.ts";
import { followTexts } from "./upkeep.ts";

type Deps = {
  store: commands.PageStore;
  texts: Publication;
  /** The settings of the site, unless the newsroom has changed them. */
  siteDefaults: SiteSettings;
};
type Served = Partial<Handlers<PageEndpoints>>;
type WithId = { params: { id: string } };

const idOf = ({ params }: WithId) => idIn(params.id, "page_not_found", NO_PAGE);
const versionOf = (call: { params: { id: string; n: string } }) => ({
  id: idOf(call),
  n: idIn(call.params.n, "version_not_found", NO_VERSION),
});

/** The maximum delay of a scheduled update, in milliseconds. */
const PUBLICATION_INTERVAL_MS = 2_000;

export type PagesFeature = Feature & {
  readAddress: (slug: string) => ReturnType<typeof readAddress>;
  /** A page with its working copy; undefined for a deleted page. */
  previewOfPage: (id: number) => ReturnType<typeof previewOfPage>;
  /** Updates unedited pages of the first edition to the publication's name and tagline. */
  followTexts: () => Promise<void>;
};

export function pagesFeature({ store, texts, siteDefaults }: Deps): PagesFeature {
  const { db } = store.database;
  const readPublisher = () => readPublisherOf(db, texts, siteDefaults);
  const read = async (slug: string) => readAddress(db, slug, { now: store.clock.now(), ...(await readPublisher()) });
  return {
    routes: [
      async (app) =>
        serve(app, sitePageEndpoints, {
          ...writing(store),
          ...drafts(store),
          ...publishing(store),
          ...versions(store),
          "GET /pages/search": ({ query }) => searchPages(db, query.query, store.clock.now()),
          "GET /pages/by-address/:slug": ({ params }) => read(params.slug),
        }),
    ],
    jobs: [
      {
        name: "scheduled updates of pages",
        title: "Publish scheduled updates of pages",
        every: PUBLICATION_INTERVAL_MS,
        alone: true,
        run: () => copies.publishDuePages(store),
      },
    ],
    readAddress: read,
    previewOfPage: async (id) => previewOfPage(store, await readPublisher(), id),
    followTexts: async () => followTexts(store, await readPublisher()),
  };
}

/** The ETag of a page and its working copy, the same in all responses that contain either. */
function tagged<Body extends object>(reply: ResponseHead, page: EditedPage, body: Body): Body {
  reply.header("etag", versionTag(nameOf(page), body));
  return body;
}

const respond = (reply: ResponseHead, page: EditedPage): SitePage => tagged(reply, page, presentPage(page));

/** Runs a save once per idempotency key. */
const savedOnce = (
  { database: { db }, clock }: commands.PageStore,
  call: Call<PageEndpoints["PUT /pages/:id"]> | Call<PageEndpoints["PUT /pages/:id/draft" | "POST /pages/:id/publish"]>,
  reply: ResponseHead,
  save: Parameters<typeof saveOnce<EditedPage>>[1]["save"],
) => {
  const id = idOf(call);
  return saveOnce(call, { db, clock, reply, document: pageKey(id), save, read: () => requirePage(db, id) });
};

function writing(store: commands.PageStore) {
  const { db } = store.database;
  return {
    "GET /pages": async ({ query, viewer }, reply) => {
      const isEditor = viewerMayAny(viewer, "page.manage");
      const { rows, total } = await (isEditor ? listPages(db, query) : listReadablePages(db, store.clock.now(), query));
      reply.header(TOTAL_HEADER, total);
      return rows;
    },
    "POST /pages": async (call, reply) => {
      const page = await createIdempotently(creationOf(call, "page", accountOf(call)), {
        db,
        reply,
        create: (note) => commands.createPage(store, actorOf(call), call.body, note),
        find: (id) => findPage(db, id),
      });
      return respond(reply, page);
    },
    "GET /pages/:id": async (call, reply) => {
      const isEditor = viewerMayAny(call.viewer, "page.manage");
      const id = idOf(call);
      return respond(reply, await (isEditor ? requirePage(db, id) : requireReadablePage(db, store.clock.now(), id)));
    },
    "PUT /pages/:id": async (call, reply) => {
      const ifMatch = call.headers["if-match"];
      const save = (claim: ClaimKey) =>
        commands.updatePage(store, actorOf(call), idOf(call), call.body, { ifMatch, claim });
      return respond(reply, await savedOnce(store, call, reply, save));
    },
  } satisfies Served;
}

function drafts(store: commands.PageStore) {
  const { db } = store.database;
  return {
    "GET /pages/:id/draft": async (call, reply) => {
      const page = await requirePage(db, idOf(call));
      if (!page.copy) throw new NotFoundError("working_copy_not_found", NO_WORKING_COPY);
      return tagged(reply, page, await presentCopy(db, page));
    },
    "PUT /pages/:id/draft": async (call, reply) => {
      const { query, headers } = call;
      const saveOptions = { isRetry: query.retry === "1", changesScheduled: query.scheduled === "1" };
      const save = (claim: ClaimKey) =>
        copies.saveDraft(store, actorOf(call), idOf(call), call.body, {
          ifMatch: headers["if-match"],
          claim,
          ...saveOptions,
        });
      const page = await savedOnce(store, call, reply, save);
      return tagged(reply, page, await presentCopy(db, page));
    },
    "DELETE /pages/:id/draft": (call) => copies.discardDraft(store, idOf(call)),
  } satisfies Served;
}

function publishing(store: commands.PageStore) {
  return {
    "POST /pages/:id/publish": async (call, reply) => {
      const write = { at: call.body?.at, ifMatch: call.headers["if-match"] };
      const save = (claim: ClaimKey) => copies.publishPage(store, actorOf(call), idOf(call), { ...write, claim });
      return respond(reply, await savedOnce(store, call, reply, save));
    },
    "DELETE /pages/:id/publish": (call) => copies.cancelUpdate(store, actorOf(call), idOf(call)),
    "POST /pages/:id/unpublish": async (call, reply) =>
      respond(reply, await copies.unpublishPage(store, actorOf(call), idOf(call), call.headers["if-match"])),
  } satisfies Served;
}

function versions(store: commands.PageStore) {
  const { db } = store.database;
  const namesFor = (heads: Parameters<typeof peopleOf>[0]) => accountNames(db, peopleOf(heads));
  const find = async ({ id, n }: { id: number; n: number }) => {
    const { row } = await requirePage(db, id);
    const found = await findVersion(db, pageKey(id), n, async () => saveOf(row));
    if (!found) throw new NotFoundError("version_not_found", NO_VERSION);
    return { fields: found.snapshot as PageFields, head: presentRevision(found.head, await namesFor([found.head])) };
  };
  return {
    "GET /pages/:id/revisions": async (call, reply) => {
      const { rows, total, current } = await listVersions(db, idOf(call), call.query, store.clock.now());
      reply.header(TOTAL_HEADER, total);
      return presentRevisions(rows, await namesFor(rows), current);
    },
    "GET /pages/:id/revisions/:n": async (call) => {
      const { head, fields } = await find(versionOf(call));
      return { ...head, ...fields };
    },
    "PATCH /pages/:id/revisions/:n": async (call) => {
      await copies.nameVersion(store, versionOf(call), call.body.note);
      return (await find(versionOf(call))).head;
    },
    "POST /pages/:id/revisions/:n/restore": async (call, reply) =>
      respond(reply, await copies.restoreVersion(store, actorOf(call), versionOf(call), call.headers["if-match"])),
  } satisfies Served;
}
