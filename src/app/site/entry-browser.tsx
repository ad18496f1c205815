import "./site.css";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { readApi } from "#shared/api-client.ts";
import { BrowserRouter } from "#shared/router.tsx";
import { loadPage } from "./loaded-pages.ts";
import { matchRoute } from "./match-route.ts";
import { hydrateQueries, type PageState, STATE_ELEMENT } from "./page-state.ts";
import { createQueryClient } from "./query-client.ts";
import { SiteApp } from "./site-app.tsx";

/** Hydrates a server-rendered page: its module is loaded first, so that hydration never suspends. */
async function start(): Promise<void> {
  const root = document.getElementById("root");
  const data = document.getElementById(STATE_ELEMENT);
  if (!root || !data?.textContent) return;
  const state = JSON.parse(data.textContent) as PageState;
  const client = createQueryClient(readApi, "browser");
  hydrateQueries(client, state.queries);
  await loadPage(matchRoute(location.pathname).route);
  // As a transition it is split into slices, so that taps and scrolling are handled in between.
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <SiteApp client={client} site={state.site} renderedAt={state.renderedAt} />
      </BrowserRouter>,
    );
  });
  // At the first pointer movement: a phone never hovers over a link, and need not load the code for it.
  document.addEventListener(
    "pointerover",
    async (event) => (await import("./prefetch.ts")).prefetchOnIntent(client, state.site, event),
    { once: true, passive: true },
  );
}

void start();
