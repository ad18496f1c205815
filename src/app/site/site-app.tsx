import { type QueryClient, QueryClientProvider, useIsFetching, useQueryClient } from "@tanstack/react-query";
import { Suspense, use, useEffect, useRef } from "react";
import { Route, Routes, useLocation, useNavigationType, useParams } from "react-router";
import type { SiteInfo } from "#shared/page.ts";
import { SiteProvider, useSite } from "#shared/site-context.tsx";
import { Layout } from "./layout/layout.tsx";
import { loadPage } from "./loaded-pages.ts";
import { PageBoundary } from "./page-boundary.tsx";
import { type SiteRoute, siteRoutes } from "./routes.ts";

/** The whole site inside a router: the same tree on the server and in the browser. */
export function SiteApp(props: { client: QueryClient; site: SiteInfo; renderedAt: number }) {
  return (
    <QueryClientProvider client={props.client}>
      <SiteProvider site={props.site} renderedAt={props.renderedAt}>
        <NavigationEffects />
        <Layout>
          <PageBoundary>
            <Suspense fallback={<div className="min-h-screen" />}>
              <Routes>
                {siteRoutes.map((route) => (
                  <Route key={route.name} path={route.pattern} element={<RoutePage route={route} />} />
                ))}
              </Routes>
            </Suspense>
          </PageBoundary>
        </Layout>
      </SiteProvider>
    </QueryClientProvider>
  );
}

function RoutePage({ route }: { route: SiteRoute }) {
  const module = use(loadPage(route));
  useHead(route);
  return <module.Page />;
}

/** The address the document came for, whose head is there already; empty after the first navigation. */
let landing: string | undefined;

/** Keeps title and meta tags in step with the page after navigation, with code that is loaded then. */
function useHead(route: SiteRoute): void {
  const client = useQueryClient();
  const site = useSite();
  const params = useParams();
  const { pathname, search } = useLocation();
  const fetching = useIsFetching();
  const module = use(loadPage(route));
  useEffect(() => {
    const address = `${pathname}${search}`;
    landing ??= address;
    // Told anew when a call has come in: an article's title is known only then.
    if (fetching > 0 || landing === address) return;
    landing = "";
    const head = module.head({ params, search: new URLSearchParams(search), now: Date.now(), site }, client);
    void import("./apply-head.ts").then(({ applyHead }) => applyHead(head, site));
  }, [module, params, search, site, client, fetching, pathname]);
}

/** On a new page: forget errors so that it may try again, go to the top, and let assistive technology start there. */
function NavigationEffects() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    const betweenArticles = previous.current.startsWith("/article/") && pathname.startsWith("/article/");
    previous.current = pathname;
    client.removeQueries({ predicate: (query) => query.state.status === "error" && !query.isActive() });
    if (navigation === "POP") return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    window.scrollTo({ top: 0, behavior: betweenArticles && !still ? "smooth" : "instant" });
    document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, navigation, client]);
  return null;
}
