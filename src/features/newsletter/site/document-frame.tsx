import type { ReactNode } from "react";
import { pageUrl } from "#shared/urls.ts";
import { FooterForm } from "./footer-form.tsx";

/** `section`: where the page belongs. */
type Props = { siteName: string; section: { url: string; label: string }; children: ReactNode };

/**
 * The frame of the pages that are complete without any script. It is not that of the other pages, whose menus and theme
 * switch need them: everything here is a link or an ordinary form.
 */
export function DocumentFrame({ siteName, section, children }: Props) {
  return (
    <div className="page-container flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:bg-ink focus:px-5 focus:py-3 focus:font-semibold focus:text-paper"
      >
        Skip to main content
      </a>
      <header className="border-b border-rule">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-6 py-3">
          <a
            href={pageUrl.home()}
            aria-label={`${siteName}, home page`}
            className="headline-md inline-flex min-h-11 items-center"
          >
            {siteName}
          </a>
          <a href={section.url} className="link-quiet inline-flex min-h-11 items-center font-semibold">
            {section.label}
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="page-width grow">
        {children}
      </main>
      <footer className="mt-10 border-t border-rule bg-surface print:hidden">
        <div className="page-width grid gap-x-10 gap-y-6 py-10 sm:grid-cols-2">
          <section aria-labelledby="subscribe">
            <h2 id="subscribe" className="headline-sm">
              The {siteName} newsletter by mail
            </h2>
            <FooterForm />
          </section>
          <nav aria-label="Site" className="flex flex-wrap content-start gap-x-6 sm:justify-end">
            <a href={pageUrl.home()} className="link-quiet inline-flex min-h-11 items-center text-muted">
              Home
            </a>
            <a href={pageUrl.privacyPolicy()} className="link-quiet inline-flex min-h-11 items-center text-muted">
              Privacy Policy
            </a>
          </nav>
        </div>
      </footer>
    </div>
  );
}
