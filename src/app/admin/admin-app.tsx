import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { LoginScreen } from "#features/accounts/admin/login-screen.tsx";
import type { Session } from "#features/accounts/admin/session.ts";
import { EditorApiProvider } from "#shared/editor-api.tsx";
import type { SiteInfo } from "#shared/page.ts";
import { SiteProvider, useSite } from "#shared/site-context.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";
import { createQueryClient } from "../site/query-client.ts";
import { Dashboard } from "./dashboard.tsx";
import { PLACE_TITLES, placeOf } from "./places.ts";

type Props = { site: SiteInfo; session: Session };

/** The admin area: the login screen without a stored access token, the dashboard with one. */
export function AdminApp({ site, session }: Props) {
  const [openedAt] = useState(Date.now);
  return (
    <SiteProvider site={site} renderedAt={openedAt}>
      <EditorApiProvider value={session}>
        <AdminToasts>
          <Door session={session} />
        </AdminToasts>
      </EditorApiProvider>
    </SiteProvider>
  );
}

/**
 * A session that ended by itself leaves the dashboard as it was, below the login screen: whoever logs in again under
 * the same account goes on where the work stopped. Another account, or a log-out, begins anew.
 */
function Door({ session }: { session: Session }) {
  const site = useSite();
  const account = useSyncExternalStore(session.subscribe, session.account);
  const [worker, setWorker] = useState(account);
  const [hasLeft, setHasLeft] = useState(false);
  const place = PLACE_TITLES[placeOf(useLocation().pathname)];
  const lastFocus = useRef<HTMLElement>(null);
  const [hasWaited, setHasWaited] = useState(account === null);
  if (account !== null && account !== worker) setWorker(account);
  if (account !== null && hasLeft) setHasLeft(false);
  if (account === null && !hasWaited) setHasWaited(true);
  const [loginClient] = useState(() => new QueryClient());
  const isShown = account !== null;
  const isKept = worker !== null && !hasLeft;
  useEffect(() => {
    document.title = `${isShown ? place : "Admin Login"} | ${site.name}`;
  }, [isShown, place, site.name]);
  useEffect(() => {
    if (isShown) lastFocus.current?.focus();
  }, [isShown]);
  return (
    <>
      {isKept && (
        // Out of reach, but not out of the page: it keeps its place and the dialogs that are open in it.
        // biome-ignore lint/a11y/noStaticElementInteractions: it only remembers where the focus was.
        <div
          inert={!isShown}
          onFocus={({ target }) => {
            lastFocus.current = target;
          }}
        >
          <Workplace
            key={worker}
            session={session}
            isShown={isShown}
            takesFocus={hasWaited}
            onLogOut={() => {
              setHasLeft(true);
              void session.logOut();
            }}
          />
        </div>
      )}
      {!isShown && (
        <QueryClientProvider client={loginClient}>
          <LoginScreen logIn={session.logIn} hasEnded={isKept} />
        </QueryClientProvider>
      )}
    </>
  );
}

type WorkplaceProps = { session: Session; isShown: boolean; takesFocus: boolean; onLogOut: () => void };

/** One account's dashboard with its own cache: nothing of it is left for the next one. */
function Workplace({ session, isShown, takesFocus, onLogOut }: WorkplaceProps) {
  const [client] = useState(() => createEditorClient(session));
  useEffect(() => {
    // What failed because the session had ended.
    if (isShown) void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  }, [client, isShown]);
  return (
    <QueryClientProvider client={client}>
      <Dashboard takesFocus={takesFocus} onLogOut={onLogOut} />
    </QueryClientProvider>
  );
}

/** The site's cache, which asks for nothing by itself while nobody is logged in. */
function createEditorClient(session: Session): QueryClient {
  const client = createQueryClient(session.read, "browser");
  const isIn = () => session.account() !== null;
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, refetchOnWindowFocus: isIn, refetchOnReconnect: isIn } });
  return client;
}
