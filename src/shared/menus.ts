import { pageUrl } from "./urls.ts";

/** A link of a menu; `url` is a path of this site or an https address, and may be empty for a heading. */
export type MenuLink = { label: string; url: string };

/** An entry of the header's menu, or a column of the footer, with the links below it. */
export type MenuEntry = MenuLink & { items: readonly MenuLink[] };

/** A menu without its links to pages that readers can't open. An entry with other links below it becomes a heading. */
export function withoutPages(
  menu: readonly MenuEntry[] | null | undefined,
  missing: readonly string[],
): MenuEntry[] | undefined {
  const isMissing = ({ url }: MenuLink) =>
    url.startsWith("/") && missing.includes(url.slice(1).split(/[?#]/, 1)[0] ?? "");
  return menu?.flatMap((entry) => {
    const items = entry.items.filter((item) => !isMissing(item));
    const url = isMissing(entry) ? "" : entry.url;
    // A heading that had only such links has nothing left to head.
    const isEmpty = items.length === 0 && url === "" && (entry.url !== "" || entry.items.length > 0);
    return isEmpty ? [] : [{ ...entry, url, items }];
  });
}

/** The fixed links of the default footer, by their English labels. */
export const QUICK_LINKS = [
  { url: pageUrl.home(), label: "Home" },
  { url: pageUrl.about(), label: "About" },
  { url: pageUrl.contact(), label: "Contact" },
  { url: pageUrl.advertise(), label: "Advertise" },
  { url: pageUrl.privacyPolicy(), label: "Privacy Policy" },
] as const;
