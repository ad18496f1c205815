import type { ReactNode } from "react";
import { TickerStrip } from "#features/market/site/ticker-strip.tsx";
import { usePlace } from "#shared/router.tsx";
import { useSite } from "#shared/site-context.tsx";
import { absoluteUrl } from "#shared/urls.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/** Where a printed page comes from: paper has no address bar. */
function PrintedAddress() {
  const { name, url } = useSite();
  const { pathname, search } = usePlace();
  return (
    <p className="ruled hidden justify-between gap-6 pt-2 text-sm print:flex">
      <span className="font-serif text-lg leading-none font-bold">{name}</span>
      {/* The server leaves out parameters that mean nothing, and knows an unknown page by no address. */}
      <span suppressHydrationWarning>{pathname === "/*" ? url : absoluteUrl(url, pathname + search)}</span>
    </p>
  );
}

/** What stands around every public page (spec section 2): header, ticker strip, main content, footer. */
export function Layout(props: { children: ReactNode }) {
  return (
    <div className="page-container flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:bg-ink focus:px-5 focus:py-3 focus:font-semibold focus:text-paper"
      >
        Skip to main content
      </a>
      <PrintedAddress />
      <Header />
      <TickerStrip />
      <main id="main" tabIndex={-1} className="grow">
        {props.children}
      </main>
      <Footer />
    </div>
  );
}
