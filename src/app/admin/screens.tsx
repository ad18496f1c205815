import type { ReactNode } from "react";
import { RedirectsScreen } from "#features/addresses/redirects/admin/redirects-screen.tsx";
import { TRASHED_ARTICLES } from "#features/articles/admin/articles-tab.tsx";
import { AuthorsScreen } from "#features/articles/authors/admin/authors-screen.tsx";
import { ArticleScreen } from "#features/articles/desk/admin/article-screen.tsx";
import { type RoomParts, RoomPartsProvider } from "#features/articles/desk/admin/room-parts.tsx";
import { FrontsScreen } from "#features/articles/fronts/admin/fronts-screen.tsx";
import { HomeScreen } from "#features/articles/home/admin/home-screen.tsx";
import { SeriesScreen } from "#features/articles/series/admin/series-screen.tsx";
import { AuditScreen } from "#features/audit/admin/audit-screen.tsx";
import { CalendarScreen } from "#features/calendar/admin/calendar-screen.tsx";
import { BudgetScreen } from "#features/calendar/budget/admin/budget-screen.tsx";
import { ReviewSettingsSection } from "#features/documents/review/admin/review-settings.tsx";
import { LazyRoom } from "#features/documents/room/admin/instead-of-room.tsx";
import { RoomScreen } from "#features/documents/room/admin/room-screen.tsx";
import { suggestionType, useIsSuggesting } from "#features/documents/suggestions/admin/suggestion-type.ts";
import { TrashScreen } from "#features/documents/trash/admin/trash-screen.tsx";
import { AnnouncementsSection } from "#features/feeds/admin/announcements.tsx";
import { CrawlersScreen } from "#features/feeds/crawlers/admin/crawlers-screen.tsx";
import { allAuthors } from "#features/identity/accounts/admin/own-profile.ts";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import { SecurityScreen } from "#features/identity/credentials/admin/security-screen.tsx";
import { PeopleScreen } from "#features/identity/people/admin/people-screen.tsx";
import { OwnRole } from "#features/identity/people/admin/roles.tsx";
import { RequiredFactors } from "#features/identity/second-factor/admin/required-factors.tsx";
import { KeysScreen, KeysSection } from "#features/keys/admin/keys-screen.tsx";
import { MediaLibrary } from "#features/media/pictures/admin/media-library.tsx";
import { PictureField } from "#features/media/pictures/admin/picture-field.tsx";
import { IssueScreen } from "#features/newsletter/issues/admin/issue-screen.tsx";
import { useNextIssue } from "#features/newsletter/issues/admin/next-issue.ts";
import { NotificationsScreen } from "#features/notifications/admin/notifications-screen.tsx";
import { PAGE_TYPE, PagesScreen } from "#features/pages/admin/pages-screen.tsx";
import { AccountData } from "#features/personal-data/admin/account-data.tsx";
import { CorrectionsDialog, useCorrectionCount } from "#features/record/admin/corrections-dialog.tsx";
import { HoldingsDialog, HoldingsScreen } from "#features/record/holdings/admin/holdings-screen.tsx";
import { AuditRetention } from "#features/settings/admin/retention.tsx";
import { SettingsScreen } from "#features/settings/admin/settings-screen.tsx";
import { AppearanceScreen } from "#features/settings/appearance/admin/appearance-screen.tsx";
import { PublicationScreen } from "#features/settings/facts/admin/publication-screen.tsx";
import { HouseStyleScreen } from "#features/settings/house/admin/house-style-screen.tsx";
import { MenusScreen } from "#features/settings/menus/admin/menus-screen.tsx";
import { WordsScreen } from "#features/settings/words/admin/words-screen.tsx";
import { SystemScreen } from "#features/system/admin/system-screen.tsx";
import { MailScreen } from "#features/system/mail-check/admin/mail-screen.tsx";
import { TopicsScreen } from "#features/topics/admin/topics-screen.tsx";
import { MoveOutScreen } from "#features/transfer/exports/admin/move-out-screen.tsx";
import { ImportsScreen } from "#features/transfer/imports/admin/imports-screen.tsx";
import { WebhooksScreen } from "#features/webhooks/admin/webhooks-screen.tsx";
import { WireSourcesScreen } from "#features/wire/admin/sources-screen.tsx";
import { WireScreen } from "#features/wire/admin/wire-screen.tsx";
import { adminUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { lazyComponent } from "#ui/admin/lazy-component.ts";
import { ScreenHead } from "#ui/admin/panel.tsx";
import { SectionNavigation } from "#ui/admin/tabs.tsx";
import { AudienceSections } from "./audience-sections.tsx";
import type { FinderScreen } from "./finder/rules.ts";
import { type Place, pictureUseUrl } from "./places.ts";
import { SettingsIndex } from "./settings-index.tsx";

/** With the editor's own blocks it is as heavy as the editor. */
const PageRoom = lazyComponent(async () => (await import("#features/pages/admin/page-room.tsx")).PageRoom);
const PageSuggestRoom = lazyComponent(
  async () => (await import("#features/pages/admin/page-room.tsx")).PageSuggestRoom,
);

const ARTICLE_ROOM_PARTS: RoomParts = {
  useNextNewsletter: useNextIssue,
  useCorrectionCount,
  CorrectionsDialog,
};
const PAGE_SUGGESTIONS = suggestionType(PAGE_TYPE);

/** A page's own screen, where it is written. */
function PageScreen({ path }: { path: string }) {
  const screen = { path, backTo: adminUrl.pages() };
  if (useIsSuggesting())
    return (
      <RoomScreen key="suggestions" type={PAGE_SUGGESTIONS} {...screen}>
        {(room) => (
          <LazyRoom type={PAGE_TYPE} onCancel={room.onCancel}>
            <PageSuggestRoom {...room} type={PAGE_SUGGESTIONS} />
          </LazyRoom>
        )}
      </RoomScreen>
    );
  return (
    <RoomScreen type={PAGE_TYPE} {...screen}>
      {(room) => (
        <LazyRoom type={PAGE_TYPE} onCancel={room.onCancel}>
          <PageRoom {...room} />
        </LazyRoom>
      )}
    </RoomScreen>
  );
}

/** `left`: the last address of each place. */
type Given = { left: Record<Place, string>; pathname: string; screens: readonly FinderScreen[] } & Pick<
  Session,
  "restartSession"
>;

/** `isKept`: it stays mounted while another place is open, so that nothing typed in it is lost. */
export type ScreenView = { isKept?: true; render: (given: Given) => ReactNode };

/** What each declared screen shows. A screen without an entry does not compile. */
export const SCREENS: Record<Exclude<Place, "dashboard">, ScreenView> = {
  home: { isKept: true, render: () => <HomeScreen /> },
  fronts: { render: () => <FrontsScreen /> },
  calendar: { isKept: true, render: () => <CalendarScreen /> },
  budget: { render: () => <BudgetScreen /> },
  pages: { render: () => <PagesScreen /> },
  redirects: { render: () => <RedirectsScreen /> },
  topics: { render: () => <TopicsScreen /> },
  authors: { render: () => <AuthorsScreen /> },
  series: { render: () => <SeriesScreen /> },
  page: { render: ({ pathname }) => <PageScreen path={pathname} /> },
  media: { isKept: true, render: () => <MediaLibrary urlOfUse={pictureUseUrl} /> },
  audience: { isKept: true, render: () => <AudienceSections /> },
  trash: { isKept: true, render: ({ left }) => <TrashScreen back={left.dashboard} articles={TRASHED_ARTICLES} /> },
  settings: {
    isKept: true,
    render: ({ screens }) => (
      <>
        <ScreenHead title="Settings" />
        <SectionNavigation label="Settings sections">
          <SettingsIndex screens={screens} />
          <SettingsScreen>
            <AnnouncementsSection />
            <RequiredFactors />
            <KeysSection />
          </SettingsScreen>
          <ReviewSettingsSection />
        </SectionNavigation>
      </>
    ),
  },
  publication: { render: () => <PublicationScreen /> },
  menus: { render: () => <MenusScreen /> },
  houseStyle: { render: () => <HouseStyleScreen /> },
  words: { render: () => <WordsScreen /> },
  appearance: { render: () => <AppearanceScreen PictureField={PictureField} /> },
  system: { render: () => <SystemScreen /> },
  mail: { render: () => <MailScreen /> },
  webhooks: { render: () => <WebhooksScreen /> },
  wire: { render: () => <WireScreen /> },
  wireSources: { render: () => <WireSourcesScreen /> },
  "move-in": { render: () => <ImportsScreen /> },
  crawlers: { render: () => <CrawlersScreen /> },
  "move-out": { render: () => <MoveOutScreen /> },
  keys: { render: () => <KeysScreen /> },
  people: { isKept: true, render: () => <PeoplePlace /> },
  audit: { render: () => <AuditPlace /> },
  // Passwords typed in it are not kept.
  security: {
    render: ({ restartSession }) => (
      <>
        <ScreenHead title="Security" />
        <SectionNavigation label="Security sections">
          <SecurityScreen restartSession={restartSession} />
          <OwnRole />
        </SectionNavigation>
      </>
    ),
  },
  holdings: { render: () => <HoldingsScreen /> },
  notifications: { render: () => <NotificationsScreen /> },
  issue: { render: ({ pathname }) => <IssueScreen path={pathname} backTo={adminUrl.audience("issues")} /> },
  article: {
    render: ({ left, pathname }) => (
      <RoomPartsProvider value={ARTICLE_ROOM_PARTS}>
        <ArticleScreen path={pathname} backTo={left.dashboard} />
      </RoomPartsProvider>
    ),
  },
};

/** The audit log, with what other features know: who there is, and how long it is kept. */
function AuditPlace() {
  const { data: people = [] } = useApi(allAuthors());
  return <AuditScreen people={people} retention={<AuditRetention />} />;
}

/** People, with the data stored about each. */
function PeoplePlace() {
  return (
    <PeopleScreen
      dataOf={(given) => <AccountData {...given} />}
      holdingsOf={(given) => <HoldingsDialog {...given} />}
    />
  );
}
