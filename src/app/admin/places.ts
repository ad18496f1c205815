import type { PictureUse } from "#features/media/pictures/schema.ts";
import type { AdminScreen } from "#shared/declaration.ts";
import { declared } from "#shared/features.ts";
import type { Permission } from "#shared/permissions.ts";
import { adminUrl, documentUrl, pageUrl } from "#shared/urls.ts";

const SCREENS = declared("screens");

/** The places of the admin area: the dashboard, and the screens that features declare. */
export type Place = "dashboard" | keyof typeof SCREENS;

const DASHBOARD: AdminScreen = { title: "Admin Dashboard", path: pageUrl.admin() };
const PLACES = Object.entries({ dashboard: DASHBOARD, ...SCREENS }) as [Place, AdminScreen][];

const forEach = <Value>(of: (screen: AdminScreen) => Value) =>
  Object.fromEntries(PLACES.map(([place, screen]) => [place, of(screen)])) as Record<Place, Value>;

/** The title of each place; the writing room names itself after its article once that is loaded. */
export const PLACE_TITLES = forEach(({ title }) => title);

/** Where each place is first opened; the writing rooms with something new. */
export const PLACE_URLS = forEach(({ path, below }) => (below === "documents" ? `${path}/new` : path));

const NEEDS = forEach(({ needs }) => needs as readonly Permission[] | undefined);

type Visitor = { may: (permission: Permission) => boolean; hasNewsroom: boolean };

/** Whether the user may open a place. Only two are made of the specified calls alone. */
export const mayOpen = ({ may, hasNewsroom }: Visitor, place: Place): boolean =>
  hasNewsroom ? (NEEDS[place]?.some(may) ?? true) : place === "dashboard" || place === "article";

/** Which place an address leads to; the dashboard for all others. */
export function placeOf(pathname: string): Place {
  // A list may be at the address that its documents are below.
  const isList = ([, { path, below }]: [Place, AdminScreen]) =>
    below !== "documents" && pathname.replace(/\/$/, "") === path;
  const isBelow = ([, { path }]: [Place, AdminScreen]) => `${pathname}/`.startsWith(`${path}/`);
  return (PLACES.slice(1).find(isList) ?? PLACES.slice(1).find(isBelow))?.[0] ?? "dashboard";
}

/** Where what shows a picture is changed; its page on the site, where others alone do that; null where there is none. */
export function pictureUseUrl({ type, id, is_trashed, is_others, has_page }: PictureUse): string | null {
  if (is_trashed && !is_others) return adminUrl.trash();
  switch (type) {
    case "article":
      return is_others ? pageUrl.article(id) : adminUrl.article(id);
    case "author":
      if (is_others) return has_page ? documentUrl.author(id) : null;
      return `${pageUrl.admin()}?tab=profile`;
    case "issue":
      return adminUrl.issue(id);
    case "page":
      return adminUrl.page(id);
    default:
      return declared("pictures")[type].path ?? null;
  }
}
