import etag from "@fastify/etag";
import type { FastifyPluginAsync } from "fastify";
import { ICONS, type IconName, iconUrl } from "#features/settings/appearance/icons.ts";
import { HOUSE_COLOURS } from "#features/settings/appearance/page-colours.ts";
import { PAGE_CACHE_CONTROL } from "#platform/response-forms.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import { inLanguage, languageOf } from "#shared/language.ts";
import type { SiteInfo } from "#shared/page.ts";
import { MANIFEST_URL, pageUrl } from "#shared/urls.ts";
import type { ReadSite } from "./site-info.ts";

/** Phones show about this many letters below an icon. */
const SHORT_NAME = 12;

const HOUSE_ICONS = [
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

function iconsOf({ icon = "" }: SiteInfo) {
  const entry = (name: IconName, purpose: "any" | "maskable") => {
    const [src, side] = [iconUrl(icon, name), ICONS[name].size];
    return src === null ? [] : [{ src, sizes: `${side}x${side}`, type: "image/png", purpose }];
  };
  const own = [...entry("icon-192", "any"), ...entry("icon-512", "any"), ...entry("icon-maskable", "maskable")];
  return own.length > 0 ? own : HOUSE_ICONS;
}

const shortName = (name: string): string => {
  const [first = name] = name.split(/\s/);
  return [...name].length > SHORT_NAME && [...first].length >= 3 ? first : name;
};

/** The manifest with which the site is installed as an app (W3C Web Application Manifest). */
export const webManifest = (site: SiteInfo) => ({
  id: pageUrl.home(),
  name: site.name,
  short_name: shortName(site.name),
  description: site.description,
  lang: languageOf(site),
  dir: inLanguage(languageOf(site)).dir,
  start_url: pageUrl.home(),
  scope: "/",
  display: "standalone",
  background_color: site.papers?.light ?? HOUSE_COLOURS.light.paper,
  theme_color: site.papers?.light ?? HOUSE_COLOURS.light.paper,
  icons: iconsOf(site),
});

/** Serves the manifest, which follows the newsroom's settings. */
export function manifestRoute(readSite: ReadSite, secure: boolean): FastifyPluginAsync {
  const headers = { ...securityHeaders("file", secure), "cache-control": PAGE_CACHE_CONTROL };
  return async (app) => {
    await app.register(etag, { weak: true });
    app.get(MANIFEST_URL, async (_request, reply) =>
      reply
        .headers(headers)
        .type("application/manifest+json; charset=utf-8")
        .send(JSON.stringify(webManifest(await readSite()))),
    );
  };
}
