import type { FastifyBaseLogger } from "fastify";
import type { ArticlePage } from "#features/articles/schema.ts";
import type { Feature } from "#platform/feature.ts";
import type { DocumentKey } from "#shared/document.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import type { DeskStore } from "./desk/commands.ts";
import { deskJobs } from "./desk/jobs.ts";
import { deskRoutes } from "./desk/routes.ts";
import type { DocumentKind } from "./kinds.ts";
import { noteRoutes } from "./notes/routes.ts";
import { createStreams } from "./presence/internal/streams.ts";
import { presenceJobs } from "./presence/jobs.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { previewOfArticle } from "./previews/article.ts";
import { findPreviewed } from "./previews/commands.ts";
import { previewRoutes } from "./previews/routes.ts";
import { reviewRequestRoutes } from "./requests/routes.ts";
import { reviewRoutes } from "./review/routes.ts";
import { suggestionRoutes } from "./suggestions/routes.ts";
import { templateRoutes } from "./templates/routes.ts";
import type { TrashStore } from "./trash/commands.ts";
import { trashJobs } from "./trash/jobs.ts";
import { trashRoutes } from "./trash/routes.ts";

type Deps = {
  store: DeskStore & TrashStore;
  /** Every type of document. */
  kinds: readonly DocumentKind[];
  siteUrl: string;
  log: FastifyBaseLogger;
};

export type DocumentsFeature = Feature & {
  /** The document that a link to a preview leads to; undefined for an unknown or expired one. */
  findPreviewed: (token: string) => Promise<DocumentKey | undefined>;
  /** The page of an article as its working copy has it; undefined for one that is gone. */
  previewOfArticle: (id: number) => Promise<ArticlePage | undefined>;
  /** Something was changed through the API: windows that have it open are notified. */
  onChange: () => void;
};

/** How people write articles together: working copies, versions, previews, notes, presence, review and the trash. */
export function documentsFeature({ store, kinds, siteUrl, log }: Deps): DocumentsFeature {
  const { database, clock } = store;
  const streams = createStreams({ database, clock, log, kinds });
  return {
    routes: [
      deskRoutes(store),
      reviewRoutes({ database, clock, kinds }),
      reviewRequestRoutes({ database, clock }, kinds),
      noteRoutes(store, kinds),
      suggestionRoutes(store, kinds),
      presenceRoutes({ database, clock, streams, log, kinds }),
      previewRoutes({ database, clock, siteUrl }, kinds),
      trashRoutes(store, kinds),
      bulkRoutes(store),
      templateRoutes(store, kinds),
    ],
    jobs: [...deskJobs({ store, log }), ...presenceJobs(streams), ...trashJobs(store)],
    close: streams.closeAll,
    onChange: streams.checkSoon,
    findPreviewed: (token) => findPreviewed(database.db, token, clock.now()),
    previewOfArticle: (id) => previewOfArticle(store, id),
  };
}
