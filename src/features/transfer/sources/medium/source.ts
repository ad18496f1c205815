import { setImmediate as otherTasks } from "node:timers/promises";
import { beginningOf } from "#shared/text.ts";
import { aside, linkCard } from "../blocks.ts";
import { dateIn } from "../dates.ts";
import { peek, readText, type SourceEntry, type SourceFiles } from "../files.ts";
import { convertHtml, type Rule } from "../html.ts";
import { classesOf, findAll, type HtmlElement, type HtmlNode, hasAnyClass, parseTree, textOf } from "../html-tree.ts";
import { NEW_TEXT, type Read, type Source, SourceError, type TextItem } from "../items.ts";

const POST = /(?:^|\/)posts\/[^/]+\.html$/i;
const PROFILE = /(?:^|\/)profile\/profile\.html$/i;
const MAX_POST = 8 * 1024 * 1024;

/** The zip that Medium exports: a page for each post, draft and response, and pages about the account. */
export const mediumSource: Source = {
  kind: "medium",
  label: "Medium",
  async recognises({ entries }) {
    for (const entry of entries.filter(({ path }) => POST.test(path.slice(-300))).slice(0, 5))
      if ((await peek(entry)).includes("h-entry")) return true;
    return false;
  },
  async *read(files) {
    const posts = files.entries.filter(({ path }) => POST.test(path.slice(-300)));
    if (posts.length === 0) throw new SourceError("There are no posts in it.");
    yield { kind: "site", address: "", name: "", language: "" };
    const authors = new Set<string>();
    const profile = files.entries.find(({ path }) => PROFILE.test(path));
    if (profile) yield* readProfile(profile, authors);
    const topics = new Set<string>();
    for (const entry of posts) {
      yield* readPost(entry, { authors, topics });
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

async function* readProfile(entry: SourceEntry, authors: Set<string>): AsyncGenerator<Read> {
  const nodes = parseTree(await readText(entry, MAX_POST));
  const name = line(withClass(nodes, "h3", "p-name")[0]);
  const url = addressOf(withClass(nodes, "a", "u-url")[0]?.attributes.href);
  if (name === "" || url === "") return;
  authors.add(url);
  const picture = withClass(nodes, "img", "u-photo")[0]?.attributes.src ?? "";
  yield { kind: "author", key: url, name, slug: "", bio: "", picture };
}

type Seen = { authors: Set<string>; topics: Set<string> };

async function* readPost(entry: SourceEntry, seen: Seen): AsyncGenerator<Read> {
  const text = await readOr(entry);
  const article = text === null ? undefined : withClass(parseTree(text), "article", "h-entry")[0];
  if (!article) {
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
    ...postOf(entry.path, text ?? "", children),
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

function postOf(path: string, text: string, nodes: readonly HtmlNode[]): TextItem {
  const file = (path.split("/").at(-1) ?? "").replace(/\.html$/i, "");
  const title = line(withClass(nodes, "h1", "p-name")[0]);
  const time = withClass(nodes, "time", "dt-published")[0];
  const date = dateIn(time?.attributes.datetime ?? "") ?? dateIn(/^\d{4}-\d{2}-\d{2}/.exec(file)?.[0] ?? "");
  const isDraft = /^draft_/i.test(file);
  const isResponse = !isDraft && isResponseIn(nodes, title);
  const { html, findings } = convertHtml(text, ruleFor(title));
  if (isResponse) findings.push({ level: "warning", message: "It is a response to another post, so it is a draft." });
  if (!isDraft && date === null) findings.push({ level: "warning", message: "It has no date, so it is a draft." });
  return {
    ...NEW_TEXT,
    kind: "post",
    key: ID.exec(file)?.[1] ?? file,
    title: title || "Untitled",
    slug: file
      .replace(/^(?:draft|\d{4}-\d{2}-\d{2})_/i, "")
      .replace(ID, "")
      .replace(/-{2,9}/g, "-")
      .toLowerCase(),
    excerpt: line(withClass(nodes, "section", "p-summary")[0]),
    html,
    state: isDraft || isResponse || date === null ? "draft" : "published",
    publishedAt: date,
    addresses: addressesIn(nodes),
    findings,
  };
}

/** The id of a post, at the end of the name of its file. */
const ID = /[-_]{1,9}([0-9a-f]{8,14})$/i;

/** Its own address, and the short one by its id. */
function addressesIn(nodes: readonly HtmlNode[]): string[] {
  const canonical = addressOf(withClass(nodes, "a", "p-canonical")[0]?.attributes.href);
  const short = findAll(nodes, "a").find(({ children }) => findAll(children, "time").length > 0);
  return [...new Set([canonical, addressOf(short?.attributes.href)])].filter((address) => address !== "");
}

/** A response has no title: Medium shows its first words as one. */
function isResponseIn(nodes: readonly HtmlNode[], title: string): boolean {
  const body = withClass(nodes, "section", "e-content")[0]?.children ?? [];
  const grafs = ["h2", "h3", "h4"].flatMap((name) => findAll(body, name));
  if (grafs.some((one) => hasAnyClass(one, "graf--title") || line(one) === title)) return false;
  const first =
    findAll(body, "p")
      .map(line)
      .find((text) => text !== "") ?? "";
  const start = title.replace(/[….]{1,3}$/, "").trim();
  return start !== "" && first.startsWith(start.slice(0, 60));
}

function ruleFor(title: string): Rule {
  let dividers = 0;
  return (element, { blocks, inline }) => {
    const has = (...names: string[]) => hasAnyClass(element, ...names);
    const { name, children } = element;
    if (name === "header" || name === "footer" || name === "title" || has("p-summary")) return { html: "" };
    if (name === "hr" && has("section-divider")) {
      dividers += 1;
      return { html: dividers === 1 ? "" : "<hr>" };
    }
    if (has("graf--title", "graf--subtitle") && (has("graf--subtitle") || line(element) === title)) return { html: "" };
    if (has("graf--h3", "graf--h2")) return { html: `<h2>${inline(children)}</h2>` };
    if (has("graf--h4")) return { html: `<h3>${inline(children)}</h3>` };
    if (has("graf--pullquote")) return { html: aside("pull-quote", `<p>${inline(children)}</p>`) };
    if (
      !has("graf--mixtapeEmbed") &&
      !(name === "div" && children.length > 0 && classesOf(element).includes("mixtapeEmbed"))
    )
      return undefined;
    const link = findAll(children, "a").find(({ attributes }) => /^https?:/.test(attributes.href ?? ""));
    return link ? { html: linkCard(link.attributes.href ?? "") } : { html: blocks(children) };
  };
}

/** Lists about the account, which are no texts. */
function* restOf({ entries }: SourceFiles): Generator<Read> {
  const others = entries.filter(({ path }) => !POST.test(path.slice(-300)) && !PROFILE.test(path));
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
