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

async function listArticles() {
  const list = document.querySelector("[data-kept]");
  const section = list?.closest("section");
  if (!section || !("caches" in window)) return;
  const articles = await caches.open("articles-1");
  const pages = (await articles.keys()).filter(({ url }) => /^\/article\/\d+$/.test(new URL(url).pathname)).reverse();
  for (const key of pages) {
    const html = (await (await articles.match(key))?.text()) ?? "";
    // Only the title is read, as text: the page's policy lets no text become HTML.
    const title = html.split('property="og:title" content="')[1]?.split('"')[0];
    if (!title) continue;
    const link = document.createElement("a");
    link.href = new URL(key.url).pathname;
    link.className = "link-quiet headline-sm block py-3";
    link.textContent = title
      .replace(/&#(\d{1,7});/g, (_reference, code) => String.fromCodePoint(Number(code)))
      .replace(/&(quot|lt|gt|amp);/g, (_reference, name) => ({ quot: '"', lt: "<", gt: ">", amp: "&" })[name]);
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  section.hidden = list.childElementCount === 0;
}
listArticles().catch(() => undefined);
