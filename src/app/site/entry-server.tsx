import type { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { ApiError, type ReadApi } from "#shared/api-client.ts";
import type { Head, PageContext, PageModule, SiteInfo } from "#shared/page.ts";
import { StaticRouter } from "#shared/router.tsx";
import type { PageName } from "#shared/urls.ts";
import { drawWordmark } from "./draw-wordmark.ts";
import { layoutQueries } from "./layout-queries.ts";
import { loadPage } from "./loaded-pages.ts";
import { matchRoute } from "./match-route.ts";
import { dehydrateQueries, type PageState } from "./page-state.ts";
import { createQueryClient } from "./query-client.ts";
import { SiteApp } from "./site-app.tsx";

/** A request for a page. `path` is an encoded pathname, `now` epoch milliseconds, `read` the API in process. */
export type PageRequest = { path: string; search: string; now: number; site: SiteInfo; read: ReadApi };

/** A rendered page before it is put into the document. */
export type RenderedPage = {
  status: number;
  /** The path the page has moved to; the status is then 308. */
  location: string | undefined;
  routeName: PageName;
  head: Head;
  html: string;
  state: PageState;
  /** A call failed on our side: the page is incomplete and must not replace a complete one. */
  isIncomplete: boolean;
};

/** Renders one page complete: its calls first, then React to a string. */
export async function renderPage({ path, search, now, read, ...request }: PageRequest): Promise<RenderedPage> {
  const site = { ...request.site, wordmark: drawWordmark(request.site.name) };
  const { route, params } = matchRoute(path);
  const module = await loadPage(route);
  const client = createQueryClient(read, "server");
  const context: PageContext = { params, search: new URLSearchParams(search), now, site };
  await prefetch(client, module, context);
  const location = module.movedTo?.(context, client);
  // Nobody reads a page that redirects.
  const html =
    location === undefined
      ? renderToString(
          <StaticRouter to={`${path}${search}`}>
            <SiteApp client={client} site={site} renderedAt={now} />
          </StaticRouter>,
        )
      : "";
  const isIncomplete = client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.error && !(state.error instanceof ApiError && state.error.status < 500));
  const status = location === undefined ? (module.status?.(context, client) ?? 200) : 308;
  const rendered = {
    status: isIncomplete ? 503 : status,
    location,
    isIncomplete,
    routeName: route.name,
    head: module.head(context, client),
    html,
    state: { site, renderedAt: now, queries: dehydrateQueries(client) },
  };
  client.clear();
  return rendered;
}

/** Runs the page's calls and the layout's, each once, all in parallel. */
async function prefetch(client: QueryClient, module: PageModule, context: PageContext): Promise<void> {
  const all = [...layoutQueries(), ...module.queries(context)];
  await Promise.all(all.map(({ queryKey }) => client.prefetchQuery({ queryKey })));
}
