import type { ArticlesFeature } from "#features/articles/feature.ts";
import { parseId } from "#shared/ids.ts";
import { articlePath } from "#shared/page.ts";
import type { ReadLimit } from "./read-limits.ts";
import { inUsualCase, pageAddress, type ServeOther, splitTarget } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

type Deps = { readSite: ReadSite; readSlug: ArticlesFeature["readSlug"]; limit: ReadLimit | undefined };

/**
 * Redirects every other address of an article to its canonical one, and keeps the query. The id decides, so a changed
 * slug needs no stored redirect.
 */
export function articleAddresses({ readSite, readSlug, limit }: Deps): ServeOther {
  return async (request, reply) => {
    const { path, query } = splitTarget(request.raw.url ?? "/");
    const { route, params } = pageAddress(inUsualCase(path) ?? path);
    const id = route.name === "article" ? parseId(params.id ?? "") : null;
    if (id === null) return false;
    const site = await readSite();
    // Here the only other form is a slash at the end, which every page removes alike.
    if (!site.hasSlugs && params.slug === undefined) return false;
    // While the database is unavailable, cached pages are served.
    const slug = site.hasSlugs ? await readSlug(request.viewer, id).catch(() => undefined) : undefined;
    if (site.hasSlugs && slug === undefined) return false;
    const canonical = articlePath(site, { id, slug });
    if (path === canonical) return false;
    // Not cached: the slug was read from the database.
    limit?.(request, "page");
    await reply.redirect(canonical + query, 301);
    return true;
  };
}
