import type { ReactNode } from "react";
import { TickerStrip } from "#features/market/site/ticker-strip.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { PrintedAddress } from "./printed-address.tsx";

type Props = {
  children: ReactNode;
  /** A page without the site's scripts: whatever needs one looks as it does where scripts are off. */
  isStatic?: boolean;
};

/** The frame of every public page: header, ticker strip, main content, footer. */
export function Layout({ children, isStatic = false }: Props) {
  return (
    <div data-static={isStatic || undefined} className="page-container flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:bg-ink focus:px-5 focus:py-3 focus:font-semibold focus:text-paper"
      >
        Skip to main content
      </a>
      <PrintedAddress isStatic={isStatic} />
      <Header />
      <TickerStrip />
      <main id="main" tabIndex={-1} className="grow">
        {isStatic ? <div className="page-width">{children}</div> : children}
      </main>
      <Footer />
    </div>
  );
}
