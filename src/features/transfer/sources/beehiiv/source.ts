import { setImmediate as otherTasks } from "node:timers/promises";
import { beginningOf } from "#shared/text.ts";
import { dateIn } from "../dates.ts";
import type { SourceEntry, SourceFiles } from "../files.ts";
import { convertHtml, type Rule } from "../html.ts";
import { findAll, type HtmlElement, type HtmlNode, hasAnyClass } from "../html-tree.ts";
import { NEW_TEXT, type Read, type Source, SourceError, type TextItem } from "../items.ts";
import { readList } from "../lists.ts";
import { headingsOf, type Row, rowsOf } from "../rows.ts";

const CONTENT = ["contenthtml", "webcontenthtml", "html", "content", "body", "freewebcontent", "premiumwebcontent"];
const TITLE = ["webtitle", "title", "posttitle"];

async function tablesIn({ entries }: SourceFiles): Promise<{ posts: SourceEntry[]; lists: SourceEntry[] }> {
  const posts: SourceEntry[] = [];
  const lists: SourceEntry[] = [];
  for (const entry of entries) {
    if (!/\.csv$/i.test(entry.path)) continue;
    const headings = await headingsOf(entry);
    if (TITLE.some((name) => headings.includes(name)) && CONTENT.some((name) => headings.includes(name)))
      posts.push(entry);
    else if (headings.some((name) => name === "email" || name === "emailaddress")) lists.push(entry);
  }
  return { posts, lists };
}

/** The CSV of posts that beehiiv exports, with its lists of subscribers. */
export const beehiivSource: Source = {
  kind: "beehiiv",
  label: "beehiiv",
  recognises: async (files) => (await tablesIn(files)).posts.length > 0,
  async *read(files, options) {
    const { posts, lists } = await tablesIn(files);
    if (posts.length + lists.length === 0) throw new SourceError("There is no CSV of posts or subscribers in it.");
    // Each export has another name: by the address a later one is recognized.
    yield { kind: "site", address: await addressIn(posts), name: "", language: "" };
    const seen = { topics: new Set<string>(), authors: new Set<string>(), keys: new Set<string>() };
    for (const entry of posts) for await (const row of rowsOf(entry)) yield* readPost(entry, row, seen);
    for (const entry of lists) yield* readList(entry, options);
  },
};

/** The address of the publication, by that of its first post. */
async function addressIn(posts: readonly SourceEntry[]): Promise<string> {
  for (const entry of posts)
    for await (const row of rowsOf(entry)) {
      const url = urlOf(row);
      if (url && /^https?:$/.test(url.protocol)) return `${url.origin}/`;
    }
  return "";
}

const urlOf = (row: Row): URL | null => URL.parse(row.cell("url", "weburl", "posturl", "link"));

type Seen = { topics: Set<string>; authors: Set<string>; keys: Set<string> };

async function* readPost(entry: SourceEntry, row: Row, seen: Seen): AsyncGenerator<Read> {
  const title = row.cell(...TITLE, "emailsubjectline", "emailsubject");
  const url = urlOf(row);
  const key = row.cell("id", "postid") || url?.pathname || "";
  const item = title || `${entry.path}, line ${row.line}`;
  if (key === "" || seen.keys.has(key)) {
    yield { kind: "finding", level: "error", item, message: "It has no id, or one that another row has." };
    return;
  }
  seen.keys.add(key);
  const topics = namesIn(row.cell("contenttags", "tags"));
  for (const name of topics) {
    if (seen.topics.has(name.toLowerCase())) continue;
    seen.topics.add(name.toLowerCase());
    yield { kind: "topic", key: name.toLowerCase(), name, slug: "", description: "", picture: "", addresses: [] };
  }
  const authors = namesIn(row.cell("authors", "author", "authorname"));
  for (const name of authors) {
    if (seen.authors.has(name.toLowerCase())) continue;
    seen.authors.add(name.toLowerCase());
    yield { kind: "author", key: name.toLowerCase(), name, slug: "", bio: "", picture: "" };
  }
  const { html, findings } = convertHtml(row.cell(...CONTENT), RULE);
  await otherTasks();
  const facts = factsOf(row);
  yield {
    ...NEW_TEXT,
    ...facts,
    kind: "post",
    key,
    title: title || "Untitled",
    html,
    slug: row.cell("slug") || (url?.pathname.split("/").findLast((part) => part !== "") ?? ""),
    excerpt: row.cell("websubtitle", "subtitle", "emailpreviewtext", "previewtext"),
    addresses: url && /^https?:$/.test(url.protocol) ? [url.href] : [],
    authors: authors.map((name) => name.toLowerCase()),
    topics: topics.map((name) => name.toLowerCase()),
    picture: pictureOf(row.cell("thumbnailurl", "thumbnail", "imageurl", "image")),
    seoTitle: row.cell("metadefaulttitle", "metatitle", "seotitle"),
    seoDescription: row.cell("metadefaultdescription", "metadescription", "seodescription"),
    findings: [...facts.findings, ...findings],
  };
}

const namesIn = (text: string): string[] => {
  const names = text.replace(/^\[|\]$/g, "").split(/[;,|]/);
  return [
    ...new Map(
      names
        .map((name) => name.replace(/^["'\s]{1,9}|["'\s]{1,9}$/g, ""))
        .filter(Boolean)
        .map((name) => [name.toLowerCase(), name]),
    ).values(),
  ];
};

/** Old exports name pictures by the path at which beehiiv stores them. */
function pictureOf(given: string): TextItem["picture"] {
  const address = given.startsWith("uploads/") ? `https://media.beehiiv.com/${given}` : given;
  return { address: /^https?:\/\//.test(address) ? address : "", alt: "", caption: "" };
}

type Facts = Pick<TextItem, "state" | "restriction" | "publishedAt" | "updatedAt"> & {
  findings: TextItem["findings"][number][];
};

const PUBLISHED: ReadonlySet<string> = new Set(["confirmed", "published", "live", "sent"]);
const UNPUBLISHED: ReadonlySet<string> = new Set(["draft", "archived", "scheduled", "pending", "paused", "in review"]);
const EVERYONE: ReadonlySet<string> = new Set(["", "free", "both", "all", "everyone", "public"]);

function factsOf(row: Row): Facts {
  const findings: Facts["findings"] = [];
  const warn = (message: string) => findings.push({ level: "warning", message: beginningOf(message, 300) });
  const status = row.cell("status", "state").toLowerCase();
  if (!PUBLISHED.has(status) && !UNPUBLISHED.has(status))
    warn(`Its status “${status}” is not known, so it is a draft.`);
  const audience = row.cell("audience", "tier", "visibility").toLowerCase();
  const platform = row.cell("platform", "platforms").toLowerCase();
  const hidden = row.cell("hiddenfromfeed", "hidefromfeed", "hidden").toLowerCase();
  const restriction = !EVERYONE.has(audience)
    ? `It was for the audience “${beginningOf(audience, 60)}”.`
    : !/^(?:|both|web|all)$/.test(platform)
      ? `It was published by “${beginningOf(platform, 60)}”, not on the web.`
      : !/^(?:|false|no|0)$/.test(hidden)
        ? "The feed of the site did not show it."
        : "";
  const given = row.cell("publishdate", "publishedat", "displayeddate", "scheduledat", "createdat", "created", "date");
  const date = dateIn(/^\d+\.\d+$/.test(given) ? (given.split(".")[0] ?? "") : given);
  if (given !== "" && date === null) warn(`The date “${given}” is not certain, so it is a draft.`);
  const isPublic = PUBLISHED.has(status) && restriction === "" && (given === "" || date !== null);
  return {
    state: isPublic ? "published" : "draft",
    restriction,
    publishedAt: date,
    updatedAt: dateIn(row.cell("updatedat")),
    findings,
  };
}

/** The content of a post, without what beehiiv's mails have around it: its title, its links to share, and its end. */
const RULE: Rule = (element, { blocks }) => {
  if (element.attributes.id === "web-header" || element.attributes.id === "footer") return { html: "" };
  // Mails are laid out with tables, which are no tables of the text.
  if (
    element.name === "table" &&
    (element.attributes.role === "presentation" ||
      findAll(element.children, "table").length > 0 ||
      element.children.some((child) => typeof child !== "string" && isLayout(child.attributes.id)))
  )
    return { html: blocks(cellsOf(element)) };
  return hasAnyClass(element, "bh__byline_wrapper", "bh__post_title") ? { html: "" } : undefined;
};
const isLayout = (id: string | undefined): boolean => id === "content-blocks";
const cellsOf = ({ children }: HtmlElement): HtmlNode[] =>
  children.flatMap((child) =>
    typeof child !== "string" && ["tbody", "thead", "tr", "td", "th"].includes(child.name) ? cellsOf(child) : [child],
  );
