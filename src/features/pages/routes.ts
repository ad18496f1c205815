import type { ClaimKey } from "#features/documents/history/saves.ts";
import type { Revision } from "#features/documents/history/schema.ts";
import { lifecycleHandlers } from "#features/documents/lifecycle/routes.ts";
import { nameOf } from "#features/documents/lifecycle/type.ts";
import { ofDocuments } from "#features/documents/types.ts";
import type { SiteSettings } from "#features/settings/facts/schema.ts";
import type { Publication } from "#features/settings/publication/endpoints.ts";
import { readPublisher as readPublisherOf } from "#features/settings/publication/queries.ts";
import { type Call, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import type { Feature } from "#platform/feature.ts";
import { createIdempotently, creationOf } from "#platform/idempotency.ts";
import { entriesOf } from "#platform/pages.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { viewerMayAny } from "#shared/permissions.ts";
import { accountOf, actorBehind, actorOf, type Viewer } from "#shared/viewer.ts";
import { createPage, type PageStore, updatePage } from "./commands.ts";
import { pageDocument } from "./document.ts";
import { type PageEndpoints, type PageFields, sitePageEndpoints } from "./endpoints.ts";
import {
  type EditedPage,
  findPage,
  listedPages,
  listPages,
  listReadablePages,
  presentCopy,
  presentPage,
  previewOfPage,
  readAddress,
  requirePage,
  requireReadablePage,
  searchPages,
} from "./queries.ts";
import { NO_PAGE, pathOfPage } from "./rules.ts";
import { PAGE } from "./type.ts";

type Deps = PageStore & {
  publication: Publication;
  /** The settings of the site, unless the newsroom has changed them. */
  siteDefaults: SiteSettings;
};
type Of<Name extends keyof PageEndpoints> = Call<PageEndpoints[Name]>;

const idOf = ({ params }: { params: { id: string } }) => idIn(params.id, "page_not_found", NO_PAGE);

export type PagesFeature = Feature & {
  readAddress: (viewer: Viewer, slug: string) => ReturnType<typeof readAddress>;
  /** A page with its working copy; undefined for a deleted page. */
  previewOfPage: (viewer: Viewer, id: number) => ReturnType<typeof previewOfPage>;
};

export function pagesFeature(store: Deps): PagesFeature {
  const { db } = store.database;
  const readPublisher = () => readPublisherOf(db, store.publication, store.siteDefaults);
  const read = async (viewer: Viewer, slug: string) =>
    readAddress(db, slug, { viewer, now: store.clock.now(), ...(await readPublisher()) });
  return {
    routes: [
      async (app) =>
        serve(app, sitePageEndpoints, {
          ...pageHandlers(store),
          "GET /pages/search": ({ query, viewer }) => searchPages(db, query.query, { viewer, now: store.clock.now() }),
          "GET /pages/by-address/:slug": ({ params, viewer }) => read(viewer, params.slug),
        }),
    ],
    sitemap: async ({ now }) => entriesOf(await listedPages(db, now), pathOfPage),
    readAddress: read,
    previewOfPage: async (viewer, id) => previewOfPage(store, { viewer, ...(await readPublisher()) }, id),
  };
}

const PRESENTATION = {
  nameOf,
  present: (_db: unknown, page: EditedPage) => presentPage(page),
  presentDraft: presentCopy,
  presentVersion: (head: Revision, fields: PageFields) => ({ ...head, ...fields }),
};

function pageHandlers(store: PageStore) {
  const { db } = store.database;
  const type = pageDocument(store);
  const { document, respond, respondToReader, once, drafts, publish, cancel, withdraw, versions } = lifecycleHandlers(
    store,
    type,
    PRESENTATION,
  );
  return {
    ...ofDocuments(PAGE, { ...drafts, ...versions }),
    "GET /pages": async ({ query, viewer }: Of<"GET /pages">, reply: ResponseHead) => {
      const isEditor = viewerMayAny(viewer, "page.manage");
      const { rows, total } = await (isEditor
        ? listPages(db, query)
        : listReadablePages(db, { viewer, now: store.clock.now() }, query));
      reply.header(TOTAL_HEADER, total);
      if (!isEditor) return rows;
      const ids = rows.map(({ id }) => id);
      const stories = await PAGE.stories(db, ids, store.clock.now());
      return rows.map((row) => ({ ...row, story: stories.get(row.id) }));
    },
    "POST /pages": async (call: Of<"POST /pages">, reply: ResponseHead) => {
      const page = await createIdempotently(creationOf(call, "page", accountOf(call)), {
        db,
        reply,
        create: (note) => createPage(store, document, actorOf(call), call.body, note),
        find: async (id) => (await findPage(db, id)) && document.read(db, id),
      });
      return respond(reply, page);
    },
    "GET /pages/:id": async (call: Of<"GET /pages/:id">, reply: ResponseHead) => {
      const isEditor = viewerMayAny(call.viewer, "page.manage");
      const id = idOf(call);
      const seen = { viewer: call.viewer, now: store.clock.now() };
      if (!isEditor) return respondToReader(reply, await requireReadablePage(db, seen, id));
      await requirePage(db, id, actorBehind(call.viewer));
      return respond(reply, await document.read(db, id));
    },
    "PUT /pages/:id": async (call: Of<"PUT /pages/:id">, reply: ResponseHead) => {
      const ifMatch = call.headers["if-match"];
      const save = (claim: ClaimKey) =>
        updatePage(store, document, actorOf(call), idOf(call), call.body, { ifMatch, claim });
      return once(call, reply, document, save);
    },
    "DELETE /pages/:id/publish": cancel,
    "POST /pages/:id/unpublish": withdraw,
    "POST /pages/:id/publish": (call: Of<"POST /pages/:id/publish">, reply: ResponseHead) =>
      publish(call, reply, { at: call.body?.at ? Date.parse(call.body.at) : undefined }),
  };
}
