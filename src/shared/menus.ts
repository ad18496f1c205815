import { pageUrl } from "./urls.ts";

/** A link of a menu; `url` is a path of this site or an https address, and may be empty for a heading. */
export type MenuLink = { label: string; url: string };

/** An entry of the header's menu, or a column of the footer, with the links below it. */
export type MenuEntry = MenuLink & { items: readonly MenuLink[] };

/** The fixed links of the default footer, by their English labels. */
export const QUICK_LINKS = [
  { url: pageUrl.home(), label: "Home" },
  { url: pageUrl.about(), label: "About" },
  { url: pageUrl.contact(), label: "Contact" },
  { url: pageUrl.advertise(), label: "Advertise" },
  { url: pageUrl.privacyPolicy(), label: "Privacy Policy" },
] as const;
