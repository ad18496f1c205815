import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import type { ClientErrorEndpoints } from "#features/system/client-errors/endpoints.ts";
import { reportOf } from "#features/system/client-errors/rules.ts";
import { editorClientOf } from "#shared/editor-client.ts";
import type { SiteInfo } from "#shared/page.ts";
import { MissingCodeError } from "#ui/admin/lazy-component.ts";
import { PlaceBoundary } from "#ui/admin/place-boundary.tsx";
import { AdminApp } from "./admin-app.tsx";

/** The errors that one page reports: one that is repeated says nothing new. */
const MAX_REPORTS = 5;
const errors = editorClientOf<ClientErrorEndpoints>();

/** Reports screens that fail to the server's log while a user is logged in. */
function reportTo(session: Session) {
  let reports = 0;
  return (error: unknown, { componentStack = "" }: { componentStack?: string | undefined }) => {
    // biome-ignore lint/suspicious/noConsole: as React does itself
    console.error(error);
    if (error instanceof MissingCodeError || session.account() === null || reports === MAX_REPORTS) return;
    reports += 1;
    const body = reportOf(error, componentStack, location.pathname);
    // Where even this fails, the console has the error.
    errors.send(session, "POST /system/client-errors", { body }).catch(() => undefined);
  };
}

/** Renders the admin area. */
export function renderAdmin(root: HTMLElement, site: SiteInfo, session: Session): Root {
  const report = reportTo(session);
  const react = createRoot(root, { onCaughtError: report, onUncaughtError: report });
  react.render(
    <BrowserRouter>
      <PlaceBoundary>
        <AdminApp site={site} session={session} />
      </PlaceBoundary>
    </BrowserRouter>,
  );
  return react;
}
