import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Search } from "lucide";
import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { ApiError, type ReadApi } from "#shared/api-client.ts";
import type { ApiQuery } from "#shared/api-query.ts";
import { collectDates } from "#shared/dates.ts";
import { messagesFor } from "#shared/messages/all.ts";
import type { Head, PageContext, SiteInfo } from "#shared/page.ts";
import { StaticRouter } from "#shared/router.tsx";
import { SiteProvider } from "#shared/site-context.tsx";
import { collectMessages, type Messages, withMessages } from "#shared/translate.ts";
import type { PageName } from "#shared/urls.ts";
import { Icon } from "#ui/icon.tsx";
import { drawStackedWordmark, drawWordmark, outlinesIn } from "./draw-wordmark.ts";
import { Layout } from "./layout/layout.tsx";
import { loadPage } from "./loaded-pages.ts";
import { matchRoute } from "./match-route.ts";
import { dehydrateQueries, type PageState } from "./page-state.ts";
import { createQueryClient, layoutQueries } from "./query-client.ts";
import { SiteApp } from "./site-app.tsx";

/** A request for a page. `path` is an encoded pathname, `now` epoch milliseconds, `read` the API in process. */
export type PageRequest = {
  path: string;
  search: string;
  now: number;
  site: SiteInfo;
  read: ReadApi;
  /** Messages that are not saved, for a preview. */
  unsavedMessages?: Messages | undefined;
};

/** A rendered page before it is put into the document. */
export type RenderedPage = {
  status: number;
  /** The path the page has moved to. */
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
  const { route, params } = matchRoute(path);
  const module = await loadPage(route);
  const client = createQueryClient(read, "server");
  const asked = { params, search: new URLSearchParams(search), now, site: request.site };
  await module.load?.(request.site);
  await prefetch(client, [...layoutQueries(request.site), ...module.queries(asked)]);
  const site = siteFor(request.site);
  const context: PageContext = { ...asked, site };
  const location = module.movedTo?.(context, client);
  const render = () =>
    collectMessages(() =>
      collectDates(() =>
        renderToString(
          <StaticRouter to={`${path}${search}`}>
            <SiteApp client={client} site={site} renderedAt={now} />
          </StaticRouter>,
        ),
      ),
    );
  const { language = "en" } = site;
  const { unsavedMessages } = request;
  // A page that redirects is never shown.
  const {
    result: { result: html, dates },
    keys,
  } =
    location !== undefined
      ? { result: { result: "", dates: {} }, keys: new Set<string>() }
      : unsavedMessages
        ? withMessages(language, unsavedMessages, render)
        : render();
  const isIncomplete = client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.error && !(state.error instanceof ApiError && state.error.status < 500));
  const status = location === undefined ? (module.status?.(context, client) ?? 200) : (module.movedStatus ?? 308);
  const messages = messagesFor(language, keys);
  const rendered = {
    status: isIncomplete ? 503 : status,
    location,
    isIncomplete,
    routeName: route.name,
    head: await module.head(context, client),
    html,
    state: {
      site,
      renderedAt: now,
      queries: dehydrateQueries(client),
      dates,
      ...(Object.keys(messages).length > 0 && { messages }),
    },
  };
  client.clear();
  return rendered;
}

/** Gives the focus to the header's search, which opens it without a script. The field has a name of its own. */
const SEARCH_TOGGLE = (
  <label htmlFor="search-text" className="tap inline-flex items-center justify-center hover:text-accent">
    <Icon icon={Search} size={20} strokeWidth={1.75} />
  </label>
);

/** A page that is complete without any script, in the frame of all pages. */
export type FramedRequest = PageRequest & { view: ReactNode };

/** The HTML of such a page, and what its frame shows. */
export type FramedPage = { html: string; queries: PageState["queries"] };

/** Renders such a page. A frame whose calls fail is the frame without what they give. */
export async function renderFramed({ path, search, now, read, view, ...request }: FramedRequest): Promise<FramedPage> {
  const client = createQueryClient(read, "server");
  await prefetch(client, layoutQueries(request.site));
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SiteProvider site={siteFor(request.site)} renderedAt={now}>
        <StaticRouter to={`${path}${search}`}>
          <Layout searchToggle={SEARCH_TOGGLE}>
            <div className="page-width">{view}</div>
          </Layout>
        </StaticRouter>
      </SiteProvider>
    </QueryClientProvider>,
  );
  const queries = dehydrateQueries(client);
  client.clear();
  return { html, queries };
}

/** Runs the calls of a page and its layout, each once, all in parallel. */
async function prefetch(client: QueryClient, all: ApiQuery<unknown>[]): Promise<void> {
  await Promise.all(all.map(({ queryKey }) => client.prefetchQuery({ queryKey })));
}

/** The publication as a page shows it: with its name drawn, unless it is text in a typeface of the newsroom's. */
function siteFor(site: SiteInfo): SiteInfo {
  if (site.ownFonts?.headlines) return site;
  const stacked = drawStackedWordmark(site.name, outlinesIn(site));
  return {
    ...site,
    wordmark: drawWordmark(site.name, outlinesIn(site)),
    ...(stacked && { stackedWordmark: stacked }),
  };
}
