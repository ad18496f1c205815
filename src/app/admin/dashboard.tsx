import { useEffect, useLayoutEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Finder, useFinder } from "#app/admin/finder/admin/finder.tsx";
import type { FinderScreen } from "#app/admin/finder/rules.ts";
import { ARTICLE_TYPE } from "#features/articles/desk/admin/article-type.tsx";
import { DeskOverview } from "#features/calendar/overview/admin/desk-overview.tsx";
import { useKeptDocuments } from "#features/documents/room/admin/kept-documents.tsx";
import { suggestionType } from "#features/documents/suggestions/admin/suggestion-type.ts";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import { viewAs } from "#features/identity/accounts/admin/view-as.ts";
import { ISSUE_TYPE } from "#features/newsletter/issues/admin/issue-type.ts";
import { PAGE_TYPE } from "#features/pages/admin/pages-screen.tsx";
import { FailedTasksNotice } from "#features/system/state/admin/failed-tasks.tsx";
import { SystemNotice } from "#features/system/state/admin/system-notice.tsx";
import { ToDoList } from "#features/system/to-do/admin/to-do-list.tsx";
import type { AdminScreen } from "#shared/declaration.ts";
import { declared } from "#shared/features.ts";
import type { Permission } from "#shared/permissions.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { KeptPlace } from "#ui/admin/address.tsx";
import { type KeySection, KeySheetProvider, useKeySheet } from "#ui/admin/keyboard.tsx";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { useHasNewsroom, useMay } from "#ui/admin/permissions.tsx";
import { PlaceBoundary } from "#ui/admin/place-boundary.tsx";
import { RoomHandover } from "#ui/admin/room-handover.tsx";
import type { ScreenAction } from "#ui/admin/screen.tsx";
import { takeOverLocalForms } from "#ui/admin/session/local-forms.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { LeaveQuestion, leaveAll } from "#ui/admin/unsaved.tsx";
import { AdminBar } from "./admin-bar.tsx";
import { chooseTheme, THEMES } from "./choose-theme.ts";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import { useLeftAddresses } from "./left-addresses.ts";
import { mayOpen, PLACE_TITLES, PLACE_URLS, type Place, placeOf } from "./places.ts";
import { SCREENS, type ScreenView } from "./screens.tsx";
import { SETTINGS_PARTS } from "./settings-index.tsx";
import { ViewAsBanner } from "./view-as.tsx";

type Listed = FinderScreen & { needs?: Permission };

const tab = (name: string) => `${pageUrl.admin()}?tab=${name}`;

const TABS: readonly Listed[] = [
  { label: "Articles", to: pageUrl.admin(), words: "dashboard list drafts scheduled publish ready changes waiting" },
  { label: "Categories", to: tab("categories"), needs: "category.manage" },
  { label: "Ad Management", to: tab("ads"), words: "advertising spaces", needs: "ad.manage" },
  { label: "Author Profile", to: tab("profile"), words: "account picture bio" },
];

const listed = ({ title, path, needs: [own] = [], finder = [] }: AdminScreen): Listed[] =>
  finder.map(({ label = title, path: to = path, needs = own, words }) => ({
    label,
    to,
    ...(words && { words }),
    ...(needs && { needs: needs as Permission }),
  }));

/** The screens that Ctrl+K finds by name: the dashboard's tabs, and then what features declare, by name. */
export const FINDER_SCREENS: readonly Listed[] = [
  ...TABS,
  ...Object.values(declared("screens"))
    .flatMap(listed)
    .sort((left, right) => left.label.localeCompare(right.label)),
];

/** The keys of every screen. */
const GENERAL_KEYS: readonly KeySection[] = [
  {
    title: "Everywhere",
    rows: [
      ["Find articles, pictures, issues, screens and actions (with no text selected)", "Mod-K"],
      ["Save the open form", "Mod-S"],
      ["Go to the last message", "F8"],
      ["Close a dialog or menu", "Esc"],
      ["Keyboard shortcuts (outside text fields)", "?"],
    ],
  },
  {
    title: "In the calendar, on the handle of an entry",
    rows: [
      ["Grab, then drop", "Space", "Enter"],
      ["Move by a day", "←", "→"],
      ["Move by half an hour, or in the month view by a week", "↑", "↓"],
      ["Move by a week", "PageUp", "PageDown"],
      ["Cancel the move", "Esc"],
    ],
  },
];

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
  const main = useRef<HTMLElement>(null);
  const may = useMay();
  const hasNewsroom = useHasNewsroom();
  const isClosed = !mayOpen({ may, hasNewsroom }, place);
  const isOpen = (wanted: Place) => place === wanted && !isClosed;
  const isWriting = place === "article" || isOpen("issue") || isOpen("page");
  const finder = useFinder();
  useKeptScroll(place, isWriting);
  useEffect(() => {
    if (takesFocus) main.current?.querySelector<HTMLElement>("h1[tabindex]")?.focus();
  }, [takesFocus]);
  const logOut = () =>
    leaveAll(() => {
      viewAs(undefined);
      onLogOut();
      show({ title: "Logged Out", description: "You have been logged out." });
    });
  const actions = useGeneralActions({ showKeys, logOut });
  const screens = FINDER_SCREENS.filter(({ needs }) => needs === undefined || may(needs));
  const given = { left, pathname, restartSession, screens };
  return (
    <RoomHandover>
      <ViewAsBanner />
      {!isWriting && (
        <>
          <SkipLink />
          <AdminBar place={place} addresses={left} onFind={finder.onOpen} onShortcuts={showKeys} onLogOut={logOut} />
        </>
      )}
      {hasNewsroom && <SystemNotice />}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className={isWriting ? "outline-none" : "admin-width pb-24 outline-none"}
      >
        <KeptPlace isOpen={place === "dashboard"}>
          {place === "dashboard" && hasNewsroom && may("system.manage") && <FailedTasksNotice />}
          <DashboardTabs
            start={
              place === "dashboard" && (
                <h1
                  tabIndex={-1}
                  className="mr-6 text-[0.9375rem] font-semibold whitespace-nowrap text-muted outline-none max-lg:sr-only"
                >
                  {PLACE_TITLES.dashboard}
                </h1>
              )
            }
            end={
              hasNewsroom && (
                <PlaceBoundary>
                  {/* Not kept: it is read again after each visit to another screen. */}
                  {place === "dashboard" && may("settings.manage") && <ToDoList />}
                  <DeskOverview />
                </PlaceBoundary>
              )
            }
          />
        </KeptPlace>
        {isClosed && <ClosedPlace title={PLACE_TITLES[place]} />}
        {(Object.entries(SCREENS) as [keyof typeof SCREENS, ScreenView][]).map(([name, { isKept, render }]) =>
          isKept ? (
            <KeptPlace key={name} isOpen={isOpen(name)}>
              {render(given)}
            </KeptPlace>
          ) : (
            isOpen(name) && (
              <PlaceBoundary key={name} {...roomOf(name, left)}>
                {render(given)}
              </PlaceBoundary>
            )
          ),
        )}
      </main>
      {hasNewsroom && (
        <>
          <KeptWork />
          <Finder
            {...finder}
            screens={screens}
            parts={may("settings.manage") ? SETTINGS_PARTS : []}
            actions={actions}
          />
        </>
      )}
      <LeaveQuestion />
    </RoomHandover>
  );
}

/** How a room, which has no bar of the desk, leads back if it fails. */
function roomOf(name: Place, left: Record<Place, string>) {
  if (name === "article") return { back: { to: left.dashboard, label: "Back to all articles" } };
  if (name === "page") return { back: { to: adminUrl.pages(), label: "Back to all pages" } };
  if (name === "issue") return { back: { to: adminUrl.audience("issues"), label: "Back to all issues" } };
  return {};
}

/** Stores what was written while the server was unavailable. */
function KeptWork() {
  useKeptDocuments(ARTICLE_TYPE);
  useKeptDocuments(ISSUE_TYPE);
  useKeptDocuments(PAGE_TYPE);
  useKeptDocuments(suggestionType(ARTICLE_TYPE));
  useKeptDocuments(suggestionType(ISSUE_TYPE));
  useKeptDocuments(suggestionType(PAGE_TYPE));
  useEffect(() => void takeOverLocalForms().catch(reportError), []);
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
function ClosedPlace({ title }: { title: string }) {
  return (
    <>
      <ScreenHead title={title} />
      <h2 className="text-xl font-bold">You don’t have access to this page</h2>
      <p className="mt-2 text-muted">
        Ask a chief editor. <Link to={pageUrl.admin()}>Back to the dashboard</Link>
      </p>
    </>
  );
}

/** The actions that Ctrl+K offers on every screen. */
function useGeneralActions({ showKeys, logOut }: { showKeys: () => void; logOut: () => void }): ScreenAction[] {
  const navigate = useNavigate();
  return [
    { label: "New article", run: () => void navigate(adminUrl.article("new")) },
    { label: "View site", run: () => window.location.assign(pageUrl.home()) },
    ...THEMES.map(({ value, label }) => ({ label: `${label} theme`, run: () => chooseTheme(value) })),
    { label: "Keyboard shortcuts", keys: "?", run: showKeys },
    { label: "Log out", run: logOut },
  ];
}

/**
 * Returns to where a place was scrolled to when it was left: hidden places give up their height. One that is new each
 * time begins at its top.
 */
function useKeptScroll(place: string, isNew: boolean): void {
  const kept = useRef(new Map<string, number>());
  // In the layout phase: the browser reports only later how far it had to scroll as the old place was hidden.
  useLayoutEffect(() => {
    window.scrollTo({ top: isNew ? 0 : (kept.current.get(place) ?? 0), behavior: "instant" });
    const keep = () => kept.current.set(place, window.scrollY);
    window.addEventListener("scroll", keep, { passive: true });
    return () => window.removeEventListener("scroll", keep);
  }, [place, isNew]);
}
