import { readdirSync } from "node:fs";
import { categories, prices } from "../data/database.js";
import { Footer } from "../parts/footer.jsx";
import { Header } from "../parts/header.jsx";
import { TickerStrip } from "../parts/ticker-strip.jsx";

/** What the site's own pages load first: its stylesheet and two faces (copied by bench/support/next-peer.ts). */
const STYLESHEET = "/site.css";
const FIRST_FACES = /(newsreader-display|libre-franklin)-basic-/;
const faces = readdirSync("public/assets").filter((file) => FIRST_FACES.test(file));

/** The frame of every page: header, ticker strip, main content, footer. */
export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <link rel="stylesheet" href={STYLESHEET} />
        {faces.map((file) => (
          <link key={file} rel="preload" as="font" type="font/woff2" href={`/assets/${file}`} crossOrigin="" />
        ))}
      </head>
      <body>
        <div className="page-container flex min-h-dvh flex-col">
          <a
            href="#main"
            className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:bg-ink focus:px-5 focus:py-3 focus:font-semibold focus:text-paper"
          >
            Skip to main content
          </a>
          <Header categories={categories()} now={Date.now()} />
          <TickerStrip items={prices()} />
          <main id="main" tabIndex={-1} className="grow">
            {children}
          </main>
          <Footer year={new Date().getUTCFullYear()} />
        </div>
      </body>
    </html>
  );
}
