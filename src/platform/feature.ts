import type { FastifyPluginAsync } from "fastify";
import type { Viewer } from "#shared/viewer.ts";
import type { ApiPlugin } from "./endpoints.ts";
import type { PageRoutes, SitemapEntry } from "./pages.ts";
import type { Job } from "./scheduler.ts";

declare module "fastify" {
  interface FastifyReply {
    /** Sends the page at the request's address, as a reader sees it: mostly the not-found page. */
    sendPage: () => Promise<unknown>;
  }
}

/**
 * What a feature adds to the program; a feature's own type adds what others need from it. `src/platform` contains
 * what features are built on: HTTP, response cache, storage, images, mail transport, jobs, rate limits, clock. It
 * owns the tables of these (`tables.ts`) and knows no feature.
 */
export type Feature = {
  /** Endpoints below `/api`. */
  routes?: ApiPlugin[];
  /** Routes outside `/api`: files, feeds, redirects. */
  siteRoutes?: FastifyPluginAsync[];
  /** Reader pages that are complete without scripts. */
  pages?: PageRoutes;
  /** The reader pages that search engines may list. */
  sitemap?: (seen: { viewer: Viewer; now: number }) => Promise<SitemapEntry[]>;
  jobs?: Job[];
  /** Stops the feature's work and flushes what is in memory. Called once, after the last request and job. */
  close?: () => Promise<void>;
};
