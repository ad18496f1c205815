import type { AdEndpoints } from "#features/ads/endpoints.ts";
import type { DeskEndpoints } from "#features/articles/desk/endpoints.ts";
import type { ArticleEndpoints } from "#features/articles/endpoints.ts";
import type { FrontPageEndpoints } from "#features/articles/home/endpoints.ts";
import type { AuditEndpoints } from "#features/audit/endpoints.ts";
import type { CalendarEndpoints } from "#features/calendar/endpoints.ts";
import type { OverviewEndpoints } from "#features/calendar/overview/endpoints.ts";
import type { CategoryEndpoints } from "#features/categories/endpoints.ts";
import type { ContactEndpoints } from "#features/contact/endpoints.ts";
import type { NoteEndpoints } from "#features/documents/notes/endpoints.ts";
import type { PresenceEndpoints } from "#features/documents/presence/endpoints.ts";
import type { PreviewEndpoints } from "#features/documents/previews/endpoints.ts";
import type { ReviewRequestEndpoints } from "#features/documents/requests/endpoints.ts";
import type { ReviewEndpoints } from "#features/documents/review/endpoints.ts";
import type { SuggestionEndpoints } from "#features/documents/suggestions/endpoints.ts";
import type { TrashEndpoints, TrashingEndpoints } from "#features/documents/trash/endpoints.ts";
import type { AccountEndpoints } from "#features/identity/accounts/endpoints.ts";
import type { CredentialEndpoints } from "#features/identity/credentials/endpoints.ts";
import type { PeopleEndpoints } from "#features/identity/people/endpoints.ts";
import type { RequirementEndpoints } from "#features/identity/second-factor/queries.ts";
import type { SingleSignOnEndpoints } from "#features/identity/single-sign-on/endpoints.ts";
import type { OutboxEndpoints } from "#features/mail/endpoints.ts";
import type { MarketEndpoints } from "#features/market/endpoints.ts";
import type { PictureEndpoints, UploadEndpoints } from "#features/media/pictures/endpoints.ts";
import type { RemoteEndpoints } from "#features/media/remote/endpoints.ts";
import type { AudienceEndpoints } from "#features/newsletter/audience/endpoints.ts";
import type { NewsletterEndpoints, OneClickEndpoints } from "#features/newsletter/endpoints.ts";
import type { IssueEndpoints } from "#features/newsletter/issues/endpoints.ts";
import type { NotificationEndpoints } from "#features/notifications/endpoints.ts";
import type { PersonalDataEndpoints } from "#features/personal-data/endpoints.ts";
import type { RecordEndpoints } from "#features/record/endpoints.ts";
import type { HoldingEndpoints } from "#features/record/holdings/endpoints.ts";
import type { SearchEndpoints } from "#features/search/endpoints.ts";
import type { SettingsEndpoints } from "#features/settings/endpoints.ts";
import type { TaskEndpoints } from "#features/tasks/endpoints.ts";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import { clientOf } from "#shared/endpoint-client.ts";

type Readers = RecordEndpoints & ArticleEndpoints & CategoryEndpoints & SearchEndpoints & AdEndpoints & MarketEndpoints;
type Lists = NewsletterEndpoints & OneClickEndpoints & AudienceEndpoints & IssueEndpoints & ContactEndpoints;
type Desk = ReviewEndpoints &
  ReviewRequestEndpoints &
  NotificationEndpoints &
  CalendarEndpoints &
  OverviewEndpoints &
  FrontPageEndpoints &
  DeskEndpoints &
  TrashEndpoints &
  Omit<TrashingEndpoints, keyof ArticleEndpoints> &
  NoteEndpoints &
  PreviewEndpoints &
  SuggestionEndpoints &
  PresenceEndpoints;
type Rest = RemoteEndpoints &
  AccountEndpoints &
  SettingsEndpoints &
  PictureEndpoints &
  CredentialEndpoints &
  RequirementEndpoints &
  SingleSignOnEndpoints &
  PeopleEndpoints &
  AuditEndpoints &
  PersonalDataEndpoints &
  HoldingEndpoints &
  UploadEndpoints &
  OutboxEndpoints &
  TaskEndpoints;

const { url } = clientOf<Readers & Lists & Desk & Rest>();

/** Addresses of the calls that readers' pages make, as tests and measurements use them. */
export const apiUrl = {
  categories: () => url("GET /categories"),
  category: (slug: string) => url("GET /categories/:slug", { params: { slug } }),
  articles: () => url("GET /articles"),
  article: (id: number | string) => url("GET /articles/:id", { params: { id } }),
  related: (id: number) => url("GET /articles/:id/related", { params: { id } }),
  changes: (id: number, query = {}) => url("GET /articles/:id/changes", { params: { id }, query }),
  version: (id: number, n: number) => url("GET /articles/:id/changes/:n", { params: { id, n } }),
  corrections: () => url("GET /corrections"),
  recordOfDay: (day: string, query = {}) => url("GET /record/:day", { params: { day }, query }),
  view: (id: number) => url("POST /articles/:id/view", { params: { id }, query: {} }),
  editorsPicks: () => url("GET /articles/editors-picks"),
  trending: () => url("GET /articles/trending"),
  featured: () => url("GET /articles/featured"),
  latest: () => url("GET /articles/latest"),
  /** The same lists as the home page shows them. */
  homePicks: () => url("GET /articles/editors-picks", { query: { home: true } }),
  homeFeatured: () => url("GET /articles/featured", { query: { home: true } }),
  homeLatest: () => url("GET /articles/latest", { query: { home: true } }),
  homeSections: () => url("GET /home/sections"),
  search: (query: string) => url("GET /articles/search", { query: { query } }),
  ads: (location?: string) => url("GET /ads", { query: { location } }),
  ticker: () => url("GET /market/ticker"),
  subscribe: () => url("POST /newsletter/subscribe"),
  unsubscribe: () => url("POST /newsletter/unsubscribe"),
  contact: () => url("POST /contact"),
  adView: (id: number) => url("POST /ads/:id/view", { params: { id } }),
} as const;

/** Addresses of the calls that only editors and mail clients make. */
export const editorApiUrl = {
  token: () => url("POST /token"),
  tokenRefresh: () => url("POST /token/refresh"),
  tokenLogout: () => url("POST /token/logout"),
  authors: () => url("GET /accounts/authors"),
  me: () => url("GET /accounts/users/me"),
  profile: () => url("PUT /accounts/profile"),
  password: () => url("PUT /accounts/password"),
  email: () => url("GET /accounts/email"),
  confirmEmail: () => url("POST /accounts/email/confirm"),
  forgotPassword: () => url("POST /accounts/password/forgot"),
  resetPassword: () => url("POST /accounts/password/reset"),
  invitations: () => url("GET /accounts/invitations"),
  invitation: (id: string) => url("DELETE /accounts/invitations/:id", { params: { id } }),
  acceptInvitation: () => url("POST /accounts/invitations/accept"),
  signOn: () => url("GET /accounts/oidc/start"),
  signOnCallback: () => url("GET /accounts/oidc/callback"),
  signOnSession: () => url("POST /accounts/oidc/session"),
  signOnLogout: () => url("GET /accounts/oidc/logout"),
  secondStep: () => url("POST /token/second-factor"),
  passkeyLogin: () => url("POST /token/passkey"),
  factors: () => url("GET /accounts/two-factor"),
  totp: () => url("POST /accounts/two-factor/totp"),
  confirmTotp: () => url("POST /accounts/two-factor/totp/confirm"),
  recoveryCodes: () => url("POST /accounts/two-factor/recovery"),
  passkeys: () => url("GET /accounts/passkeys"),
  passkey: (id: string) => url("DELETE /accounts/passkeys/:id", { params: { id } }),
  passkeyOptions: () => url("POST /accounts/passkeys/options"),
  holdings: () => url("GET /accounts/holdings"),
  holding: (id: number) => url("PATCH /accounts/holdings/:id", { params: { id } }),
  holdingsOf: (id: number) => url("GET /accounts/users/:id/holdings", { params: { id } }),
  sessions: () => url("GET /accounts/sessions"),
  session: (id: string) => url("DELETE /accounts/sessions/:id", { params: { id } }),
  remote: () => url("POST /remote"),
  listCounts: () => url("GET /articles/counts"),
  savedViews: () => url("GET /articles/saved-views"),
  savedView: (id: number) => url("DELETE /articles/saved-views/:id", { params: { id } }),
  correct: (id: number) => url("POST /articles/:id/corrections", { params: { id } }),
  draft: (id: number) => url("GET /articles/:id/draft", { params: { id } }),
  publish: (id: number) => url("POST /articles/:id/publish", { params: { id } }),
  unpublish: (id: number) => url("POST /articles/:id/unpublish", { params: { id } }),
  revisions: (id: number) => url("GET /articles/:id/revisions", { params: { id } }),
  revision: (id: number, n: number) => url("GET /articles/:id/revisions/:n", { params: { id, n } }),
  restoreRevision: (id: number, n: number) => url("POST /articles/:id/revisions/:n/restore", { params: { id, n } }),
  preview: (id: number) => url("POST /articles/:id/preview", { params: { id } }),
  notes: (id: number) => url("GET /articles/:id/notes", { params: { id } }),
  note: (id: number, n: number) => url("PATCH /articles/:id/notes/:n", { params: { id, n } }),
  noteReplies: (id: number, n: number) => url("POST /articles/:id/notes/:n/replies", { params: { id, n } }),
  suggestions: ({ type, id }: DocumentKey) => url(`GET ${DOCUMENT_PATHS[type]}/:id/suggestions`, { params: { id } }),
  suggestion: ({ type, id }: DocumentKey) => url(`GET ${DOCUMENT_PATHS[type]}/:id/suggestion`, { params: { id } }),
  decide: ({ type, id }: DocumentKey, how: "accept" | "reject" | "withdraw") =>
    url(`POST ${DOCUMENT_PATHS[type]}/:id/suggestions/${how}`, { params: { id } }),
  presence: (id: number) => url("GET /articles/:id/presence", { params: { id } }),
  audit: (
    query: { query?: string; actor?: string; action?: string; from?: string; to?: string; limit?: number } = {},
  ) => url("GET /audit", { query }),
  user: (id: number) => url("PATCH /accounts/users/:id", { params: { id } }),
  exportUser: (id: number) => url("GET /accounts/users/:id/export", { params: { id } }),
  reviewSettings: () => url("GET /settings/review"),
  review: (id: number) => url("GET /articles/:id/review", { params: { id } }),
  approvals: (id: number) => url("POST /articles/:id/approvals", { params: { id } }),
  reviewers: () => url("GET /reviewers"),
  asked: (id: number) => url("GET /articles/:id/asked", { params: { id } }),
  answer: (id: number) => url("POST /articles/:id/asked/answer", { params: { id } }),
  notifications: (query: { limit?: number; offset?: number } = {}) => url("GET /notifications", { query }),
  unread: () => url("GET /notifications/unread"),
  readAll: () => url("POST /notifications/read"),
  readNotification: (id: number) => url("POST /notifications/:id/read", { params: { id } }),
  notificationSettings: () => url("GET /notifications/settings"),
  adSettings: () => url("GET /settings/ads"),
  auditSettings: () => url("GET /settings/audit"),
  newsroom: () => url("GET /settings/newsroom"),
  retention: () => url("GET /settings/retention"),
  menus: () => url("GET /settings/menus"),
  houseStyle: () => url("GET /settings/house-style"),
  siteSettings: () => url("GET /settings/site"),
  requiredFactors: () => url("GET /settings/second-factor"),
  trash: () => url("GET /trash"),
  trashed: (id: number, query = {}) => url("DELETE /trash/:id", { params: { id }, query }),
  restore: (id: number) => url("POST /articles/:id/restore", { params: { id } }),
  bulk: () => url("POST /articles/bulk"),
  homeOrder: () => url("GET /home/order"),
  calendar: (from: number, to: number) =>
    url("GET /calendar", { query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() } }),
  upload: () => url("POST /upload"),
  pictures: () => url("GET /media"),
  pictureTags: () => url("GET /media/tags"),
  pictureBulk: () => url("POST /media/bulk"),
  editPicture: (id: number) => url("POST /media/:id/edit", { params: { id } }),
  storedPicture: (id: number | string) => url("DELETE /media/:id", { params: { id } }),
  ad: (id: number) => url("PUT /ads/:id", { params: { id } }),
  oneClick: (token: string) => url("POST /newsletter/one-click", { query: { token } }),
  subscribers: () => url("GET /newsletter/subscribers"),
  bounces: () => url("GET /newsletter/bounces"),
  clearBounces: () => url("POST /newsletter/bounces/clear"),
  subscriber: (id: number) => url("DELETE /newsletter/subscribers/:id", { params: { id } }),
  importSubscribers: () => url("POST /newsletter/subscribers/import"),
  exportPerson: () => url("POST /newsletter/people/export"),
  erasePerson: () => url("POST /newsletter/people/erase"),
  issues: () => url("GET /newsletter/issues"),
  issue: (id: number) => url("GET /newsletter/issues/:id", { params: { id } }),
  issueAction: (id: number, action: "test" | "send" | "pause" | "resume") =>
    url(`POST /newsletter/issues/:id/${action}`, { params: { id } }),
  issueRecipients: (id: number) => url("GET /newsletter/issues/:id/recipients", { params: { id } }),
  issuePreview: (id: number) => url("GET /newsletter/issues/:id/preview", { params: { id } }),
  issueShare: (id: number) => url("POST /newsletter/issues/:id/preview", { params: { id } }),
  issueRestore: (id: number) => url("POST /newsletter/issues/:id/restore", { params: { id } }),
  issueDraft: (id: number) => url("PUT /newsletter/issues/:id/draft", { params: { id } }),
  issueNotes: (id: number) => url("GET /newsletter/issues/:id/notes", { params: { id } }),
  issueNote: (id: number, n: number) => url("PATCH /newsletter/issues/:id/notes/:n", { params: { id, n } }),
  issueNoteReplies: (id: number, n: number) =>
    url("POST /newsletter/issues/:id/notes/:n/replies", { params: { id, n } }),
  issueAsked: (id: number) => url("GET /newsletter/issues/:id/asked", { params: { id } }),
  issueAnswer: (id: number) => url("POST /newsletter/issues/:id/asked/answer", { params: { id } }),
  issueReview: (id: number) => url("GET /newsletter/issues/:id/review", { params: { id } }),
  issueApprovals: (id: number) => url("POST /newsletter/issues/:id/approvals", { params: { id } }),
  issuePresence: (id: number) => url("GET /newsletter/issues/:id/presence", { params: { id } }),
  issueRevisions: (id: number) => url("GET /newsletter/issues/:id/revisions", { params: { id } }),
  issueRevision: (id: number, n: number) => url("GET /newsletter/issues/:id/revisions/:n", { params: { id, n } }),
  restoreIssueRevision: (id: number, n: number) =>
    url("POST /newsletter/issues/:id/revisions/:n/restore", { params: { id, n } }),
  bestOfTheWeek: () => url("GET /newsletter/issues/best-of-the-week"),
  digest: () => url("GET /newsletter/digest"),
  tasks: (kind: string) => url("GET /tasks", { query: { kind } }),
  task: (id: number) => url("GET /tasks/:id", { params: { id } }),
  outbox: () => url("GET /outbox"),
  sendAgain: (id: number) => url("POST /outbox/:id/send-again", { params: { id } }),
  message: (id: number) => url("PUT /contact/:id", { params: { id } }),
  overview: () => url("GET /overview"),
  messages: () => url("GET /contact"),
  unreadMessages: () => url("GET /contact/unread"),
  messageReplies: (id: number) => url("GET /contact/:id/replies", { params: { id } }),
} as const;
