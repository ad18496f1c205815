import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { TickerStrip } from "#features/market/site/ticker-strip.tsx";
import { usePlace, useSearch } from "#shared/router.tsx";
import { useSite, useText } from "#shared/site-context.tsx";
import { absoluteUrl } from "#shared/urls.ts";
import { knownSearch, matchRoute } from "../match-route.ts";
import { BreakingBar } from "./breaking-bar.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/**
 * The address of a printed page: paper has no address bar. Omitted on the not-found page, which is cached once for all
 * unknown addresses, and without parameters that the server ignores.
 */
export function PrintedAddress({ isStatic = false }) {
  const { name, url } = useSite();
  const { pathname, search: ownSearch } = usePlace();
  const search = useSearch();
  const { route } = matchRoute(pathname);
  const address = isStatic ? pathname + ownSearch : pathname + knownSearch(route, search);
  return (
    <p className="ruled hidden justify-between gap-6 pt-2 text-sm print:flex">
      <span className="font-serif text-lg leading-none font-bold">{name}</span>
      {(isStatic || route.pattern !== "*") && <span>{absoluteUrl(url, address)}</span>}
    </p>
  );
}

/** How far a reader scrolls before the bar's code is loaded, in pixels. */
const FAR = 600;

/** The sticky bar, whose code is loaded by the first reader's scroll that goes far. */
function BarWhileScrolling() {
  const [Bar, setBar] = useState<ComponentType>();
  useEffect(() => {
    const onScroll = () => {
      if (scrollY < FAR) return;
      removeEventListener("scroll", onScroll);
      // The page works without it.
      import("./sticky-bar.tsx").then(
        ({ StickyBar }) => setBar(() => StickyBar),
        () => undefined,
      );
    };
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, []);
  return Bar && <Bar />;
}

type Props = {
  children: ReactNode;
  /**
   * What opens the search on a page without the site's scripts. There, what needs one looks as it does where scripts are
   * off, except in the header.
   */
  searchToggle?: ReactNode;
};

/** The frame of every public page: header, ticker strip, main content, footer. */
export function Layout({ children, searchToggle }: Props) {
  const t = useText();
  const { hasNoTicker } = useSite();
  return (
    <div className="page-container flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:bg-ink focus:px-5 focus:py-3 focus:font-semibold focus:text-paper"
      >
        {t("Skip to main content")}
      </a>
      <PrintedAddress isStatic={!!searchToggle} />
      <Header toggle={searchToggle} />
      {!hasNoTicker && <TickerStrip />}
      <BreakingBar />
      <main id="main" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
      <BarWhileScrolling />
    </div>
  );
}
