import type { Head } from "#shared/page.ts";
import { pageUrl } from "#shared/urls.ts";
import { Button } from "#ui/button.tsx";
import { StateScreen } from "#ui/state-screen.tsx";

export const queries = () => [];

export const status = () => 500;

export const head = (): Head => ({
  title: "Something went wrong",
  description: "This page could not be shown.",
  canonical: pageUrl.home(),
  robots: "noindex",
});

/** Stands in for a page that failed to render, on the server and in the browser. Needs no data. */
export function Page() {
  return (
    <StateScreen
      kicker="Error"
      title="Something went wrong"
      link={{ to: pageUrl.home(), label: "Return to Home" }}
      action={
        <Button variant="outline" className="noscript:hidden" onClick={() => location.reload()}>
          Try again
        </Button>
      }
    >
      <p>This page could not be shown. The fault is ours; trying again may help.</p>
    </StateScreen>
  );
}
