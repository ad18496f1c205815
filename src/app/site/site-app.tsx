import {
  type Query,
  type QueryClient,
  QueryClientProvider,
  useIsFetching,
  useQueryClient,
} from "@tanstack/react-query";
import { Component, type ReactNode, Suspense, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { NetworkError } from "#shared/api-client.ts";
import { arrivedAt, canLoadDocument, isServerThere } from "#shared/other-build.ts";
import type { SiteInfo } from "#shared/page.ts";
import { type Place, RouteParams, useParams, usePlace } from "#shared/router.tsx";
import { SiteProvider, useSite, useText } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";
import { Button } from "#ui/button.tsx";
import { ConnectionError, StateScreen } from "#ui/state-screen.tsx";
import { Layout } from "./layout/layout.tsx";
import { loadPage } from "./loaded-pages.ts";
import { matchRoute } from "./match-route.ts";
import type { SiteRoute } from "./routes.ts";

/** The scroll position at which each history entry was left, in pixels, by its key. */
const left = new Map<string, number>();
/** Events by which a reader moves the page. */
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Where a page starts: a new address at its top; from article to article scrolling smoothly, unless reduced motion is
 * requested. Going back or forward restores the position at which that entry was left.
 */
function useScroll(place: Place): void {
  const previous = useRef(place);
  useLayoutEffect(() => {
    const { key, pathname, search, action } = place;
    const from = previous.current;
    previous.current = place;
    const top = left.get(key) ?? 0;
    const note = () => left.set(key, window.scrollY);
    addEventListener("scroll", note, { passive: true });
    // Where frames are late, a click that leaves the page comes before the event of the scrolling before it.
    addEventListener("click", note, { capture: true });
    let stop = () => {};
    if (action === "traverse") stop = scrollWhenLongEnough(top);
    else if (action !== "stay" && (from.pathname !== pathname || from.search !== search)) {
      const isBetweenArticles = from.pathname.startsWith("/article/") && pathname.startsWith("/article/");
      const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      window.scrollTo({ top: 0, behavior: isBetweenArticles && !isCalm ? "smooth" : "instant" });
    }
    return () => {
      stop();
      removeEventListener("scroll", note);
      removeEventListener("click", note, { capture: true });
    };
  }, [place]);
}

/**
 * Scrolls down to `top` as soon as the page is long enough: a list whose cached calls have expired arrives later than
 * its page. Stops if the reader scrolls. Returns a function that stops waiting.
 */
function scrollWhenLongEnough(top: number): () => void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    window.scrollTo({ top, behavior: "instant" });
    stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const move of MOVES) removeEventListener(move, stop);
  };
  observer.observe(document.body);
  for (const move of MOVES) addEventListener(move, stop, { passive: true });
  return stop;
}

/** Keeps the frame visible where a page fails to load or to render; navigating to another address resets it. */
function PageBoundary({ children }: { children: ReactNode }) {
  const { key } = usePlace();
  return <Boundary address={key}>{children}</Boundary>;
}

type PageBoundaryProps = { address: string; children: ReactNode };
type State = { address: string; error: unknown };

class Boundary extends Component<PageBoundaryProps, State> {
  override state: State = { address: this.props.address, error: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ address }: PageBoundaryProps, state: State): State | null {
    return address === state.address ? null : { address, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <FailedPage error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}

type FailedProps = { error: unknown; onRetry: () => void };

/** Loads the page as a document if that can help: its code or its data may be those of another build. */
function FailedPage({ error, onRetry }: FailedProps) {
  const t = useText();
  const [isThere, setIsThere] = useState<boolean>();
  useEffect(() => {
    void isServerThere().then((isThere) => {
      if (isThere && canLoadDocument()) location.reload();
      else setIsThere(isThere);
    });
  }, []);
  useEffect(() => {
    if (isThere !== undefined) document.querySelector<HTMLElement>("#main h1")?.focus();
  }, [isThere]);
  if (isThere === undefined) return <div className="min-h-screen" />;
  if (!isThere && error instanceof NetworkError) return <ConnectionError onRetry={onRetry} />;
  return (
    <StateScreen
      title={t("Something went wrong")}
      link={{ to: pageUrl.home(), label: t("Return to Home") }}
      action={<Button onClick={() => location.reload()}>{t("Try again")}</Button>}
    >
      <p>{t("Something went wrong on our side, and we couldn't show this page. Please try again.")}</p>
    </StateScreen>
  );
}

type Props = {
  client: QueryClient;
  site: SiteInfo;
  renderedAt: number;
  /** Whether the document came with the head of its page. */
  hasHead?: boolean;
};

/** The whole site inside a router: the same tree on the server and in the browser. */
export function SiteApp(props: Props) {
  return (
    <QueryClientProvider client={props.client}>
      <SiteProvider site={props.site} renderedAt={props.renderedAt}>
        <NavigationEffects />
        <Layout>
          <PageBoundary>
            <Suspense fallback={<div className="min-h-screen" />}>
              <CurrentPage hasHead={props.hasHead ?? true} />
            </Suspense>
          </PageBoundary>
        </Layout>
      </SiteProvider>
    </QueryClientProvider>
  );
}

function CurrentPage({ hasHead }: { hasHead: boolean }) {
  const { pathname } = usePlace();
  const { route, params } = matchRoute(pathname);
  return (
    <RouteParams params={params}>
      <RoutePage key={route.name} route={route} hasHead={hasHead} />
    </RouteParams>
  );
}

function RoutePage({ route, hasHead }: { route: SiteRoute; hasHead: boolean }) {
  const module = use(loadPage(route));
  useHead(route, hasHead);
  return <module.Page />;
}

/** Whether the document still has the head that came with it. */
let isFirstHead = true;
/** Counts heads: two may be loaded in either order, and by then only the newest counts. */
let newest = 0;
/** A call without a response so far. Refreshing what is shown (the ticker does all the time) changes no head. */
const isFirstCall = { predicate: ({ state }: Query) => state.data === undefined };

/** Keeps title and meta tags in sync with the page, with code that is loaded when they first change. */
function useHead(route: SiteRoute, hasHead: boolean): void {
  const client = useQueryClient();
  const site = useSite();
  const params = useParams();
  const { pathname, search } = usePlace();
  const fetching = useIsFetching(isFirstCall);
  const module = use(loadPage(route));
  useEffect(() => {
    // Applied again when a call has completed (`fetching` changes): an article's title is known only then. The page's
    // own calls have started by now, after this render's count was taken.
    if (fetching > 0 || client.isFetching(isFirstCall) > 0) return;
    const cameWithIt = hasHead && isFirstHead && pathname + search === arrivedAt;
    isFirstHead = false;
    if (cameWithIt) return;
    newest += 1;
    const own = newest;
    const context = { params, search: new URLSearchParams(search), now: Date.now(), site };
    const apply = async () => {
      const [{ applyHead }, head] = await Promise.all([import("./apply-head.ts"), module.head(context, client)]);
      if (own === newest) applyHead(head, site);
    };
    apply().catch(async () => {
      if (own === newest && (await isServerThere()) && canLoadDocument()) location.reload();
    });
  }, [module, params, pathname, search, site, client, fetching, hasHead]);
}

/** On a new page: clear errors so that it can retry, and let assistive technology start there. */
function NavigationEffects() {
  const client = useQueryClient();
  const place = usePlace();
  const previous = useRef(place);
  useScroll(place);
  useEffect(() => {
    const from = previous.current;
    previous.current = place;
    if (from.pathname === place.pathname && from.search === place.search) return;
    client.removeQueries({ predicate: (query) => query.state.status === "error" && !query.isActive() });
    void client.refetchQueries({ predicate: (query) => query.state.status === "error" && query.isActive() });
    if (place.action !== "traverse" && place.action !== "stay")
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [place, client]);
  return null;
}
