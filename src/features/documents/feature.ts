import type { FastifyBaseLogger } from "fastify";
import type { ArticlePage } from "#features/articles/schema.ts";
import type { Feature } from "#platform/feature.ts";
import { bulkRoutes } from "./bulk/routes.ts";
import type { DeskStore } from "./desk/commands.ts";
import { readPreview } from "./desk/internal/previews.ts";
import { deskJobs } from "./desk/jobs.ts";
import { deskRoutes } from "./desk/routes.ts";
import type { DocumentKind } from "./kinds.ts";
import { noteRoutes } from "./notes/routes.ts";
import { createStreams } from "./presence/internal/streams.ts";
import { presenceJobs } from "./presence/jobs.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { reviewRequestRoutes } from "./requests/routes.ts";
import { reviewRoutes } from "./review/routes.ts";
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
  /** The page that a link to a preview leads to; undefined where there is none, or not any more. */
  readPreview: (token: string) => Promise<ArticlePage | undefined>;
  /** Something was changed through the API: windows that have it open are notified. */
  onChange: () => void;
};

/** How people write articles together: working copies, versions, previews, notes, presence, review and the trash. */
export function documentsFeature({ store, kinds, siteUrl, log }: Deps): DocumentsFeature {
  const { database, clock } = store;
  const streams = createStreams({ database, clock, log, kinds });
  return {
    routes: [
      deskRoutes({ store, siteUrl }),
      reviewRoutes(store),
      reviewRequestRoutes(store),
      noteRoutes(store, kinds),
      presenceRoutes({ database, clock, streams, log, kinds }),
      trashRoutes(store),
      bulkRoutes(store),
    ],
    jobs: [...deskJobs({ store, log }), ...presenceJobs(streams), ...trashJobs(store)],
    close: streams.closeAll,
    onChange: streams.checkSoon,
    readPreview: (token) => readPreview(store, token),
  };
}
