import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import type { DocumentKey } from "#shared/document.ts";
import { changesRoutes } from "./changes/routes.ts";
import { documentJobs } from "./jobs.ts";
import { noteRoutes } from "./notes/routes.ts";
import { createStreams } from "./presence/internal/streams.ts";
import { presenceRoutes } from "./presence/routes.ts";
import { findPreviewed } from "./previews/commands.ts";
import { previewRoutes } from "./previews/routes.ts";
import { reviewRequestRoutes } from "./requests/routes.ts";
import { reviewRoutes } from "./review/routes.ts";
import type { SuggestionStore } from "./suggestions/commands.ts";
import { suggestionRoutes } from "./suggestions/routes.ts";
import { templateRoutes } from "./templates/routes.ts";
import type { TrashStore } from "./trash/commands.ts";
import { trashRoutes } from "./trash/routes.ts";
import type { DocumentType } from "./types.ts";

type Deps = TrashStore &
  Omit<SuggestionStore, "kind"> & {
    kinds: readonly DocumentType[];
    siteUrl: string;
    log: FastifyBaseLogger;
  };

export type DocumentsFeature = Feature & {
  /** The document of a preview link; undefined for an unknown or expired link, or if its creator has lost access. */
  findPreviewed: (token: string) => Promise<DocumentKey | undefined>;
  /** Called after a change through the API, to notify open windows. */
  onChange: () => void;
};

export function documentsFeature(store: Deps): DocumentsFeature {
  const { kinds, log } = store;
  const streams = createStreams(store);
  return {
    routes: [
      reviewRoutes(store),
      reviewRequestRoutes(store, kinds),
      noteRoutes(store, kinds),
      suggestionRoutes(store, kinds),
      presenceRoutes({ ...store, streams }),
      previewRoutes(store, kinds),
      changesRoutes(store),
      trashRoutes(store, kinds),
      templateRoutes(store, kinds),
    ],
    jobs: documentJobs(store, { kinds, log, streams }),
    close: streams.closeAll,
    onChange: streams.checkSoon,
    findPreviewed: (token) => findPreviewed(store, kinds, token),
  };
}
