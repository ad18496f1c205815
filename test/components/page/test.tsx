import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";
import { renderAdmin } from "#app/admin/render-admin.tsx";
import { loadPage } from "#app/site/loaded-pages.ts";
import { matchRoute } from "#app/site/match-route.ts";
import { createQueryClient } from "#app/site/query-client.ts";
import { SiteApp } from "#app/site/site-app.tsx";
import { createSession } from "#features/identity/accounts/admin/session.ts";
import { createTokenStore } from "#features/identity/accounts/admin/token-store.ts";
import { readApi } from "#shared/api-client.ts";
import type { SiteInfo } from "#shared/page.ts";
import { BrowserRouter } from "#shared/router.tsx";
import { SITE } from "#test/support/reader-markup.tsx";
import { type Backend, Network } from "./network.ts";
import { Page } from "./page.ts";
import { clearStorage } from "./storage.ts";
import { completeDom } from "./visible.ts";
import { patiently, turn } from "./wait.ts";
import { xmlHttpRequestOn } from "./xml-http-request.ts";

/** Renders the screen that the address names: the admin area, or a reader's page whose document has no data. */
async function mount(root: HTMLElement, site: SiteInfo): Promise<() => void> {
  if (location.pathname.startsWith("/admin")) {
    const admin = renderAdmin(root, site, createSession(createTokenStore()));
    return () => admin.unmount();
  }
  await loadPage(matchRoute(location.pathname).route);
  const react = createRoot(root);
  react.render(
    <BrowserRouter>
      <SiteApp client={createQueryClient(readApi, "browser")} site={site} renderedAt={Date.now()} hasHead={false} />
    </BrowserRouter>,
  );
  return () => react.unmount();
}

/** React says once in a process that the DOM in use does not know an element, such as `search`. */
const OF_THE_DOM = /is unrecognized in this browser/;

/** What the page writes to the console as an error or a warning. */
function collectComplaints(): string[] {
  const complaints: string[] = [];
  for (const level of ["error", "warn"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => {
      const line = words.map((word) => (word instanceof Error ? word.stack : String(word))).join(" ");
      if (!OF_THE_DOM.test(line)) complaints.push(line);
    });
  return complaints;
}

/** The toaster of reader pages outlives them: its toasts would take the focus of other tests, or fulfil their expectations. */
async function clearToasts(): Promise<void> {
  await patiently(() => {
    for (const close of document.querySelectorAll<HTMLElement>("[data-sonner-toast] [data-close-button]"))
      close.click();
    if (document.querySelector("[data-sonner-toast]")) throw new Error("A toast stays.");
  });
}

/** A window for one test whose requests `backend` responds to. */
export function openWindow(backend: Backend, site: Partial<SiteInfo> = {}) {
  completeDom();
  const network = new Network(backend);
  const page = new Page(network, (root) => mount(root, { ...SITE, ...site }));
  const complaints = collectComplaints();
  // Stays after the test: work of the page that is still running must not reach another server.
  globalThis.fetch = network.fetch;
  Object.assign(globalThis, { XMLHttpRequest: xmlHttpRequestOn(network.fetch) });
  vi.stubGlobal("reportError", (error: unknown) => complaints.push(String(error)));
  navigator.sendBeacon = (url, body) => {
    void network.fetch(String(url), { method: "POST", body: body ?? null }).catch(() => {});
    return true;
  };
  onTestFinished(async () => {
    page.close();
    network.close();
    vi.useRealTimers();
    await turn();
    await clearToasts();
    // React would look for the window of a closed file when a screen's code arrives, or a toast's last update runs.
    await vi.dynamicImportSettled();
    await turn();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    await clearStorage();
    if (network.faults.length > 0) throw new AggregateError(network.faults, "A handler of a route failed.");
  });
  return { page, complaints };
}
