import type { FinderScreen } from "#app/admin/finder/rules.ts";
import type { Permission } from "#shared/permissions.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";

const tab = (name: string) => `${pageUrl.admin()}?tab=${name}`;

/** The screens that Ctrl+K finds by name, in the order in which they are listed. */
export const FINDER_SCREENS: readonly (FinderScreen & { needs?: Permission })[] = [
  { label: "Articles", to: pageUrl.admin(), words: "dashboard list drafts scheduled publish ready changes waiting" },
  { label: "Categories", to: tab("categories"), needs: "category.manage" },
  { label: "Ad Management", to: tab("ads"), words: "advertising spaces", needs: "ad.manage" },
  { label: "Author Profile", to: tab("profile"), words: "account picture bio" },
  {
    label: "Security",
    to: adminUrl.security(),
    words: "password sessions devices account second step two-factor passkeys",
  },
  { label: "Notifications", to: adminUrl.notifications(), words: "told asked review mail unread settings" },
  { label: "Holdings", to: adminUrl.holdings(), words: "disclosures coins symbols register" },
  { label: "Home page", to: adminUrl.home(), words: "front lead featured picks order arrange", needs: "home.arrange" },
  { label: "Calendar", to: adminUrl.calendar(), words: "schedule plan publish week month time zone" },
  { label: "Media", to: adminUrl.media(), words: "pictures images uploads library" },
  { label: "Subscribers", to: adminUrl.audience(), words: "audience newsletter readers", needs: "subscriber.manage" },
  { label: "Messages", to: adminUrl.audience("messages"), words: "audience contact", needs: "message.manage" },
  { label: "Issues", to: adminUrl.audience("issues"), words: "audience newsletter mail", needs: "issue.manage" },
  { label: "Outbox", to: adminUrl.audience("outbox"), words: "audience mail queue", needs: "subscriber.manage" },
  {
    label: "People",
    to: adminUrl.people(),
    words: "users accounts roles permissions suspend",
    needs: "user.manage",
  },
  {
    label: "Settings",
    to: adminUrl.settings(),
    words: "newsroom time zone postal address two-person rule approval review retention",
    needs: "settings.manage",
  },
  {
    label: "Audit log",
    to: adminUrl.audit(),
    words: "record history who did changes sign-ins",
    needs: "audit.read",
  },
  { label: "Trash", to: adminUrl.trash(), words: "deleted articles" },
];
