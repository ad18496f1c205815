// The page that is shown without a connection: tries the wanted page again, and lists the articles that are kept.
// At its own address no other page is wanted.
const isWanted = location.pathname !== "/offline";

/** How often the wanted page is tried while this page is seen, in milliseconds. */
const RETRY = 5000;

// The event alone is not enough: a browser is "online" as soon as any network is there, and it says nothing at all
// when only the server was away.
async function retry() {
  if (document.hidden || !isWanted) return;
  const { status } = await fetch(location.href, { method: "HEAD", cache: "no-store" });
  if (status < 500) location.reload();
}
addEventListener("online", () => retry().catch(() => undefined));
setInterval(() => retry().catch(() => undefined), RETRY);
document.querySelector("[data-retry]")?.addEventListener("click", () => location.reload());

/** Texts of a page's head, by name. They are read as text: the policy of this page lets no text become HTML. */
const metaOf = (html, name) =>
  html
    .split(`property="${name}" content="`)[1]
    ?.split('"')[0]
    .replace(/&#(\d{1,7});/g, (_reference, code) => String.fromCodePoint(Number(code)))
    .replace(/&(quot|lt|gt|amp);/g, (_reference, character) => ({ quot: '"', lt: "<", gt: ">", amp: "&" })[character]);

/** The date of an article in the words of its page: in the language and time zone of the publication. */
const dateOf = (html) =>
  html
    .split(` dateTime="${metaOf(html, "article:published_time")}"`)[1]
    ?.split(">")[1]
    ?.split("<")[0];

function lineOf(name, className, text) {
  const line = document.createElement(name);
  line.className = className;
  line.dir = "auto";
  line.textContent = text;
  return line;
}

/** A row of the list: section, headline and date. */
function rowOf(path, html) {
  const title = metaOf(html, "og:title");
  if (!title) return undefined;
  const row = document.createElement("li");
  row.className = "relative py-4";
  const section = metaOf(html, "article:section");
  if (section) row.append(lineOf("p", "kicker", section));
  const heading = lineOf("h3", "headline-sm mt-1", "");
  const link = lineOf("a", "link-quiet stretch", title);
  link.href = path;
  heading.append(link);
  row.append(heading);
  const date = dateOf(html);
  if (date) row.append(lineOf("p", "meta mt-1.5", date));
  return row;
}

async function listArticles() {
  const list = document.querySelector("[data-kept]");
  if (!list || !("caches" in window)) return;
  const saved = document.querySelector("[data-saved]");
  if (saved && (await caches.match("/saved"))) saved.hidden = false;
  const articles = await caches.open("articles-1");
  const pages = (await articles.keys()).filter(({ url }) => /^\/article\/\d+$/.test(new URL(url).pathname)).reverse();
  for (const key of pages) {
    const row = rowOf(new URL(key.url).pathname, (await (await articles.match(key))?.text()) ?? "");
    if (row) list.append(row);
  }
  const none = document.querySelector("[data-none]");
  if (none) none.hidden = list.childElementCount > 0;
}
listArticles().catch(() => undefined);
