import type { PictureUse } from "#features/pictures/schema.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";

/** The places of the admin area: the dashboard with its four tabs, the media library, and the audience. */
export type Place = "dashboard" | "media" | "audience";

export const PLACE_TITLES: Record<Place, string> = {
  dashboard: "Admin Dashboard",
  media: "Media",
  audience: "Audience",
};

/** Which place an address leads to. */
export function placeOf(pathname: string): Place {
  const isIn = (place: string) => `${pathname}/`.startsWith(`${place}/`);
  if (isIn(adminUrl.media())) return "media";
  return isIn(adminUrl.audience()) ? "audience" : "dashboard";
}

/** Where an editor changes what shows a picture. */
export function pictureUseUrl({ type, id }: PictureUse): string {
  switch (type) {
    case "article":
      return pageUrl.article(id);
    case "ad":
      return `${pageUrl.admin()}?tab=ads`;
    case "author":
      return `${pageUrl.admin()}?tab=profile`;
    case "issue":
      return adminUrl.audience("issues");
  }
}
