import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import { ConfirmEmailScreen, ForgotScreen, ResetScreen } from "#features/identity/credentials/admin/link-screens.tsx";
import { JoinScreen } from "#features/identity/people/admin/join-screen.tsx";
import { SetupScreen } from "#features/identity/setup/admin/setup-screen.tsx";
import { useSite } from "#shared/site-context.tsx";
import { adminUrl } from "#shared/urls.ts";

type Props = { session: Session; children: ReactNode };

/** The screens that need no account, also for a logged-in user; elsewhere `children`. */
export function OpenScreens({ session, children }: Props) {
  const { pathname } = useLocation();
  const path = pathname.replace(/\/$/, "");
  if (path === adminUrl.forgot())
    return (
      <OpenScreen title="Forgot password">
        <ForgotScreen />
      </OpenScreen>
    );
  if (path === adminUrl.reset())
    return (
      <OpenScreen title="New password">
        <ResetScreen ask={session.ask} />
      </OpenScreen>
    );
  if (path === adminUrl.confirmEmail())
    return (
      <OpenScreen title="Confirm your address">
        <ConfirmEmailScreen />
      </OpenScreen>
    );
  if (path === adminUrl.join())
    return (
      <OpenScreen title="Join">
        <JoinScreen enterBy={session.enterBy} />
      </OpenScreen>
    );
  if (path === adminUrl.setup())
    return (
      <OpenScreen title="Setup">
        <SetupScreen enterBy={session.enterBy} />
      </OpenScreen>
    );
  return children;
}

function OpenScreen({ title, children }: { title: string; children: ReactNode }) {
  const site = useSite();
  const [client] = useState(() => new QueryClient());
  useEffect(() => {
    document.title = `${title} | ${site.name}`;
  }, [title, site.name]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
