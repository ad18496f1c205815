import { setImmediate as otherTasks } from "node:timers/promises";
import { beginningOf } from "#shared/text.ts";
import { aside, linkCard } from "../blocks.ts";
import { dateIn } from "../dates.ts";
import { peek, readText, type SourceEntry, type SourceFiles } from "../files.ts";
import { CUT, convertNodes, type Rule } from "../html.ts";
import { classesOf, findAll, type HtmlElement, type HtmlNode, hasAnyClass, parseTree, textOf } from "../html-tree.ts";
import { type AuthorItem, NEW_TEXT, type Read, type Source, SourceError, type TextItem } from "../items.ts";

const POST = /(?:^|\/)posts\/[^/]+\.html$/i;
/** How the names of posts begin, also outside of the folder that Medium puts them in. */
const NAMED = /^(?:draft|\d{4}-\d{2}-\d{2})_/i;
const PROFILE = /(?:^|\/)profile\/profile\.html$/i;
const MAX_POST = 8 * 1024 * 1024;

/** The zip that Medium exports: a page for each post, draft and response, and pages about the account. */
export const mediumSource: Source = {
  kind: "medium",
  label: "Medium",
  async recognises({ entries }) {
    for (const entry of entries.filter(({ path }) => isPost(path)).slice(0, 5))
      if ((await peek(entry)).includes("h-entry")) return true;
    return false;
  },
  async *read(files) {
    const posts = files.entries.filter(({ path }) => isPost(path));
    if (posts.length === 0) throw new SourceError("There are no posts in it.");
    const profile = files.entries.find(({ path }) => PROFILE.test(path));
    const owner = profile && (await readProfile(profile));
    // By the name a later export is recognized, as Medium names each zip differently.
    yield { kind: "site", address: "", name: owner?.name ?? "", language: "" };
    const authors = new Set<string>();
    if (owner) {
      authors.add(owner.key);
      yield owner;
    }
    const topics = new Set<string>();
    const ids = new Set(posts.flatMap(({ path }) => idIn(path)?.toLowerCase() ?? []));
    for (const entry of posts) {
      yield* readPost(entry, { authors, topics, ids });
      await otherTasks();
    }
    yield* restOf(files);
  },
};

const line = (node: HtmlElement | undefined): string => (node ? textOf(node).replace(/\s+/g, " ").trim() : "");
const withClass = (nodes: readonly HtmlNode[], name: string, className: string): HtmlElement[] =>
  findAll(nodes, name).filter((one) => hasAnyClass(one, className));
/** An address without what only tracks its readers. */
const addressOf = (href = ""): string => (URL.parse(href) ? (href.split(/[?#]/, 1)[0] ?? "") : "");

async function readProfile(entry: SourceEntry): Promise<AuthorItem | undefined> {
  const nodes = parseTree((await readOr(entry)) ?? "");
  const name = line(withClass(nodes, "h3", "p-name")[0]);
  const url = addressOf(withClass(nodes, "a", "u-url")[0]?.attributes.href);
  if (name === "" || url === "") return undefined;
  const picture = withClass(nodes, "img", "u-photo")[0]?.attributes.src ?? "";
  return { kind: "author", key: url, name, slug: "", bio: "", picture };
}

/** `ids`: of all posts in the export. */
type Seen = { authors: Set<string>; topics: Set<string>; ids: ReadonlySet<string> };

async function* readPost(entry: SourceEntry, seen: Seen): AsyncGenerator<Read> {
  const text = await readOr(entry);
  let isCut = false;
  const article =
    text === null
      ? undefined
      : withClass(
          parseTree(text, () => (isCut = true)),
          "article",
          "h-entry",
        )[0];
  const body = article && withClass(article.children, "section", "e-content");
  if (!article || !body?.length) {
    yield {
      kind: "finding",
      level: "error",
      item: entry.path,
      message: "It is damaged, too large, or not a post of Medium.",
    };
    return;
  }
  const { children } = article;
  const author = withClass(children, "a", "p-author")[0];
  const authorKey = addressOf(author?.attributes.href) || line(author);
  if (authorKey && !seen.authors.has(authorKey)) {
    seen.authors.add(authorKey);
    yield { kind: "author", key: authorKey, name: line(author), slug: "", bio: "", picture: "" };
  }
  const topics = withClass(children, "a", "p-tag")
    .map(line)
    .filter((name) => name !== "");
  for (const name of topics) {
    if (seen.topics.has(name.toLowerCase())) continue;
    seen.topics.add(name.toLowerCase());
    yield { kind: "topic", key: name.toLowerCase(), name, slug: "", description: "", picture: "", addresses: [] };
  }
  yield {
    ...postOf(entry.path, { nodes: children, body, isCut }, seen.ids),
    authors: authorKey ? [authorKey] : [],
    topics: [...new Set(topics.map((name) => name.toLowerCase()))],
  };
}

async function readOr(entry: SourceEntry): Promise<string | null> {
  try {
    return await readText(entry, MAX_POST);
  } catch (error) {
    if (error instanceof SourceError) return null;
    throw error;
  }
}

type Parts = { nodes: readonly HtmlNode[]; body: readonly HtmlElement[]; isCut: boolean };

function postOf(path: string, { nodes, body, isCut }: Parts, ids: ReadonlySet<string>): TextItem {
  const file = fileIn(path);
  const { title, seoTitle, excerpt, seoDescription } = wordsOf(nodes);
  const time = withClass(nodes, "time", "dt-published")[0];
  const date = dateIn(time?.attributes.datetime ?? "") ?? dateIn(/^\d{4}-\d{2}-\d{2}/.exec(file)?.[0] ?? "");
  const isDraft = /^draft_/i.test(file);
  const isResponse = !isDraft && isResponseIn(body, title);
  const featured = featuredIn(body);
  const { html, findings } = convertNodes(
    body,
    ruleFor({ title, excerpt, leading: featured?.leading }),
    (address, use) => (use === "link" ? shortAddress(address, ids) : address),
  );
  if (isCut) findings.unshift(CUT);
  if (isResponse) findings.push({ level: "warning", message: "It is a response to another post, so it is a draft." });
  if (!isDraft && date === null) findings.push({ level: "warning", message: "It has no date, so it is a draft." });
  return {
    ...NEW_TEXT,
    kind: "post",
    key: idIn(path) ?? file,
    title: title || "Untitled",
    seoTitle,
    slug: file
      .replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/i, "")
      .replace(ID, "")
      .replace(/-{2,9}/g, "-")
      .toLowerCase(),
    excerpt,
    seoDescription,
    html,
    picture: featured?.picture ?? NEW_TEXT.picture,
    state: isDraft || isResponse || date === null ? "draft" : "published",
    publishedAt: date,
    addresses: addressesIn(nodes),
    findings,
  };
}

/** The title and subtitle that the story shows. Lists and previews may have other texts: shortened ones, or ones that the author wrote for them. */
function wordsOf(nodes: readonly HtmlNode[]): Pick<TextItem, "title" | "seoTitle" | "excerpt" | "seoDescription"> {
  const shown = (name: string) => line(findAll(nodes, ...HEADINGS).find((one) => hasAnyClass(one, name)));
  const listed = line(withClass(nodes, "h1", "p-name")[0]);
  const summary = line(withClass(nodes, "section", "p-summary")[0]);
  const [title, subtitle] = [shown("graf--title"), shown("graf--subtitle")];
  const other = (text: string, full: string) => (full === "" || full.startsWith(withoutCut(text)) ? "" : text);
  return {
    title: title || listed,
    seoTitle: other(listed, title),
    excerpt: subtitle || summary,
    seoDescription: other(summary, subtitle),
  };
}
const HEADINGS = ["h2", "h3", "h4"];
const withoutCut = (text: string): string => text.replace(/(?:…|\.{3})$/, "").trim();

type Featured = { picture: TextItem["picture"]; leading: HtmlElement | undefined };

/** The picture that Medium's lists show. `leading`: its figure, if nothing but headings is before it, so that it is not shown twice. */
function featuredIn(body: readonly HtmlNode[]): Featured | undefined {
  const image = findAll(body, "img").find(({ attributes }) => attributes["data-is-featured"] === "true");
  if (!image?.attributes.src) return undefined;
  const figure = findAll(body, "figure").find(({ children }) => findAll(children, "img").includes(image));
  const [caption] = figure ? findAll(figure.children, "figcaption") : [];
  const { src, alt = "" } = image.attributes;
  const first = findAll(body, "p", "figure", "blockquote", "pre", "ul", "ol", "div").find(
    (one) => one.name !== "div" || hasAnyClass(one, "graf"),
  );
  const isAlone = figure !== undefined && figure === first && findAll(figure.children, "img", "a").length === 1;
  return { picture: { address: src, alt, caption: line(caption) }, leading: isAlone ? figure : undefined };
}

/** The short address of a post of this export, which its other addresses name at their end. */
function shortAddress(address: string, ids: ReadonlySet<string>): string {
  const url = URL.parse(address);
  const id =
    url && /^https?:$/.test(url.protocol) ? /(?:^|[-/])([0-9a-f]{8,14})\/?$/i.exec(url.pathname)?.[1] : undefined;
  return url && id && ids.has(id.toLowerCase()) ? `https://medium.com/p/${id.toLowerCase()}${url.hash}` : address;
}

const isPost = (path: string): boolean =>
  POST.test(path.slice(-300)) || (/\.html$/i.test(path) && NAMED.test(fileIn(path)) && idIn(path) !== undefined);
const fileIn = (path: string): string => (path.split("/").at(-1) ?? "").replace(/\.html$/i, "");
const idIn = (path: string): string | undefined => ID.exec(fileIn(path))?.[1];

/** The id of a post, at the end of the name of its file. */
const ID = /[-_]{1,9}([0-9a-f]{8,14})$/i;

/** Its own address, and the short one by its id. */
function addressesIn(nodes: readonly HtmlNode[]): string[] {
  const canonical = addressOf(withClass(nodes, "a", "p-canonical")[0]?.attributes.href);
  const short = findAll(nodes, "a").find(({ children }) => findAll(children, "time").length > 0);
  return [...new Set([canonical, addressOf(short?.attributes.href)])].filter((address) => address !== "");
}

/** A response has no title: Medium shows its first words as one. */
function isResponseIn(body: readonly HtmlNode[], title: string): boolean {
  const grafs = findAll(body, ...HEADINGS);
  if (grafs.some((one) => hasAnyClass(one, "graf--title") || line(one) === title)) return false;
  const first =
    findAll(body, "p")
      .map(line)
      .find((text) => text !== "") ?? "";
  const start = title.replace(/[….]{1,3}$/, "").trim();
  return start !== "" && first.startsWith(start.slice(0, 60));
}

/** `leading`: the figure of the post's picture. */
type Around = { title: string; excerpt: string; leading: HtmlElement | undefined };

function ruleFor({ title, excerpt, leading }: Around): Rule {
  let dividers = 0;
  return (element, { blocks, inline, address }) => {
    const has = (...names: string[]) => hasAnyClass(element, ...names);
    const { name, children } = element;
    if (element === leading) return { html: "" };
    if (name === "hr" && has("section-divider")) {
      dividers += 1;
      return { html: dividers === 1 ? "" : "<hr>" };
    }
    const above = has("graf--title") ? title : has("graf--subtitle") ? excerpt : undefined;
    if (above !== undefined && line(element) === above) return { html: "" };
    if (has("graf--h3", "graf--h2")) return { html: `<h2>${inline(children)}</h2>` };
    if (has("graf--h4")) return { html: `<h3>${inline(children)}</h3>` };
    if (has("graf--pullquote")) return { html: aside("pull-quote", `<p>${inline(children)}</p>`) };
    if (
      !has("graf--mixtapeEmbed") &&
      !(name === "div" && children.length > 0 && classesOf(element).includes("mixtapeEmbed"))
    )
      return undefined;
    const link = findAll(children, "a").find(({ attributes }) => /^https?:/.test(attributes.href ?? ""));
    return { html: link ? linkCard(address(link.attributes.href ?? "", "link")) : blocks(children) };
  };
}

/** Lists about the account, which are no texts. */
function* restOf({ entries }: SourceFiles): Generator<Read> {
  const others = entries.filter(({ path }) => !isPost(path) && !PROFILE.test(path));
  const folders = [...new Set(others.map(({ path }) => path.split("/").at(-2) ?? ""))].filter((name) => name !== "");
  const [first] = others;
  if (first)
    yield {
      kind: "finding",
      level: "info",
      item: first.path,
      message: `${others.length.toLocaleString("en")} files about the account were not imported${folders.length > 0 ? `: ${beginningOf(folders.join(", "), 200)}` : ""}.`,
    };
}
