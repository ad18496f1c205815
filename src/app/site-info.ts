import type { SiteInfo } from "#shared/page.ts";
import type { Env } from "../env.ts";

/** The publication as all of its pages know it. */
export const siteInfo = (env: Pick<Env, "siteName" | "siteUrl" | "social" | "publication">): SiteInfo => ({
  name: env.siteName,
  url: env.siteUrl,
  ...env.publication.home,
  social: env.social,
});
