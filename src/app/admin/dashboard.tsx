import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { Finder, useFinder } from "#app/admin/finder/admin/finder.tsx";
import { ArticleHandover } from "#features/articles/admin/article-handover.tsx";
import { HomeScreen } from "#features/articles/home/admin/home-screen.tsx";
import { CalendarScreen } from "#features/calendar/admin/calendar-screen.tsx";
import { ArticleScreen } from "#features/documents/desk/admin/article-screen.tsx";
import { NextNewsletterProvider } from "#features/documents/desk/admin/next-newsletter.tsx";
import { useKeptArticles } from "#features/documents/desk/admin/use-kept-articles.ts";
import { ReviewSettingsSection } from "#features/documents/review/admin/review-settings.tsx";
import { TrashScreen } from "#features/documents/trash/admin/trash-screen.tsx";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import { SecurityScreen } from "#features/identity/credentials/admin/security-screen.tsx";
import { OwnRole } from "#features/identity/people/admin/own-role.tsx";
import { RequiredFactors } from "#features/identity/second-factor/admin/required-factors.tsx";
import { MediaLibrary } from "#features/media/pictures/admin/media-library.tsx";
import { IssueScreen } from "#features/newsletter/issues/admin/issue-screen.tsx";
import { useNextIssue } from "#features/newsletter/issues/admin/next-issue.ts";
import { useKeptIssues } from "#features/newsletter/issues/admin/use-kept-issues.ts";
import { NotificationsScreen } from "#features/notifications/admin/notifications-screen.tsx";
import { HoldingsScreen } from "#features/record/holdings/admin/holdings-screen.tsx";
import { SettingsScreen } from "#features/settings/admin/settings-screen.tsx";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { KeptPlace } from "#ui/admin/kept-place.tsx";
import { LeaveQuestion } from "#ui/admin/leave-question.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { leaveAll } from "#ui/admin/unsaved.ts";
import { AdminBar } from "./admin-bar.tsx";
import { AudienceSections } from "./audience-sections.tsx";
import { AuditPlace } from "./audit-place.tsx";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import { FINDER_SCREENS } from "./finder-screens.ts";
import { GeneralKeys } from "./general-keys.tsx";
import { useKeptScroll } from "./kept-scroll.ts";
import { useLeftAddresses } from "./left-addresses.ts";
import { PeoplePlace } from "./people-place.tsx";
import { mayOpen, PLACE_URLS, type Place, pictureUseUrl, placeOf } from "./places.ts";
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
        <KeptPlace isOpen={isOpen("home")}>
          <HomeScreen />
        </KeptPlace>
        <KeptPlace isOpen={isOpen("calendar")}>
          <CalendarScreen />
        </KeptPlace>
        <KeptPlace isOpen={isOpen("media")}>
          <MediaLibrary urlOfUse={pictureUseUrl} />
        </KeptPlace>
        <KeptPlace isOpen={isOpen("audience")}>
          <AudienceSections />
        </KeptPlace>
        <KeptPlace isOpen={isOpen("trash")}>
          <TrashScreen articles={left.dashboard} />
        </KeptPlace>
        <KeptPlace isOpen={isOpen("settings")}>
          <SettingsScreen>
            <RequiredFactors />
          </SettingsScreen>
          <ReviewSettingsSection />
        </KeptPlace>
        <KeptPlace isOpen={isOpen("people")}>
          <PeoplePlace />
        </KeptPlace>
        {isOpen("audit") && <AuditPlace settings={left.settings} />}
        {/* Passwords typed in it are not kept. */}
        {isOpen("security") && (
          <>
            <SecurityScreen restartSession={restartSession} />
            <OwnRole />
          </>
        )}
        {isOpen("holdings") && <HoldingsScreen />}
        {isOpen("notifications") && <NotificationsScreen />}
        {isOpen("issue") && <IssueScreen path={pathname} backTo={adminUrl.audience("issues")} />}
        {place === "article" && (
          <NextNewsletterProvider value={useNextIssue}>
            <ArticleScreen path={pathname} backTo={left.dashboard} />
          </NextNewsletterProvider>
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
