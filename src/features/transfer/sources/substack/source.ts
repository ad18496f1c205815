import { setImmediate as otherTasks } from "node:timers/promises";
import { beginningOf } from "#shared/text.ts";
import { fileCard } from "../blocks.ts";
import { dateIn } from "../dates.ts";
import { peek, readText, type SourceEntry, type SourceFiles } from "../files.ts";
import { parseTree, textOf } from "../html-tree.ts";
import { NEW_TEXT, type Read, type Source, SourceError, type TextItem } from "../items.ts";
import { readList } from "../lists.ts";
import { type Row, rowsOf } from "../rows.ts";
import { convertPost } from "./widgets.ts";

const TABLE = /(?:^|\/)posts\.csv$/i;
const POST = /(?:^|\/)posts\/(\d+)\.?([^/]*)\.html$/i;
const LIST = /(?:^|\/)(?:email_list|subscribers?)[^/]*\.csv$/i;
/** The end of a path; names of files may be longer. */
const endOf = (path: string): string => path.slice(-300);
const MAX_POST = 8 * 1024 * 1024;

/** The zip that Substack exports: a table of posts, their texts, and the list of subscribers. */
export const substackSource: Source = {
  kind: "substack",
  label: "Substack",
  async recognises({ entries }) {
    return entries.some(({ path }) => POST.test(endOf(path))) && entries.some(({ path }) => TABLE.test(endOf(path)));
  },
  async *read(files, options) {
    const table = files.entries.find(({ path }) => TABLE.test(endOf(path)));
    if (!table) throw new SourceError("There is no posts.csv in it.");
    const address = await addressIn(files);
    yield { kind: "site", address, name: "", language: "" };
    const texts = new Map(
      files.entries.flatMap((entry) => {
        const id = POST.exec(endOf(entry.path))?.[1];
        return id ? [[id, entry] as const] : [];
      }),
    );
    const slugs = new Set([...texts.values()].map(({ path }) => POST.exec(endOf(path))?.[2] ?? "").filter(Boolean));
    const link = (given: string) => ownLink(given, { address, slugs });
    const named = new Set<string>();
    for await (const row of rowsOf(table)) {
      const [id = "", slug = ""] = splitId(row.cell("postid", "id"));
      if (id === "" || named.has(id)) {
        yield {
          kind: "finding",
          level: "error",
          item: `${table.path}, line ${row.line}`,
          message: "It has no id, or one that another row has.",
        };
        continue;
      }
      named.add(id);
      yield* readPost({ id, slug, link }, row, texts.get(id));
    }
    for (const [id, entry] of texts)
      if (!named.has(id))
        yield* readPost({ id, slug: POST.exec(endOf(entry.path))?.[2] ?? "", link }, undefined, entry);
    for (const entry of files.entries) if (LIST.test(endOf(entry.path))) yield* readList(entry, options);
    yield* restOf(files);
  },
};

const splitId = (given: string): [string, string] => {
  const dot = given.indexOf(".");
  return dot < 0 ? [given, ""] : [given.slice(0, dot), given.slice(dot + 1)];
};

const LINK = /https:\/\/[a-z0-9-]{1,63}\.substack\.com(?=\/(?:subscribe|p\/|publish))/gi;

/** The address of the publication: the list of subscribers has its name; else it is the one that its texts link to most. */
async function addressIn({ entries }: SourceFiles): Promise<string> {
  const lists = entries.map(({ path }) => (path.split("/").at(-1) ?? "").split("."));
  const name = lists.find(
    ([kind, own = "", end]) => kind === "email_list" && end === "csv" && /^[a-z0-9-]+$/i.test(own),
  )?.[1];
  if (name) return `https://${name.toLowerCase()}.substack.com/`;
  const counts = new Map<string, number>();
  for (const entry of entries.filter(({ path }) => POST.test(endOf(path))).slice(0, 50))
    for (const [link] of (await peek(entry, 65_536)).matchAll(LINK)) {
      const host = link.toLowerCase();
      counts.set(host, (counts.get(host) ?? 0) + 1);
    }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most ? `${most[0]}/` : "";
}

/** The path of a post of this publication, whose address may have a domain of its own, or be that for the app. */
function ownLink(given: string, { address, slugs }: { address: string; slugs: ReadonlySet<string> }): string {
  const url = URL.parse(given);
  const [, name, slug] = /^(?:\/pub\/([^/]{1,63}))?\/p\/([^/]{1,300})\/?$/.exec(url?.pathname ?? "") ?? [];
  if (!url || !slug || !slugs.has(slug)) return given;
  const own = URL.parse(address)?.host ?? "";
  const host = name ? `${name}.substack.com` : url.host;
  return host === own || !host.endsWith(".substack.com") ? `/p/${slug}${url.hash}` : given;
}

const plain = (html: string): string =>
  parseTree(html)
    .map((node) => textOf(node))
    .join("")
    .replace(/\s+/g, " ")
    .trim();

async function* readPost(
  { id, slug, link }: { id: string; slug: string; link: (address: string) => string },
  row: Row | undefined,
  entry: SourceEntry | undefined,
): AsyncGenerator<Read> {
  const item = row ? plain(row.cell("title")) || slug || id : (entry?.path ?? id);
  const body = await bodyOf(entry);
  if ("problem" in body) {
    yield { kind: "finding", level: "error", item, message: body.problem };
    return;
  }
  const { html, findings } = convertPost(body.html, link);
  await otherTasks();
  const facts = row ? factsOf(row) : { ...UNNAMED };
  if (facts.media)
    findings.push({
      level: "warning",
      message: `Audio or video became a link to its file, which is not copied: ${beginningOf(facts.media, 200)}`,
    });
  yield {
    ...NEW_TEXT,
    kind: facts.kind,
    key: id,
    title: row
      ? plain(row.cell("title")) || slug.replaceAll("-", " ") || "Untitled"
      : slug.replaceAll("-", " ") || "Untitled",
    slug,
    excerpt: row ? plain(row.cell("subtitle", "description")) : "",
    html: (facts.media && fileCard(facts.media, "", "Audio")) + html,
    state: facts.state,
    restriction: facts.restriction,
    publishedAt: row ? dateIn(row.cell("postdate", "publishedat", "date")) : null,
    addresses: slug ? [`/p/${slug}`] : [],
    findings: [...facts.findings, ...findings],
  };
}

async function bodyOf(entry: SourceEntry | undefined): Promise<{ html: string } | { problem: string }> {
  if (!entry) return { problem: "Its text is not among the files." };
  try {
    return { html: await readText(entry, MAX_POST) };
  } catch (error) {
    if (error instanceof SourceError) return { problem: error.message };
    throw error;
  }
}

type Facts = Pick<TextItem, "kind" | "state" | "restriction"> & {
  media: string;
  findings: TextItem["findings"][number][];
};
const UNNAMED: Facts = {
  kind: "post",
  state: "draft",
  restriction: "",
  media: "",
  findings: [{ level: "warning", message: "The table of posts does not name it, so it is a draft." }],
};

const AUDIENCES: Readonly<Record<string, string>> = {
  only_paid: "It was for paying subscribers.",
  founding: "It was for founding members.",
  only_free: "It was for free subscribers.",
};
/** What a type of post becomes; those that no reader could open as a post are drafts. */
const TYPES: Readonly<Record<string, { kind: TextItem["kind"]; note?: string; isDraft?: boolean }>> = {
  newsletter: { kind: "post" },
  post: { kind: "post" },
  podcast: { kind: "post" },
  video: { kind: "post", note: "It was a video." },
  page: { kind: "page" },
  about: { kind: "page" },
  thread: { kind: "post", note: "It was a thread, whose comments are not in the files." },
  restack: { kind: "post", note: "It repeats the post of another publication, so it is a draft.", isDraft: true },
  restacks: { kind: "post", note: "It repeats the post of another publication, so it is a draft.", isDraft: true },
  note: { kind: "post", note: "It was a note, so it is a draft.", isDraft: true },
  adhoc_email: { kind: "post", note: "It was sent as a mail only, so it is a draft.", isDraft: true },
};

function factsOf(row: Row): Facts {
  const findings: Facts["findings"] = [];
  const draft = (message: string) => findings.push({ level: "warning", message });
  const type = row.cell("type").toLowerCase();
  const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!known) draft(`Its type “${beginningOf(type, 60)}” is not known, so it is a draft.`);
  else if (known.note) draft(known.note);
  const published = row.cell("ispublished", "published").toLowerCase();
  if (!/^(?:true|false|1|0)$/.test(published))
    draft(`Whether it was published is not understood: “${beginningOf(published, 60)}”.`);
  const audience = row.cell("audience").toLowerCase();
  const restriction =
    audience === "everyone"
      ? ""
      : (AUDIENCES[audience] ?? `It was for “${beginningOf(audience, 60)}”, which is not known.`);
  const isPublic = known && !known.isDraft && /^(?:true|1)$/.test(published) && restriction === "";
  const date = row.cell("postdate", "publishedat", "date");
  if (date && dateIn(date) === null) draft(`The date “${beginningOf(date, 60)}” is not certain, so it is a draft.`);
  const isDated = date === "" || dateIn(date) !== null;
  const given = row.cell("podcasturl", "videourl", "audiourl");
  const media = /^https?:\/\//.test(given) ? given : "";
  return {
    kind: known?.kind ?? "post",
    state: isPublic && isDated ? "published" : "draft",
    restriction,
    media,
    findings,
  };
}

/** What else Substack exports: who got and opened which mail. */
function* restOf({ entries }: SourceFiles): Generator<Read> {
  const others = entries.filter(
    ({ path }) => !TABLE.test(endOf(path)) && !POST.test(endOf(path)) && !LIST.test(endOf(path)),
  );
  const [first] = others;
  if (first)
    yield {
      kind: "finding",
      level: "info",
      item: first.path,
      message: `Other files were not imported, such as deliveries and openings: ${others.length.toLocaleString("en")}.`,
    };
}
