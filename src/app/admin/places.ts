import { adminUrl } from "#shared/urls.ts";

/** The two places of the admin area: the dashboard with its four tabs, and the audience. */
export type Place = "dashboard" | "audience";

export const PLACE_TITLES: Record<Place, string> = { dashboard: "Admin Dashboard", audience: "Audience" };

/** Which place an address leads to. */
export function placeOf(pathname: string): Place {
  return `${pathname}/`.startsWith(`${adminUrl.audience()}/`) ? "audience" : "dashboard";
}
