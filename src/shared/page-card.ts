import { fingerprint } from "./fingerprint.ts";
import { SOCIAL_CARD } from "./urls.ts";

/** The path of the card of the page at a path; a query of the page is left out. */
export const pageCardPath = (path: string) => `/social-card${path.split("?")[0]}.png`;

/** The path of a page, encoded, in the address of its card; undefined if there is none. */
export const pageOfCard = (address: string): string | undefined =>
  /^\/social-card(\/[^?]+)\.png(?:\?|$)/.exec(address)?.[1];

/**
 * The picture that other sites show for a page without one: its title, drawn by `app/card-routes.ts`. Another title is
 * another address, as other sites cache pictures.
 */
export const pageCard = (path: string, title: string) =>
  ({ ...SOCIAL_CARD, url: `${pageCardPath(path)}?v=${fingerprint([title])}` }) as const;
