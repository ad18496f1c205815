import type { ReactNode } from "react";
import { useSite } from "#shared/site-context.tsx";
import { pageUrl } from "#shared/urls.ts";

/** How a link below the form looks. */
export const ENTRY_LINK =
  "tap inline-flex items-center text-[0.9375rem] font-semibold underline underline-offset-4 hover:text-accent";

/** A screen before the admin area: the site's name, and one form or message below it. */
export function EntryFrame({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh place-items-center px-4 py-12">
      <EntryColumn>{children}</EntryColumn>
    </main>
  );
}

/** Its column alone, where something else is the frame. */
export function EntryColumn({ children }: { children: ReactNode }) {
  const site = useSite();
  return (
    <div className="w-full max-w-sm">
      <a href={pageUrl.home()} className="wordmark mb-8 wrap-anywhere" aria-label={`${site.name}, to the site`}>
        {site.name}
      </a>
      {children}
    </div>
  );
}
