import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import type { PictureStore } from "./commands.ts";
import { pictureJobs } from "./jobs.ts";
import type { FindUses } from "./queries.ts";
import { pictureFiles, pictureRoutes, uploadRoutes } from "./routes.ts";

type Deps = { store: PictureStore & { pictureUses: readonly FindUses[] }; secure: boolean; log: FastifyBaseLogger };

/** Pictures: accepted, made into variants, served, removed. */
export const pictureFeature = ({ store, secure, log }: Deps): Feature => ({
  routes: [uploadRoutes({ store }), pictureRoutes({ store })],
  siteRoutes: [pictureFiles({ ...store, secure })],
  jobs: pictureJobs(store, log),
});
