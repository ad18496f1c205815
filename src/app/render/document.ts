import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { familiesOf } from "#features/settings/appearance/fonts.ts";
import { iconUrl } from "#features/settings/appearance/icons.ts";
import { HOUSE_COLOURS } from "#features/settings/appearance/page-colours.ts";
import { chosenFaces } from "#features/settings/appearance/theme.ts";
import { inLanguage } from "#shared/language.ts";
import type { SiteInfo } from "#shared/page.ts";
import { pictureSrcSet } from "#shared/pictures.ts";
import { textIn } from "#shared/translate.ts";
import { MANIFEST_URL } from "#shared/urls.ts";
import { SITE_ELEMENT } from "../admin/site-element.ts";
import type { RenderedPage } from "../site/entry-server.tsx";
import { HEAD_MARK, type HeadTag, headTags } from "../site/head-tags.ts";
import { STATE_ELEMENT } from "../site/page-state.ts";
import type { PageAssets } from "./assets.ts";

/** Escapes text and attribute values of the head. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON inside a script element: `<` is escaped, so that no text can end the element. */
function scriptJson(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function headHtml({ tag, attributes, text }: HeadTag): string {
  if (tag === "title") return `<title>${escapeHtml(text ?? "")}</title>`;
  const listed = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const open = `<${tag} ${HEAD_MARK}=""${listed.join("")}>`;
  return tag === "script" ? `${open}${scriptJson(text ?? "")}</script>` : open;
}

function heroPreload(page: Rendered): string {
  const image = page.head.preloadImage;
  const srcSet = image ? pictureSrcSet(image.url, "avif") : null;
  if (!image || !srcSet) return "";
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(image.sizes)}" fetchpriority="high">`;
}

/** What the site's own font files are for (scripts/fonts.mjs). */
const roleOf = (href: string) =>
  href.includes("newsreader-display-") ? "display" : href.includes("newsreader-") ? "serif" : "sans";

/** The files that a page of this publication preloads: those of its typefaces, and of its script. */
function fontsIn({ fonts = "classic", ownFonts = {}, language }: SiteInfo, preloaded: string[], arabic: string[]) {
  if (preloaded.length === 0) return [];
  const families = familiesOf(fonts, ownFonts);
  const shown = new Set(preloaded.map((href) => families[roleOf(href)]));
  const own = [ownFonts.headlines, ownFonts.text].filter((_, at) => shown.has(at === 0 ? "headlines" : "text"));
  const chosen = chosenFaces(fonts)?.first;
  const used = new Set<string>(Object.values(families));
  const isArabic = language === "ar";
  return [
    ...(chosen && families.display !== "headlines" ? [chosen] : []),
    ...own.flatMap((files) => files?.basic ?? []),
    ...(isArabic ? own.flatMap((files) => files?.arabic ?? []) : []),
    ...(isArabic && own.filter((files) => files?.arabic).length < shown.size ? arabic : []),
    ...preloaded.filter((href) => used.has(roleOf(href))),
  ];
}

const fontPreloads = (fonts: string[]): string =>
  fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`).join("");

/** `theme`: default: the system's, or what the page's script decides. `language`: default: English. */
type Shell = {
  head: string;
  body: string;
  theme?: "light" | "dark" | undefined;
  language?: string | undefined;
  isAdmin?: boolean;
};

/** Returns an HTML document: of the site, the admin area, a notice or the maintenance page. */
export const htmlDocument = ({ head, body, theme, language = "en", isAdmin = false }: Shell): string => `<!doctype html>
<html lang="${language}"${inLanguage(language).dir === "rtl" ? ' dir="rtl"' : ""}${isAdmin ? " data-admin" : ""}${theme ? ` data-theme="${theme}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
</head>
<body>
${body}
</body>
</html>
`;

/** The icons of tabs: the publication's own, or the program's. */
function iconLinks({ icon = "" }: SiteInfo): string {
  const [small, large] = [iconUrl(icon, "icon-32"), iconUrl(icon, "icon-192")];
  if (small === null || large === null)
    return `<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">`;
  return `<link rel="icon" href="${small}" sizes="32x32" type="image/png">
<link rel="icon" href="${large}" sizes="192x192" type="image/png">`;
}

const touchIcon = ({ icon = "" }: SiteInfo): string => iconUrl(icon, "icon-180") ?? "/apple-touch-icon.png";

/** The newsroom's own look, after the stylesheet that it changes. */
const themeLink = ({ theme }: Pick<SiteInfo, "theme">): string =>
  theme ? `\n<link rel="stylesheet" href="${escapeHtml(theme)}">` : "";

/** The parts of a document; the rest of a rendered page is for its scripts. */
type Rendered = Pick<RenderedPage, "head" | "html"> & { state: { site: SiteInfo } };

/**
 * For a document without the page's scripts: its theme, by default the system's, or with `hasStart` the reader's
 * choice.
 */
type StaticOptions = { theme?: "light" | "dark" | undefined; hasStart?: boolean };

/**
 * For the first script, which hides the bar of a story that has ended or was closed: the story and its end. Only then the
 * paint waits for this script, so that nothing moves.
 */
const breakingOf = ({ state }: Rendered): string => {
  const { breaking } = state.site;
  return breaking ? ` blocking="render" data-breaking="${breaking.id} ${breaking.until}"` : "";
};

/**
 * The complete document of a page. No inline script: the state is a data block. The page's scripts
 * are fetched after the first paint (public/start.js).
 */
export function renderDocument(page: RenderedPage, assets: PageAssets): string {
  const scripts = [assets.entry, ...assets.pageScripts(page.routeName)].join(" ");
  const state = `\n<script type="application/json" id="${STATE_ELEMENT}">${scriptJson(JSON.stringify(page.state))}</script>`;
  const start = `<script async src="${assets.start}" data-scripts="${scripts}"${breakingOf(page)}></script>\n`;
  return documentOf(page, assets, {
    theme: undefined,
    fonts: assets.fonts(page.routeName, isAllSerif(page)),
    start,
    state,
  });
}

/** A document without the page's own scripts. */
export function renderStaticDocument(page: Rendered, assets: PageAssets, options: StaticOptions): string {
  const start = options.hasStart ? `<script async src="${assets.start}"${breakingOf(page)}></script>\n` : "";
  return documentOf(page, assets, {
    theme: options.theme,
    fonts: assets.fonts(undefined, isAllSerif(page)),
    start,
    state: "",
  });
}

const isAllSerif = ({ state }: Rendered): boolean => state.site.fonts === "literary";

const HOUSE_PAPERS = { light: HOUSE_COLOURS.light.paper, dark: HOUSE_COLOURS.dark.paper };

type Around = { theme: StaticOptions["theme"]; fonts: string[]; start: string; state: string };

function documentOf(page: Rendered, assets: PageAssets, { theme, fonts, start, state }: Around): string {
  const { papers = HOUSE_PAPERS } = page.state.site;
  const head = `<link rel="stylesheet" href="${assets.stylesheet}">${themeLink(page.state.site)}
${heroPreload(page)}${fontPreloads(fontsIn(page.state.site, fonts, assets.arabicFonts))}
${start}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${papers.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${papers.dark}" media="(prefers-color-scheme: dark)">
${iconLinks(page.state.site)}
<link rel="apple-touch-icon" href="${touchIcon(page.state.site)}">
<link rel="manifest" href="${MANIFEST_URL}">
${headTags(page.head, page.state.site).map(headHtml).join("\n")}`;
  return htmlDocument({
    head,
    body: `<div id="root">${page.html}</div>${state}`,
    theme,
    language: page.state.site.language,
  });
}

/** The admin area's document. It is rendered in the browser, as visitors without a token see nothing. */
export function renderAdminDocument(site: SiteInfo, assets: PageAssets): string {
  const { stylesheet, entry, fonts } = assets.admin;
  const head = `<meta name="robots" content="noindex, nofollow">
<title>Admin | ${escapeHtml(site.name)}</title>
<link rel="stylesheet" href="${stylesheet}">${themeLink(site)}
${fontPreloads(fonts)}
<script async src="${assets.start}"></script>
<meta name="color-scheme" content="light dark">
${iconLinks(site)}
<script type="module" async src="${entry}"></script>`;
  const body = `<div id="root"></div>
<noscript><main class="notice"><h1>Admin</h1><p>The admin area needs JavaScript.</p></main></noscript>
<script type="application/json" id="${SITE_ELEMENT}">${scriptJson(JSON.stringify(site))}</script>`;
  return htmlDocument({ head, body, isAdmin: true });
}

/** The content of a small page; `form` is shown below it, to be sent again. */
export type Notice = { title: string; message: string; form?: ReactNode };

/** A page outside the site's React tree: responses to forms without JavaScript, and failures of the renderer itself. */
export function renderNotice(
  notice: Notice & { siteName: string; language?: SiteInfo["language"]; theme?: SiteInfo["theme"]; stylesheet: string },
): string {
  const head = `<meta name="robots" content="noindex">
<link rel="stylesheet" href="${notice.stylesheet}">${themeLink(notice)}
<title>${escapeHtml(notice.title)} | ${escapeHtml(notice.siteName)}</title>`;
  const body = `<main class="notice">
<h1>${escapeHtml(notice.title)}</h1>
<p>${escapeHtml(notice.message)}</p>
${notice.form ? renderToStaticMarkup(notice.form) : ""}
<p><a href="/">${escapeHtml(textIn(notice.language)("Return to Home"))}</a></p>
</main>`;
  return htmlDocument({ head, body, language: notice.language });
}
