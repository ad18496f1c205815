import type { FastifyBaseLogger } from "fastify";
import type { Feature } from "#platform/feature.ts";
import type { LibraryStore } from "./pictures/commands.ts";
import { pictureJobs } from "./pictures/jobs.ts";
import { pictureFiles, pictureRoutes, uploadRoutes } from "./pictures/routes.ts";
import { remoteRoutes } from "./remote/routes.ts";
import { type FindAddresses, type RemoteStore, remoteJobs } from "./remote/tasks.ts";

type Deps = LibraryStore &
  RemoteStore & { shownAddresses: readonly FindAddresses[]; secure: boolean; log: FastifyBaseLogger };

/** Pictures: accepted, fetched from other hosts, made into variants, served, removed. */
export const mediaFeature = (store: Deps): Feature => ({
  routes: [uploadRoutes({ store }), pictureRoutes({ store }), remoteRoutes(store)],
  siteRoutes: [pictureFiles({ ...store, store })],
  jobs: [...pictureJobs(store, store.log), ...remoteJobs({ ...store, store })],
});
