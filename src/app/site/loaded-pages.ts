import type { PageModule } from "#shared/page.ts";
import type { SiteRoute } from "./routes.ts";

/** A promise that React's `use` reads without suspending once it is settled. */
type ReadPromise<T> = Promise<T> & { status?: "fulfilled"; value?: T };

const loading = new Map<string, ReadPromise<PageModule>>();

/**
 * Loads the module behind a route, once. The browser loads the first page's before hydrating and the server before
 * rendering, so that neither suspends; a failed load may be tried again.
 */
export function loadPage(route: SiteRoute): Promise<PageModule> {
  const known = loading.get(route.name);
  if (known) return known;
  const promise: ReadPromise<PageModule> = route.load();
  loading.set(route.name, promise);
  promise.then(
    (module) => {
      promise.status = "fulfilled";
      promise.value = module;
    },
    () => loading.delete(route.name),
  );
  return promise;
}
