import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import type { LibraryStore } from "./internal/describe.ts";
import { pictureJobs } from "./jobs.ts";
import { pictureFiles, pictureRoutes, uploadRoutes } from "./routes.ts";

type Deps = { store: LibraryStore; secure: boolean; log: FastifyBaseLogger };

/** Pictures: accepted, made into variants, served, removed. */
export const pictureFeature = ({ store, secure, log }: Deps): Feature => ({
  routes: [uploadRoutes({ store }), pictureRoutes({ store })],
  siteRoutes: [pictureFiles({ ...store, secure })],
  jobs: pictureJobs(store, log),
});
