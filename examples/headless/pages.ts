/** The pages of the site, as HTML. */
import type { Picked, Schemas } from "jarida-client";

export type Page = { status: number; html: string };
type Site = Pick<Schemas["SiteSettings"], "name" | "tagline" | "language">;
type Story = Picked<Schemas["ArticleSummary"], "id" | "title" | "excerpt" | "byline" | "published_date" | "language">;

/** HTML that contains no text of others that is not escaped. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Part = Html | string | number | readonly Html[];

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? "");

/** HTML from a template, in which every value is escaped that is not HTML itself. */
function html(template: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = parts.map((part) => {
    if (part instanceof Html) return part.text;
    return Array.isArray(part) ? part.map(({ text }: Html) => text).join("") : escaped(String(part));
  });
  return new Html(String.raw({ raw: template }, ...texts));
}

function pageOf(site: Site, title: string, main: Html, query = ""): Page {
  const { text } = html`<!doctype html>
<html lang="${site.language}" dir="${site.language === "ar" ? "rtl" : "ltr"}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title === site.name ? title : `${title} | ${site.name}`}</title>
<link rel="stylesheet" href="/style.css">
<header>
<a href="/">${site.name}</a>
<form action="/search"><input type="search" name="query" value="${query}" aria-label="Search" required><button>Search</button></form>
</header>
<main>${main}</main>
</html>
`;
  return { status: 200, html: text };
}

const dateOf = (date: string | null) =>
  date === null ? html`` : html` · <time datetime="${date}">${date.slice(0, "2026-01-31".length)}</time>`;

const storiesOf = (site: Site, stories: readonly Story[]) =>
  stories.map(
    ({ id, title, excerpt, byline, published_date: date, language }) => html`
<article lang="${language || site.language}" dir="auto">
<h2><a href="/article/${id}">${title}</a></h2>
<p>${excerpt}</p>
<footer>${byline}${dateOf(date)}</footer>
</article>`,
  );

export function listPage(
  site: Site,
  stories: readonly Story[],
  { page, isLast }: { page: number; isLast: boolean },
): Page {
  const links = [
    ...(page > 1 ? [html`<a href="/?page=${page - 1}" rel="prev">Newer</a>`] : []),
    ...(isLast ? [] : [html`<a href="/?page=${page + 1}" rel="next">Older</a>`]),
  ];
  return pageOf(
    site,
    site.name,
    html`<h1>${site.tagline || site.name}</h1>${storiesOf(site, stories)}<nav>${links}</nav>`,
  );
}

export function searchPage(site: Site, query: string, stories: readonly Story[]): Page {
  const found = stories.length === 0 ? html`<p>No articles found.</p>` : html`${storiesOf(site, stories)}`;
  return pageOf(site, "Search", html`<h1>Search</h1>${query === "" ? html`` : found}`, query);
}

/** `publication`: the origin of the pictures. The content is HTML that the publication has cleaned. */
export function articlePage(site: Site, article: Schemas["Article"], publication: string): Page {
  const { title, byline, published_date: date, language, content, hero_url: hero, image_alt: alt } = article;
  const picture = hero ? html`<img src="${new URL(hero, publication).href}" alt="${alt}">` : html``;
  const sponsored = article.genre === "sponsored" ? html`<p class="label">Sponsored</p>` : html``;
  const main = html`
<article lang="${language || site.language}" dir="auto">
${sponsored}<h1>${title}</h1>
<footer>${byline}${dateOf(date)}</footer>
${picture}${new Html(content)}
</article>`;
  return pageOf(site, title, main);
}

export function messagePage(status: number, sentence: string): Page {
  const site: Site = { name: "Home", tagline: "", language: "en" };
  return { ...pageOf(site, sentence, html`<h1>${sentence}</h1>`), status };
}
