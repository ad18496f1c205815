import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import type { MediaStore } from "./commands.ts";
import { mediaJobs } from "./jobs.ts";
import type { FindUses } from "./queries.ts";
import { mediaFiles, mediaRoutes, uploadRoutes } from "./routes.ts";

type Deps = { store: MediaStore & { pictureUses: readonly FindUses[] }; secure: boolean; log: FastifyBaseLogger };

/** Pictures: accepted, made into variants, served, removed. */
export const mediaFeature = ({ store, secure, log }: Deps): Feature => ({
  routes: [uploadRoutes({ store }), mediaRoutes({ store })],
  siteRoutes: [mediaFiles({ ...store, secure })],
  jobs: mediaJobs(store, log),
});
