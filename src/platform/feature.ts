import type { FastifyPluginAsync } from "fastify";
import type { ApiPlugin } from "./api-plugin.ts";
import type { Job } from "./scheduler.ts";

declare module "fastify" {
  interface FastifyReply {
    /** Answers with the page at the request's address, as a reader sees it: mostly the one that says it is not there. */
    sendPage: () => Promise<unknown>;
  }
}

/** What a feature adds to the program. What others need of it stands beside these in the type of its own. */
export type Feature = {
  /** Calls below `/api`. */
  routes?: ApiPlugin[];
  /** Addresses outside of it: files, feeds, redirects. */
  siteRoutes?: FastifyPluginAsync[];
  jobs?: Job[];
  /** Ends what the feature has begun and writes what it still holds. Called once, after the last request and job. */
  close?: () => Promise<void>;
};
