import { Fragment, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { Finder, useFinder } from "#app/admin/finder/admin/finder.tsx";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.ts";
import { DeskOverview } from "#features/calendar/overview/admin/desk-overview.tsx";
import { useKeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { suggestionType } from "#features/documents/suggestions/admin/suggestion-type.ts";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import { ISSUE_TYPE } from "#features/newsletter/issues/admin/issue-type.ts";
import { PAGE_TYPE } from "#features/pages/admin/pages-screen.tsx";
import { pageUrl } from "#shared/urls.ts";
import { KeptPlace } from "#ui/admin/address.tsx";
import { KeySheetProvider, useKeySheet } from "#ui/admin/keyboard.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { RoomHandover } from "#ui/admin/room-handover.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { LeaveQuestion, leaveAll } from "#ui/admin/unsaved.tsx";
import { AdminBar } from "./admin-bar.tsx";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import { FINDER_SCREENS } from "./finder-screens.ts";
import { GENERAL_KEYS } from "./general-keys.ts";
import { useKeptScroll } from "./kept-scroll.ts";
import { useLeftAddresses } from "./left-addresses.ts";
import { mayOpen, PLACE_TITLES, PLACE_URLS, type Place, placeOf } from "./places.ts";
import { SCREENS, type ScreenView } from "./screens.tsx";
import { useGeneralActions } from "./use-general-actions.ts";

/** Places that show a title of their own: theirs is read out, not shown a second time. */
const TITLED: ReadonlySet<Place> = new Set(["people", "pages", "media", "trash", "audit", "holdings", "notifications"]);

type Props = {
  onLogOut: () => void;
  /** Whether the focus moves here: it was on the login screen. */
  takesFocus: boolean;
} & Pick<Session, "restartSession">;

/** 'Admin Dashboard': its bar and tabs, the other places, and the writing rooms, which have a bar of their own. */
export function Dashboard(props: Props) {
  return (
    <KeySheetProvider general={useHasNewsroom() ? GENERAL_KEYS : []}>
      <Places {...props} />
    </KeySheetProvider>
  );
}

function Places({ onLogOut, takesFocus, restartSession }: Props) {
  const show = useToast();
  const showKeys = useKeySheet();
  const { pathname } = useLocation();
  const place = placeOf(pathname);
  const left = useLeftAddresses(PLACE_URLS, place);
  const heading = useRef<HTMLHeadingElement>(null);
  const may = useMay();
  const hasNewsroom = useHasNewsroom();
  const isClosed = !mayOpen({ may, hasNewsroom }, place);
  const isOpen = (wanted: Place) => place === wanted && !isClosed;
  const isWriting = place === "article" || isOpen("issue") || isOpen("page");
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
  const actions = useGeneralActions({ showKeys, logOut });
  const given = { left, pathname, restartSession };
  return (
    <RoomHandover>
      {!isWriting && (
        <>
          <SkipLink />
          <AdminBar place={place} addresses={left} onFind={finder.onOpen} onShortcuts={showKeys} onLogOut={logOut} />
        </>
      )}
      <main id="main" tabIndex={-1} className={isWriting ? "outline-none" : "admin-width pb-24 outline-none"}>
        {!isWriting && (
          <h1
            ref={heading}
            tabIndex={-1}
            className={
              TITLED.has(place) ? "sr-only" : "w-fit pt-4 pb-1 text-[0.9375rem] font-semibold text-muted outline-none"
            }
          >
            {PLACE_TITLES[place]}
          </h1>
        )}
        <KeptPlace isOpen={place === "dashboard"}>
          {hasNewsroom && <DeskOverview />}
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
          <Finder
            {...finder}
            screens={FINDER_SCREENS.filter(({ needs }) => needs === undefined || may(needs))}
            actions={actions}
          />
        </>
      )}
      <LeaveQuestion />
    </RoomHandover>
  );
}

/** Stores what was written while the server was unavailable. */
function KeptWork() {
  useKeptDocuments(ARTICLE_TYPE);
  useKeptDocuments(ISSUE_TYPE);
  useKeptDocuments(PAGE_TYPE);
  useKeptDocuments(suggestionType(ARTICLE_TYPE));
  useKeptDocuments(suggestionType(ISSUE_TYPE));
  useKeptDocuments(suggestionType(PAGE_TYPE));
  return null;
}

/** The first stop of the keyboard, which passes the bar. It moves the focus itself: a fragment would lose the address's state. */
function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it goes where its address says.
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:bg-ink focus:px-5 focus:py-3 focus:font-semibold focus:text-paper"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      }}
    >
      Skip to main content
    </a>
  );
}

/** Shown where the address leads to a place that the user may not open. */
function ClosedPlace() {
  return (
    <div className="max-w-prose pt-10">
      <h2 className="text-xl font-bold">You don’t have access to this page</h2>
      <p className="mt-2 text-muted">
        Ask a chief editor. <Link to={pageUrl.admin()}>Back to the dashboard</Link>
      </p>
    </div>
  );
}
