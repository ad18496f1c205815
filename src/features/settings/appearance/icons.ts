import type { SiteInfo } from "#shared/page.ts";
import { parsePictureUrl, pictureFolder, type SizedPicture } from "#shared/pictures.ts";

/**
 * The icons that browsers and phones use, made of one picture. `size` in pixels; `isOpaque`: phones show transparency
 * as black; `share`: the part of the side that the picture fills, as Android cuts the rest into its own shape.
 */
export const ICONS = {
  "icon-32": { size: 32, isOpaque: false, share: 1 },
  "icon-180": { size: 180, isOpaque: true, share: 1 },
  "icon-192": { size: 192, isOpaque: false, share: 1 },
  "icon-512": { size: 512, isOpaque: false, share: 1 },
  "icon-maskable": { size: 512, isOpaque: true, share: 0.72 },
} as const;
export type IconName = keyof typeof ICONS;
export const ICON_NAMES = Object.keys(ICONS) as IconName[];

/** The least side of a picture for icons, in pixels. */
export const MIN_ICON_SIDE = 192;

/** The address of an icon of the stored picture at `url`; null if it is not ours. */
export function iconUrl(url: string, name: IconName): string | null {
  const picture = parsePictureUrl(url);
  return picture && `${pictureFolder(picture.key)}${name}.png`;
}

/** The publication's logo for search engines: its logo, else its icon, else the program's. Sizes in pixels. */
export function publisherLogo({ logo, icon }: Pick<SiteInfo, "logo" | "icon">): SizedPicture {
  const picture = parsePictureUrl(logo ?? "");
  if (logo && picture) return { url: logo, width: picture.width, height: picture.height };
  const square = icon && iconUrl(icon, "icon-512");
  return square ? { url: square, width: 512, height: 512 } : { url: "/apple-touch-icon.png" };
}
