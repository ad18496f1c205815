import { pictureSrcSet } from "#shared/pictures.ts";
import type { RenderedPage } from "../site/entry-server.tsx";
import { HEAD_MARK, type HeadTag, headTags } from "../site/head-tags.ts";
import { STATE_ELEMENT } from "../site/page-state.ts";
import type { PageAssets } from "./assets.ts";

/** Text and attribute values of the head. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON inside a script element: `<` is written as an escape, so that no text can end the element. */
function scriptJson(json: string): string {
  return json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function headHtml({ tag, attributes, text }: HeadTag): string {
  if (tag === "title") return `<title>${escapeHtml(text ?? "")}</title>`;
  const listed = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const open = `<${tag} ${HEAD_MARK}=""${listed.join("")}>`;
  return tag === "script" ? `${open}${scriptJson(text ?? "")}</script>` : open;
}

function heroPreload(page: RenderedPage): string {
  const image = page.head.preloadImage;
  const srcSet = image ? pictureSrcSet(image.url, "avif") : null;
  if (!image || !srcSet) return "";
  return `<link rel="preload" as="image" type="image/avif" imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(image.sizes)}" fetchpriority="high">`;
}

/** The complete document of a page. No inline script: the state is a data block (design section 4). */
export function renderDocument(page: RenderedPage, assets: PageAssets): string {
  const { site } = page.state;
  const fonts = assets.fonts.map(
    (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`,
  );
  const scripts = assets.preloads(page.routeName).map((href) => `<link rel="modulepreload" href="${href}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${assets.stylesheet}">
${heroPreload(page)}${fonts.join("")}
<script async src="/theme.js"></script>
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#14171f" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${headTags(page.head, site).map(headHtml).join("\n")}
${scripts.join("")}
<script type="module" async src="${assets.entry}"></script>
</head>
<body>
<div id="root">${page.html}</div>
<script type="application/json" id="${STATE_ELEMENT}">${scriptJson(JSON.stringify(page.state))}</script>
</body>
</html>
`;
}

/** A page outside the site's React tree: answers to forms without JavaScript, and failures of the renderer itself. */
export function renderNotice(notice: { title: string; message: string; siteName: string; stylesheet: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="${notice.stylesheet}">
<title>${escapeHtml(notice.title)} | ${escapeHtml(notice.siteName)}</title>
</head>
<body>
<main class="notice">
<h1>${escapeHtml(notice.title)}</h1>
<p>${escapeHtml(notice.message)}</p>
<p><a href="/">Return to Home</a></p>
</main>
</body>
</html>
`;
}
