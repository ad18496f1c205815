import type { Head } from "#shared/page.ts";
import { Link } from "#shared/router.tsx";
import { pageUrl } from "#shared/urls.ts";
import { StateScreen } from "#ui/state-screen.tsx";

export const queries = () => [];

export const status = () => 404;

export const head = (): Head => ({
  title: "Page not found",
  description: "There is no page at this address.",
  canonical: pageUrl.home(),
  robots: "noindex",
});

/** 404. */
export function Page() {
  return (
    <StateScreen kicker="404" title="Oops! Page not found" link={{ to: pageUrl.home(), label: "Return to Home" }}>
      <p>The address may be mistyped, or the page may have moved.</p>
      <p className="mt-3">
        <Link to={pageUrl.search()} className="underline underline-offset-4 hover:text-accent">
          Search
        </Link>
        , or start with today’s stories.
      </p>
    </StateScreen>
  );
}
