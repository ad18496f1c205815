import {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  type RefetchOptions,
  type RefetchQueryFilters,
  type UseQueryOptions,
  useQueries,
} from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { articleList } from "#features/articles/admin/calls.ts";
import { stateOf } from "#features/articles/admin/row-actions.tsx";
import { articleDetail } from "#features/articles/calls.ts";
import type { ArticlePage, ListedArticle } from "#features/articles/schema.ts";
import type { Series, SeriesEndpoints } from "#features/articles/series/endpoints.ts";
import { ownArticleId } from "#features/content/rules.ts";
import {
  LinkSearchProvider,
  type LinkTarget,
  OwnCardsProvider,
  type OwnPageCard,
} from "#features/editor/admin/link-targets.ts";
import { EntryFrame } from "#features/identity/accounts/admin/entry-frame.tsx";
import { LoginScreen } from "#features/identity/accounts/admin/login-screen.tsx";
import { useRole } from "#features/identity/accounts/admin/own-profile.ts";
import type { Session } from "#features/identity/accounts/admin/session.ts";
import { viewedRole } from "#features/identity/accounts/admin/view-as.ts";
import { leaveProvider, SignOnLink, useSignOn } from "#features/identity/single-sign-on/admin/sign-on.tsx";
import type { PageEndpoints } from "#features/pages/endpoints.ts";
import { pathOfPage } from "#features/pages/rules.ts";
import type { Topic, TopicEndpoints } from "#features/topics/endpoints.ts";
import { roleAs } from "#shared/actor.ts";
import { ApiError, type ReadApi } from "#shared/api-client.ts";
import { type EditorApi, EditorApiProvider, ofAccount, SiteChanges } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { clientOf } from "#shared/endpoint-client.ts";
import type { SiteInfo } from "#shared/page.ts";
import { ownUrl } from "#shared/pictures.ts";
import { SiteProvider, useSite } from "#shared/site-context.tsx";
import { fold } from "#shared/text.ts";
import { documentUrl, pageUrl } from "#shared/urls.ts";
import { useApi } from "#shared/use-api.ts";
import { tableDate } from "#ui/admin/local-time.ts";
import { RoleProvider, useMay } from "#ui/admin/permissions.tsx";
import { ScreenActionsProvider, ScreenTitleProvider } from "#ui/admin/screen.tsx";
import { AdminToasts } from "#ui/admin/toasts.tsx";
import { queryClientConfig } from "../site/query-client.ts";
import { Dashboard } from "./dashboard.tsx";
import { FactorGate } from "./factor-gate.tsx";
import { OpenScreens } from "./open-screens.tsx";
import { PLACE_TITLES, placeOf } from "./places.ts";
import { specifiedBackend } from "./specified-backend.ts";

const MAX_ARTICLES = 8;

/** An article as a target of a link: the state of one that readers cannot open yet, else its date. */
export function articleTarget(article: ListedArticle, now: number): LinkTarget {
  const { id, title, published_date: date } = article;
  const state = stateOf(article, now);
  const hint = state === "Published" && date !== null ? tableDate(date) : state;
  return { address: pageUrl.article(id), title: title || "Untitled article", hint };
}

/** More pages than a publication has; they are found by their titles in the browser. */
const ALL_PAGES = 100;
const pages = editorClientOf<PageEndpoints>();

const topics = clientOf<TopicEndpoints>();
const series = clientOf<SeriesEndpoints>();
/** Topics, and series, in one search. */
const MAX_RECORDS = 4;
const MAX_NAME = 100;

const counted = (count: number) => `${count} ${count === 1 ? "article" : "articles"}`;

/**
 * The pages, topics, series and articles that a text can link to, the newest articles first: those that the user may see. An
 * empty search finds articles alone.
 */
export function useSiteLinks(words: string): LinkTarget[] {
  const found = useApi(articleList({ query: words })(1, MAX_ARTICLES), { placeholderData: keepPreviousData });
  const all = useApi(pages.list("GET /pages")(1, ALL_PAGES), { enabled: useMay()("page.manage") });
  const named = { query: { query: words.slice(0, MAX_NAME), limit: MAX_RECORDS } };
  const options = { enabled: words !== "", placeholderData: keepPreviousData };
  const foundTopics = useApi(topics.query("GET /topics", { query: { ...named.query, sort: "count" } }), options);
  const foundSeries = useApi(series.query("GET /series", named), options);
  const now = Date.now();
  if (words === "") return (found.data?.items ?? []).map((article) => articleTarget(article, now));
  const ofPages = (all.data?.items ?? []).filter(({ title }) => fold(title).includes(fold(words)));
  return [
    ...ofPages.map(({ slug, title, status }) => ({
      address: pathOfPage(slug),
      title,
      hint: status === "published" ? "Page" : "Page, draft",
    })),
    ...(foundTopics.data ?? []).map(({ slug, name, count }) => ({
      address: documentUrl.topic(slug),
      title: name,
      hint: `Topic, ${counted(count)}`,
    })),
    ...(foundSeries.data ?? []).map(({ slug, name, count }) => ({
      address: documentUrl.series(slug),
      title: name,
      hint: `Series, ${counted(count)}`,
    })),
    ...(found.data?.items ?? []).map((article) => articleTarget(article, now)),
  ];
}

const NOT_FOUND = 404;
const NO_CARD = "Readers don’t see this card.";

/** Own pages for their cards in a text, with the title that readers see, or why they see no card. */
export function useSiteCards(paths: readonly string[]): ReadonlyMap<string, OwnPageCard> {
  const queries = paths.map((path): UseQueryOptions<ArticlePage | Topic | Series> => {
    const id = ownArticleId(path);
    if (id !== null) return articleDetail(String(id)) as UseQueryOptions<ArticlePage | Topic | Series>;
    const [, section, slug = ""] = path.split("/");
    const params = { params: { slug: decodeURIComponent(slug) } };
    const query =
      section === "topics" ? topics.query("GET /topics/:slug", params) : series.query("GET /series/:slug", params);
    return query as UseQueryOptions<ArticlePage | Topic | Series>;
  });
  const results = useQueries({ queries });
  const now = Date.now();
  const cards = paths.flatMap((path, at): [string, OwnPageCard][] => {
    const { data, error } = results[at] ?? {};
    if (data) return [[path, "name" in data ? recordCard(data) : articleCard(data, now)]];
    const isMissing = error instanceof ApiError && error.status === NOT_FOUND;
    return isMissing ? [[path, { title: "Page not found", source: NO_CARD, picture: "" }]] : [];
  });
  return new Map(cards);
}

function articleCard({ title, category, image_url: picture, ...article }: ArticlePage, now: number): OwnPageCard {
  const state = stateOf(article, now);
  const source = state === "Published" ? category : `${state}: readers don’t see this card.`;
  return { title: title || "Untitled article", source, picture: ownUrl(picture) };
}

const recordCard = ({ name, description, count, image_url: picture }: Topic | Series): OwnPageCard => ({
  title: name,
  source: count === 0 ? `No published articles: ${NO_CARD.toLowerCase()}` : description,
  picture: ownUrl(picture),
});

/** The admin area's data cache: a refetch also replaces first fetches that are under way. */
export class EditorQueryClient extends QueryClient {
  /**
   * The library cancels an older fetch only of data that is there already (`cancelRefetch`). A first fetch it joins, and
   * takes its response for fresh, though it may be older than the change after which the data was invalidated.
   */
  override refetchQueries<Key extends QueryKey = QueryKey>(
    filters?: RefetchQueryFilters<Key>,
    options?: RefetchOptions,
  ): Promise<void> {
    if (options?.cancelRefetch ?? true)
      // The others are not refetched: cancelled, they would never end.
      for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" }))
        if (query.state.data === undefined && !query.isDisabled() && !query.isStatic())
          void query.cancel({ silent: true });
    return super.refetchQueries(filters, options);
  }
}

type Props = { site: SiteInfo; session: Session };

/** The admin area: the login screen without a stored access token, the dashboard with one. */
export function AdminApp({ site, session }: Props) {
  const [openedAt] = useState(Date.now);
  const [shown, setShown] = useState(site);
  const [change] = useState(() => (facts: Partial<SiteInfo>) => setShown((now) => ({ ...now, ...facts })));
  return (
    <SiteProvider site={shown} renderedAt={openedAt}>
      <SiteChanges value={change}>
        <EditorApiProvider value={session}>
          <AdminToasts>
            <OpenScreens session={session}>
              <LoginGate session={session} />
            </OpenScreens>
          </AdminToasts>
        </EditorApiProvider>
      </SiteChanges>
    </SiteProvider>
  );
}

/**
 * A session that expired leaves the dashboard as it was, behind the login screen: logging in again with the same
 * account continues where they stopped. Another account, or a log-out, starts fresh.
 */
function LoginGate({ session }: { session: Session }) {
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
  const signOn = useSignOn(session.enterBy);
  const titles = useTitles(isShown ? place : "Admin Login", isShown);
  useEffect(() => {
    if (isShown) lastFocus.current?.focus();
  }, [isShown]);
  return (
    <ScreenTitleProvider value={titles}>
      {isKept && (
        // Inert but still mounted: it keeps its scroll position and the dialogs that are open in it.
        // biome-ignore lint/a11y/noStaticElementInteractions: it only remembers where the focus was.
        <div
          inert={!isShown}
          onFocus={({ target }) => {
            lastFocus.current = target;
          }}
        >
          <AccountDashboard
            key={worker}
            account={worker}
            session={session}
            isShown={isShown}
            takesFocus={hasWaited}
            onLogOut={() => {
              setHasLeft(true);
              void session.logOut().then(leaveProvider);
            }}
          />
        </div>
      )}
      {!isShown && (
        <QueryClientProvider client={loginClient}>
          {signOn.isBusy ? (
            <EntryFrame>
              <p role="status">Logging in...</p>
            </EntryFrame>
          ) : (
            <LoginScreen
              entries={session}
              hasEnded={isKept}
              reason={signOn.failure}
              signOn={<SignOnLink opensTab={isKept} />}
            />
          )}
        </QueryClientProvider>
      )}
    </ScreenTitleProvider>
  );
}

/** The title of the browser tab: the screen's own if it has one and is shown, else `title`. */
function useTitles(title: string, isOwnShown: boolean) {
  const site = useSite();
  const own = useRef<string | null>(null);
  const now = useRef({ title, isOwnShown });
  const titles = useMemo(
    () => ({
      own,
      apply() {
        const { title: other, isOwnShown: isShown } = now.current;
        document.title = `${(isShown && own.current) || other} | ${site.name}`;
      },
    }),
    [site.name],
  );
  useEffect(() => {
    now.current = { title, isOwnShown };
    titles.apply();
  }, [titles, title, isOwnShown]);
  return titles;
}

type AccountDashboardProps = {
  account: string;
  session: Session;
  isShown: boolean;
  takesFocus: boolean;
  onLogOut: () => void;
};

/** One account's dashboard with its own cache, so that nothing remains for the next account. */
function AccountDashboard({ account, session, isShown, takesFocus, onLogOut }: AccountDashboardProps) {
  const [api] = useState(() => ofAccount(session, account));
  const [plain] = useState(() => specifiedBackend(api));
  const backend = useRef<EditorApi>(plain);
  const [client] = useState(() => createEditorClient(session, backend));
  useEffect(() => {
    // Reloads what failed because the session had expired.
    if (isShown) void client.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  }, [client, isShown]);
  return (
    <QueryClientProvider client={client}>
      <RoleGate account={account} session={api} plain={plain} backend={backend}>
        <FactorGate onLogOut={onLogOut}>
          <ScreenActionsProvider>
            <LinkSearchProvider value={useSiteLinks}>
              <OwnCardsProvider value={useSiteCards}>
                <Dashboard takesFocus={takesFocus} onLogOut={onLogOut} restartSession={session.restartSession} />
              </OwnCardsProvider>
            </LinkSearchProvider>
          </ScreenActionsProvider>
        </FactorGate>
      </RoleGate>
    </QueryClientProvider>
  );
}

type RoleGateProps = {
  account: string;
  session: EditorApi;
  plain: EditorApi;
  /** What the data cache reads from. */
  backend: RefObject<EditorApi>;
  children: ReactNode;
};

/**
 * Waits, only the first time in this browser, for the role of the account: nothing is shown and then removed again. A
 * backend without roles gets the specified calls alone.
 */
function RoleGate({ account, session, plain, backend, children }: RoleGateProps) {
  const { role: own, isKnown } = useRole(account);
  const role = own && roleAs(own, viewedRole());
  const api = role === null ? plain : session;
  // Before the children read: their queries start in effects.
  backend.current = api;
  if (!isKnown) return <p role="status">Loading…</p>;
  return (
    <EditorApiProvider value={api}>
      <RoleProvider value={role}>{children}</RoleProvider>
    </EditorApiProvider>
  );
}

/** The site's cache, which fetches nothing on its own while logged out. */
function createEditorClient(session: Session, backend: RefObject<EditorApi>): QueryClient {
  const read: ReadApi = (...given) => backend.current.read(...given);
  const client = new EditorQueryClient(queryClientConfig(read, "browser"));
  const isIn = () => session.account() !== null;
  const { queries } = client.getDefaultOptions();
  client.setDefaultOptions({ queries: { ...queries, refetchOnWindowFocus: isIn, refetchOnReconnect: isIn } });
  return client;
}
