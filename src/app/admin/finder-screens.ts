import type { FinderScreen } from "#features/finder/rules.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";

const tab = (name: string) => `${pageUrl.admin()}?tab=${name}`;

/** The screens that Ctrl+K finds by name, in the order in which they are listed. */
export const FINDER_SCREENS: readonly FinderScreen[] = [
  { label: "Articles", to: pageUrl.admin(), words: "dashboard list drafts scheduled" },
  { label: "Categories", to: tab("categories") },
  { label: "Ad Management", to: tab("ads"), words: "advertising spaces" },
  { label: "Author Profile", to: tab("profile"), words: "account picture bio" },
  {
    label: "Security",
    to: adminUrl.security(),
    words: "password sessions devices account second step two-factor passkeys",
  },
  { label: "Home page", to: adminUrl.home(), words: "front lead featured picks order arrange" },
  { label: "Calendar", to: adminUrl.calendar(), words: "schedule plan week month" },
  { label: "Media", to: adminUrl.media(), words: "pictures images uploads library" },
  { label: "Subscribers", to: adminUrl.audience(), words: "audience newsletter readers" },
  { label: "Messages", to: adminUrl.audience("messages"), words: "audience contact" },
  { label: "Issues", to: adminUrl.audience("issues"), words: "audience newsletter mail" },
  { label: "Outbox", to: adminUrl.audience("outbox"), words: "audience mail queue" },
  { label: "Settings", to: adminUrl.settings(), words: "newsroom time zone postal address" },
  { label: "Audit log", to: adminUrl.audit(), words: "record history who did changes sign-ins" },
  { label: "Trash", to: adminUrl.trash(), words: "deleted articles" },
];
