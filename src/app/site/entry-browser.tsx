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

/** Takes a server-rendered page over: its module first, so that hydration meets no waiting. */
async function start(): Promise<void> {
  const root = document.getElementById("root");
  const data = document.getElementById(STATE_ELEMENT);
  if (!root || !data?.textContent) return;
  const state = JSON.parse(data.textContent) as PageState;
  const client = createQueryClient(readApi, "browser");
  hydrateQueries(client, state.queries);
  await loadPage(matchRoute(location.pathname).route);
  // As a transition it is done in slices, between which a tap or a scroll is answered.
  startTransition(() => {
    hydrateRoot(
      root,
      <BrowserRouter>
        <SiteApp client={client} site={state.site} renderedAt={state.renderedAt} />
      </BrowserRouter>,
    );
  });
  // At the first movement: a phone never rests on a link, and need not carry what serves those who do.
  document.addEventListener(
    "pointerover",
    async (event) => (await import("./prefetch.ts")).prefetchOnIntent(client, state.site, event),
    { once: true, passive: true },
  );
}

void start();
