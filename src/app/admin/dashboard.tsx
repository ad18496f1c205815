import { Fragment, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { Finder, useFinder } from "#app/admin/finder/admin/finder.tsx";
import { ArticleHandover } from "#features/articles/admin/article-handover.tsx";
import { useKeptArticles } from "#features/documents/desk/admin/use-kept-articles.ts";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import { useKeptIssues } from "#features/newsletter/issues/admin/issue-kind.ts";
import { pageUrl } from "#shared/urls.ts";
import { KeptPlace } from "#ui/admin/address.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { LeaveQuestion, leaveAll } from "#ui/admin/unsaved.tsx";
import { AdminBar } from "./admin-bar.tsx";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import { FINDER_SCREENS } from "./finder-screens.ts";
import { GeneralKeys } from "./general-keys.tsx";
import { useKeptScroll } from "./kept-scroll.ts";
import { useLeftAddresses } from "./left-addresses.ts";
import { mayOpen, PLACE_URLS, type Place, placeOf } from "./places.ts";
import { SCREENS, type ScreenView } from "./screens.tsx";
import { useGeneralActions } from "./use-general-actions.ts";

type Props = {
  onLogOut: () => void;
  /** Whether the focus moves here: it was on the login screen. */
  takesFocus: boolean;
} & Pick<Session, "restartSession">;

/** 'Admin Dashboard': its bar and tabs, the places beside it, and the writing room, which has a bar of its own. */
export function Dashboard({ onLogOut, takesFocus, restartSession }: Props) {
  const show = useToast();
  const { pathname } = useLocation();
  const place = placeOf(pathname);
  const left = useLeftAddresses(PLACE_URLS, place);
  const heading = useRef<HTMLHeadingElement>(null);
  const may = useMay();
  const hasNewsroom = useHasNewsroom();
  const isClosed = !mayOpen({ may, hasNewsroom }, place);
  const isOpen = (wanted: Place) => place === wanted && !isClosed;
  const isWriting = place === "article" || isOpen("issue");
  const finder = useFinder();
  useKeptScroll(place, isWriting);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const logOut = () =>
    leaveAll(() => {
      onLogOut();
      show({ title: "Logged Out", description: "You have been logged out." });
    });
  const actions = useGeneralActions(logOut);
  const given = { left, pathname, restartSession };
  return (
    <ArticleHandover>
      {!isWriting && (
        <AdminBar place={place} addresses={left} heading={heading} onFind={finder.onOpen} onLogOut={logOut} />
      )}
      <main id="main" className={isWriting ? "" : "admin-width pb-24"}>
        <KeptPlace isOpen={place === "dashboard"}>
          <DashboardTabs />
        </KeptPlace>
        {isClosed && <ClosedPlace />}
        {(Object.entries(SCREENS) as [keyof typeof SCREENS, ScreenView][]).map(([name, { isKept, render }]) =>
          isKept ? (
            <KeptPlace key={name} isOpen={isOpen(name)}>
              {render(given)}
            </KeptPlace>
          ) : (
            isOpen(name) && <Fragment key={name}>{render(given)}</Fragment>
          ),
        )}
      </main>
      {hasNewsroom && (
        <>
          <KeptWork />
          {!isWriting && <GeneralKeys />}
          <Finder
            {...finder}
            screens={FINDER_SCREENS.filter(({ needs }) => needs === undefined || may(needs))}
            actions={actions}
          />
        </>
      )}
      <LeaveQuestion />
    </ArticleHandover>
  );
}

/** Stores what was written while the server could not be reached. */
function KeptWork() {
  useKeptArticles();
  useKeptIssues();
  return null;
}

/** Where the address leads to a place that is not for whoever is logged in. */
function ClosedPlace() {
  return (
    <div className="max-w-prose pt-10">
      <h2 className="text-xl font-bold">This place is not part of your role</h2>
      <p className="mt-2 text-muted">
        Somebody who is a chief can change what you may do. <Link to={pageUrl.admin()}>Back to the dashboard</Link>
      </p>
    </div>
  );
}
