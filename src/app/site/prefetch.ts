import type { QueryClient } from "@tanstack/react-query";
import type { SiteInfo } from "#shared/page.ts";
import { loadPage } from "./loaded-pages.ts";
import { matchRoute } from "./match-route.ts";

/** How long the pointer must rest on a link before its page is fetched, in milliseconds. A finger need not rest. */
const REST = 80;

/**
 * Fetches a page's module and data while the reader hovers over its link, so that it opens immediately. `first` is the
 * event that triggered loading this code.
 */
export function prefetchOnIntent(client: QueryClient, site: SiteInfo, first: Event): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onIntent = (event: Event, target = event.target) => {
    const link = target instanceof Element ? target.closest("a") : null;
    clearTimeout(timer);
    if (!link || link.origin !== location.origin || link.target || link.pathname === location.pathname) return;
    // Without delay, although scrolling starts the same way: a tap would send the same request.
    const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
    timer = setTimeout(() => prefetchPage(link.pathname, link.search), isTouch ? 0 : REST);
  };
  const prefetchPage = async (pathname: string, search: string) => {
    const { route, params } = matchRoute(pathname);
    if (route.name === "notFound") return;
    try {
      const { queries, load } = await loadPage(route);
      void load?.(site);
      const context = { params, search: new URLSearchParams(search), now: Date.now(), site };
      // With the usual retries: a reader who then follows the link waits for this request.
      await Promise.all(queries(context).map(({ queryKey }) => client.prefetchQuery({ queryKey })));
    } catch {
      // Only an optimization: the navigation itself will report what is wrong.
    }
  };
  document.addEventListener("pointerover", (event) => onIntent(event), { passive: true });
  document.addEventListener("focusin", (event) => onIntent(event));
  // The pointer may have come to rest on a link while this code was loading.
  onIntent(first, document.querySelector("a:hover") ?? first.target);
}
