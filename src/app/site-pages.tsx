import type { PageView } from "#features/content/page-view.ts";
import type { PagesFeature } from "#features/pages/routes.ts";
import { FIRST_SLUGS, pathOfPage } from "#features/pages/rules.ts";
import type { MakePage } from "#platform/pages.ts";
import type { ResponseCache } from "#platform/response-cache.ts";
import { NotFoundError, RemovedError } from "#shared/errors.ts";
import type { SiteInfo } from "#shared/page.ts";
import { isSlug } from "#shared/slug.ts";
import type { Viewer } from "#shared/viewer.ts";
import { cachedPage, type DocumentDeps } from "./document-pages.tsx";
import type { RenderGone } from "./redirects.ts";
import { pageAddress, type ServeOther, splitTarget } from "./render/pages.ts";

type Deps = DocumentDeps & {
  cache: ResponseCache;
  readAddress: PagesFeature["readAddress"];
  renderGone: RenderGone;
};

const NOTHING = { page: null, moved_to: null, isRemoved: false };

/**
 * The pages that editors write, at `/{slug}`: complete without scripts, like newsletter issues. Those whose routes the
 * specification fixes are rendered with these; a former address redirects.
 */
export function sitePages({ cache, readAddress, renderGone, ...deps }: Deps): ServeOther {
  const { limit } = deps;
  const serve = cachedPage(cache, deps);
  const find = (viewer: Viewer, slug: string) =>
    readAddress(viewer, slug).catch((error: unknown) => {
      if (error instanceof NotFoundError) return { ...NOTHING, isRemoved: error instanceof RemovedError };
      throw error;
    });
  return async (request, reply) => {
    const target = request.raw.url ?? "/";
    const given = segmentIn(target);
    const slug = given?.toLowerCase();
    if (slug === undefined || !isSlug(slug)) return false;
    const path = pathOfPage(slug);
    const { query } = splitTarget(target);
    const hasRoute = pageAddress(path).route.name !== "notFound";
    if (hasRoute && !FIRST_SLUGS.includes(slug)) return false;
    if (limit && !hasRoute && !cache.has(path)) limit(request, "page");
    // While the database is unavailable, cached pages are served.
    const found = await find(request.viewer, slug).catch(() => undefined);
    const isUsual = given === slug && !splitTarget(target).path.endsWith("/");
    if (found?.moved_to && (hasRoute || !isUsual)) {
      await reply.redirect(found.moved_to + query, 301);
      return true;
    }
    if (hasRoute && given === slug) return false;
    if (!isUsual && (hasRoute || found?.page || (!found && cache.has(path)))) {
      await reply.redirect(path + query, 308);
      return true;
    }
    if (found && "isRemoved" in found && found.isRemoved) {
      const { headers, body } = await renderGone(request, 410);
      await reply.code(410).headers(headers).send(body);
      return true;
    }
    // Missing: a redirect of the editors is found in one step.
    if (!isUsual) return false;
    const make: MakePage = async ({ viewer, site }) => {
      const { page, moved_to: moved } = await find(viewer, slug);
      if (moved) return { moved };
      return page ? documentOfPage(site, page) : undefined;
    };
    // Made-up addresses must not crowd out those that exist.
    await serve(request, reply, { url: path, make, isRare: found?.page === null && found.moved_to === null });
    return true;
  };
}

/** A page before it is inserted into its document, with its contact form, if any. */
export async function documentOfPage(site: SiteInfo, page: PageView) {
  // As the routes import it: the build would warn otherwise.
  const { FramedPage, headOfPage, loadForm } = await import("#features/pages/site/page.tsx");
  await loadForm();
  return { head: await headOfPage({ site }, page), view: <FramedPage page={page} /> };
}

/** The only segment of a path, decoded. */
function segmentIn(target: string): string | undefined {
  const [, segment] = /^\/([^/]+)\/?$/.exec(splitTarget(target).path) ?? [];
  try {
    return segment && decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
