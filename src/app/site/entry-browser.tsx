import "./site.css";
import { startTransition } from "react";
import { readApi } from "#shared/api-client.ts";
import { startDates } from "#shared/dates.ts";
import { BrowserRouter } from "#shared/router.tsx";
import { loadPage, startMessages } from "./loaded-pages.ts";
import { matchRoute } from "./match-route.ts";
import { hydrateQueries, readPageState } from "./page-state.ts";
import { createQueryClient } from "./query-client.ts";
import { SiteApp } from "./site-app.tsx";

/**
 * Starts the site. A page that the server has rendered with its data is hydrated; any other document is rendered here,
 * from the API. The page's module is loaded first, so that hydration never suspends.
 */
async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) return;
  const { site, renderedAt, queries, messages, dates } = await readPageState();
  if (site.language || site.words) startMessages(site, messages);
  startDates(dates);
  const isRendered = queries.length > 0 && root.firstElementChild !== null;
  const client = createQueryClient(readApi, "browser");
  hydrateQueries(client, queries);
  const module = loadPage(matchRoute(location.pathname).route).then(({ load }) => load?.(site));
  // If it fails, a rendered page stays readable as it is; any other shows that there is no connection.
  await (isRendered ? module : module.catch(() => undefined));
  const { createRoot, hydrateRoot } = await import("react-dom/client");
  const app = (
    <BrowserRouter>
      <SiteApp client={client} site={site} renderedAt={renderedAt} hasHead={isRendered} />
    </BrowserRouter>
  );
  // As a transition it is split into slices, so that taps and scrolling are handled in between.
  startTransition(() => {
    if (isRendered) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
  // At the first pointer movement: a phone never hovers over a link, and need not load the code for it.
  document.addEventListener(
    "pointerover",
    (event) =>
      import("./prefetch.ts").then(
        ({ prefetchOnIntent }) => prefetchOnIntent(client, site, event),
        () => undefined,
      ),
    { once: true, passive: true },
  );
}

void start();
