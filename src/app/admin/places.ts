import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { Permission } from "#shared/permissions.ts";
import { adminUrl, documentUrl, pageUrl } from "#shared/urls.ts";

/**
 * The places of the admin area: the dashboard with its four tabs, the home page, the calendar, the media library, the
 * audience, the trash, the settings, the people, the audit log, one's own security, holdings and notifications, and the
 * writing rooms of articles and issues.
 */
export type Place =
  | "dashboard"
  | "home"
  | "calendar"
  | "media"
  | "audience"
  | "trash"
  | "settings"
  | "audit"
  | "people"
  | "security"
  | "holdings"
  | "notifications"
  | "article"
  | "issue";

/** The title of each place; the writing room names itself after its article once that is loaded. */
export const PLACE_TITLES: Record<Place, string> = {
  dashboard: "Admin Dashboard",
  home: "Home page",
  calendar: "Calendar",
  media: "Media",
  audience: "Audience",
  trash: "Trash",
  settings: "Settings",
  audit: "Audit log",
  people: "People",
  security: "Security",
  holdings: "Holdings",
  notifications: "Notifications",
  article: "Article",
  issue: "Newsletter issue",
};

/** Where each place is first opened; the writing rooms with something new. */
export const PLACE_URLS: Record<Place, string> = {
  dashboard: pageUrl.admin(),
  home: adminUrl.home(),
  calendar: adminUrl.calendar(),
  media: adminUrl.media(),
  audience: adminUrl.audience(),
  trash: adminUrl.trash(),
  settings: adminUrl.settings(),
  audit: adminUrl.audit(),
  people: adminUrl.people(),
  security: adminUrl.security(),
  holdings: adminUrl.holdings(),
  notifications: adminUrl.notifications(),
  article: adminUrl.article("new"),
  issue: adminUrl.issue("new"),
};

/** The beginning of the addresses of each place but the dashboard, which has all others. */
const PATHS: [Exclude<Place, "dashboard">, string][] = [
  ["home", `${adminUrl.home()}/`],
  ["calendar", `${adminUrl.calendar()}/`],
  ["media", `${adminUrl.media()}/`],
  ["audience", `${adminUrl.audience()}/`],
  ["trash", `${adminUrl.trash()}/`],
  ["settings", `${adminUrl.settings()}/`],
  ["audit", `${adminUrl.audit()}/`],
  ["people", `${adminUrl.people()}/`],
  ["security", `${adminUrl.security()}/`],
  ["holdings", `${adminUrl.holdings()}/`],
  ["notifications", `${adminUrl.notifications()}/`],
  ["article", adminUrl.article("*").replace("*", "")],
  ["issue", adminUrl.issue("*").replace("*", "")],
];

/** What one must be allowed to do, of some of these any, to open a place; everybody opens the others. */
const NEEDS: Partial<Record<Place, readonly Permission[]>> = {
  home: ["home.arrange"],
  audience: ["subscriber.manage", "message.manage", "issue.manage"],
  settings: ["settings.manage"],
  people: ["user.manage"],
  audit: ["audit.read"],
  issue: ["issue.manage"],
};

type Visitor = { may: (permission: Permission) => boolean; hasNewsroom: boolean };

/** Whether the user may open a place. Only two are made of the specified calls alone. */
export const mayOpen = ({ may, hasNewsroom }: Visitor, place: Place): boolean =>
  hasNewsroom ? (NEEDS[place]?.some(may) ?? true) : place === "dashboard" || place === "article";

/** Which place an address leads to. */
export function placeOf(pathname: string): Place {
  return PATHS.find(([, path]) => `${pathname}/`.startsWith(path))?.[0] ?? "dashboard";
}

/** Where what shows a picture is changed; its page on the site, where others alone do that; null where there is none. */
export function pictureUseUrl({ type, id, is_trashed, is_others, has_page }: PictureUse): string | null {
  switch (type) {
    case "article":
      if (is_others) return pageUrl.article(id);
      return is_trashed ? adminUrl.trash() : adminUrl.article(id);
    case "ad":
      return `${pageUrl.admin()}?tab=ads`;
    case "author":
      if (is_others) return has_page ? documentUrl.author(id) : null;
      return `${pageUrl.admin()}?tab=profile`;
    case "issue":
      return adminUrl.issue(id);
  }
}
