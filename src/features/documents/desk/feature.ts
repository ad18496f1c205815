import type { FastifyBaseLogger } from "fastify";
import type { ArticlePage } from "#features/articles/schema.ts";
import type { Feature } from "#platform/feature.ts";
import type { DeskStore } from "./commands.ts";
import { readPreview } from "./internal/previews.ts";
import { deskJobs } from "./jobs.ts";
import { deskRoutes } from "./routes.ts";

type Deps = { store: DeskStore; siteUrl: string; log: FastifyBaseLogger };

export type DeskFeature = Feature & {
  /** The page that a link to a preview leads to; undefined where there is none, or not any more. */
  readPreview: (token: string) => Promise<ArticlePage | undefined>;
};

/** The editors' desk: working copies, publishing, versions, previews. */
export const deskFeature = ({ store, siteUrl, log }: Deps): DeskFeature => ({
  routes: [deskRoutes({ store, siteUrl })],
  jobs: deskJobs({ store, log }),
  readPreview: (token) => readPreview(store, token),
});
