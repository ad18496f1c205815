import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useState,
} from "react";
import { matchSegments } from "./path-pattern.ts";
import { documentPattern, pagePattern } from "./urls.ts";

/**
 * The reader's location: `pathname` and `search` as in the address. `key` identifies the entry of the browser's
 * history, even after a reload; `action` is how the reader got here: `stay` leaves focus and scrolling as they are.
 */
export type Place = {
  pathname: string;
  search: string;
  key: string;
  action: "load" | "push" | "replace" | "stay" | "traverse";
};

type Navigate = (to: string, options?: { replace?: boolean; stay?: boolean }) => void;
type Params = Record<string, string | undefined>;

const PlaceContext = createContext<Place>({ pathname: "/", search: "", key: "", action: "load" });
/** A separate context, so that links are not rendered again when the place changes. */
const NavigateContext = createContext<Navigate>(() => {});
const ParamsContext = createContext<Params>({});

/** The entry's key, from its state, which other programs on the page may have set to anything. */
const keyOfEntry = (): string => {
  const state: unknown = history.state;
  return state && typeof state === "object" && "key" in state ? String(state.key) : "";
};

const placeNow = (action: Place["action"]): Place => {
  const { pathname, search } = location;
  return { pathname, search, key: keyOfEntry(), action };
};

/**
 * The router in the browser. A new place is a transition: the current page stays until the next one can be shown. Used
 * instead of React Router, which is eleven kilobytes larger (decision 20).
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeNow("load"));
  useEffect(() => {
    // A jump to a fragment within the page (`#rights`) is left to the browser.
    const onTraverse = () =>
      startTransition(() =>
        setPlace((from) => {
          const to = placeNow("traverse");
          return from.pathname === to.pathname && from.search === to.search ? from : to;
        }),
      );
    addEventListener("popstate", onTraverse);
    // The reader may have gone back between the first rendering and now.
    onTraverse();
    return () => removeEventListener("popstate", onTraverse);
  }, []);
  const navigate = useCallback<Navigate>((to, { replace = false, stay = false } = {}) => {
    const state = { key: Math.random().toString(36).slice(2) };
    // The same address again adds no history entry.
    const isHere = to === location.pathname + location.search;
    if (replace || isHere) history.replaceState(state, "", to);
    else history.pushState(state, "", to);
    startTransition(() => setPlace(placeNow(stay ? "stay" : replace ? "replace" : "push")));
  }, []);
  return (
    <NavigateContext value={navigate}>
      <PlaceContext value={place}>{children}</PlaceContext>
    </NavigateContext>
  );
}

/** The router on the server: one place, `to` as pathname and search, without navigation. */
export function StaticRouter({ to, children }: { to: string; children: ReactNode }) {
  const at = to.indexOf("?");
  const [pathname, search] = at < 0 ? [to, ""] : [to.slice(0, at), to.slice(at)];
  return <PlaceContext value={{ pathname, search, key: "", action: "load" }}>{children}</PlaceContext>;
}

/** Provides a page with the decoded parameters of its route. */
export function RouteParams({ params, children }: { params: Params; children: ReactNode }) {
  return <ParamsContext value={params}>{children}</ParamsContext>;
}

export const usePlace = (): Place => use(PlaceContext);
export const useNavigate = (): Navigate => use(NavigateContext);
export const useParams = (): Params => use(ParamsContext);
/** The address's query, parsed. */
export const useSearch = (): URLSearchParams => new URLSearchParams(usePlace().search);

/** Redirects as soon as it is rendered, replacing the history entry. */
export function Redirect({ to }: { to: string }): null {
  const navigate = useNavigate();
  useEffect(() => navigate(to, { replace: true }), [to, navigate]);
  return null;
}

/** Whether the browser itself follows a link: with a modifier key or another button, in a new tab. */
const isForBrowser = (event: MouseEvent) =>
  event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;

/** Whether the router has a page for a pathname. The browser opens all others as another site. */
export function isRouted(pathname: string): boolean {
  const path = pathname.split("/").slice(1);
  const matches = (pattern: string) => matchSegments(pattern.split("/").slice(1), path) !== null;
  const patterns = Object.values(pagePattern).filter((pattern) => pattern !== pagePattern.notFound);
  return patterns.some(matches) && !Object.values(documentPattern).some(matches);
}

/** A click handler for HTML that may contain links: the router follows those to its pages. */
export function useLinkClicks(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const link = (event.target as Element).closest("a");
      if (!link || isForBrowser(event) || link.origin !== location.origin || link.hash + link.target !== "") return;
      if (!isRouted(link.pathname)) return;
      event.preventDefault();
      navigate(link.pathname + link.search);
    },
    [navigate],
  );
}

/** A link to a page of the site, followed by the router unless it is for the browser. */
export function Link({ to, onClick, ...rest }: Omit<ComponentProps<"a">, "href" | "target"> & { to: string }) {
  const navigate = useNavigate();
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (isForBrowser(event)) return;
        event.preventDefault();
        navigate(to);
      }}
    />
  );
}
