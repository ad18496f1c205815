import { adminUrl } from "#shared/urls.ts";

/** The places of the admin area: the dashboard with its four tabs, the audience, and the writing room of an article. */
export type Place = "dashboard" | "audience" | "article";

/** The title of each place; the writing room names itself after its article once that is loaded. */
export const PLACE_TITLES: Record<Place, string> = {
  dashboard: "Admin Dashboard",
  audience: "Audience",
  article: "Article",
};

/** The beginning of the addresses of each place but the dashboard, which has all others. */
const PATHS: [Exclude<Place, "dashboard">, string][] = [
  ["audience", `${adminUrl.audience()}/`],
  ["article", adminUrl.article("*").replace("*", "")],
];

/** Which place an address leads to. */
export function placeOf(pathname: string): Place {
  return PATHS.find(([, path]) => `${pathname}/`.startsWith(path))?.[0] ?? "dashboard";
}
