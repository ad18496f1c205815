import { shownSlug } from "#features/articles/slug.ts";
import type { ContentNode, ContentTag } from "#features/content/model.ts";
import { attributeOf, isReference } from "#features/content/rules.ts";
import { contentHtml } from "#features/content/serialize.ts";
import { escapeText } from "#shared/html.ts";
import { isoDate } from "#shared/time.ts";
import {
  byId,
  type ExportAuthor,
  type ExportText,
  ROWS,
  readArticles,
  readCategories,
  readPages,
  readTopics,
} from "../reading.ts";
import { pictureAddress, pictureFile, type Rewriting, rewrittenNodes, uniqueNames } from "../rewriting.ts";
import { type ExportWork, type FormatWriter, writePictures } from "./format.ts";
import { countLosses, writeSubscribers } from "./texts.ts";

/** Of Ghost, whose tables these are. Importers of 5 and 6 read them. */
const GHOST_VERSION = "5.130.0";
/** What Ghost's importer rejects a file for, in characters. */
const MAX = { title: 255, excerpt: 300, bio: 250, description: 500, meta: 300, alt: 191, name: 191 };

/**
 * A zip as Ghost itself exports it: the database as one JSON file, and the pictures in content/images. Blocks that Ghost lacks
 * are HTML cards. Everything that readers don't have is a draft.
 */
export const writeGhost: FormatWriter = async (work) => {
  const addresses = await readAddresses(work);
  const tables = tablesOf(work, addresses);
  const parts = async function* () {
    const meta = JSON.stringify({ exported_on: work.now, version: GHOST_VERSION });
    yield `{"db":[{"meta":${meta},"data":{`;
    let isFirst = true;
    for (const [name, rows] of Object.entries(tables)) {
      yield `${isFirst ? "" : ","}\n"${name}":[`;
      isFirst = false;
      let separator = "\n";
      for await (const row of rows()) {
        yield `${separator}${JSON.stringify(row)}`;
        separator = ",\n";
      }
      yield "]";
    }
    yield "}}]}\n";
  };
  await work.archive.add("ghost.json", parts());
  await writePictures(work, (picture) => `content/images/jarida/${pictureFile(picture)}`);
  await work.archive.add("redirects.yaml", redirects(work, addresses));
  await writeSubscribers(work);
};

/** The paths of texts in Ghost, by their type and id: Ghost drops further texts with the same slug. */
type Addresses = ReadonlyMap<string, string>;

async function readAddresses({ db }: ExportWork): Promise<Addresses> {
  const slugOf = uniqueNames();
  const addresses = new Map<string, string>();
  const articles = byId((after) =>
    db
      .selectFrom("article")
      .select(["id", "title", "slug"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS)
      .execute(),
  );
  for await (const rows of articles) for (const row of rows) addresses.set(`article ${row.id}`, slugOf(shownSlug(row)));
  const pages = await db.selectFrom("page").select(["id", "slug"]).orderBy("id").execute();
  for (const { id, slug } of pages) addresses.set(`page ${id}`, slugOf(slug));
  return addresses;
}

const OWN_ARTICLE = /^\/article\/(\d{1,10})(?:\/[^/?#]*)?(?=[?#]|$)/;

/** A link to an article, as Ghost has it. */
function ghostLink(path: string, addresses: Addresses): string | undefined {
  const [start, id = ""] = OWN_ARTICLE.exec(path) ?? [];
  const slug = start && addresses.get(`article ${Number(id)}`);
  return slug && `__GHOST_URL__/${slug}/${path.slice(start.length)}`;
}

/** The former addresses, as Ghost's Settings take them. */
async function* redirects({ db, wrote, lost }: ExportWork, addresses: Addresses): AsyncGenerator<string> {
  yield "301:\n";
  const line = (from: string, to: string) => `  ${JSON.stringify(from)}: ${JSON.stringify(to)}\n`;
  for (const [key, slug] of addresses) {
    const [type, id] = key.split(" ");
    if (type === "article") yield line(`^/article/${id}(/.*)?$`, `/${slug}/`);
  }
  const pages = byId((after) =>
    db.selectFrom("redirect").selectAll().where("id", ">", after).orderBy("id").limit(ROWS).execute(),
  );
  for await (const rows of pages)
    for (const { from_path, target, is_pattern } of rows) {
      const isPlain = target !== "" && is_pattern === 0;
      const to = target.startsWith("/") ? ghostLink(target, addresses)?.replace("__GHOST_URL__", "") : undefined;
      if (isPlain) yield line(from_path, to ?? target);
      if (isPlain) wrote("redirects");
      else lost("redirects with patterns, and removed pages");
    }
}

type Rows = () => AsyncIterable<object> | Iterable<object>;

/** Ids as Ghost's: 24 hexadecimal digits, the same in every export. */
const KINDS = { article: "a", page: "b", category: "c", topic: "d", author: "e", relation: "f" } as const;
const idOf = (kind: keyof typeof KINDS, id: number, more = 0): string =>
  `${KINDS[kind]}${more.toString(16).padStart(11, "0")}${id.toString(16).padStart(12, "0")}`;
const OWNER = "1";
const AUTHOR_ROLE = idOf("relation", 1);

function tablesOf(work: ExportWork, addresses: Addresses): Record<string, Rows> {
  const rewriting: Rewriting = {
    site: work.site.url,
    picture: ({ file }) => `__GHOST_URL__/content/images/jarida/${file}`,
    link: (path) => ghostLink(path, addresses),
  };
  const tagIds = new Map<string, string>();
  const each = async function* (make: (text: ExportText) => Iterable<object>) {
    for await (const { text } of readArticles(work)) yield* make(text);
    for await (const { text } of readPages(work)) yield* make(text);
  };
  const tagOf = (kind: "category" | "topic", { id, name }: { id: number; name: string }) =>
    tagIds.get(tagKey(name)) ?? idOf(kind, id);
  return {
    tags: () => tags(work, rewriting, tagIds),
    users: () => [...work.authors.values()].map((author) => userOf(work, author, rewriting)),
    roles: () => [{ id: AUTHOR_ROLE, name: "Author" }],
    roles_users: () =>
      [...work.authors.keys()].map((id) => ({
        id: idOf("relation", id, 1),
        role_id: AUTHOR_ROLE,
        user_id: idOf("author", id),
      })),
    posts: () =>
      each((text) => {
        work.wrote(text.type === "page" ? "pages" : "articles");
        countLosses(work, text, { holds: ["alt", "language", "seo"] });
        if (text.fields.is_noindex) work.lost("articles hidden from search engines");
        return [postOf(work, text, rewriting, addresses.get(`${text.type} ${text.id}`) ?? text.fields.slug)];
      }),
    posts_meta: () => each((text) => metaOf(text, rewriting)),
    posts_tags: () =>
      each((text) => {
        const post_id = idOf(text.type, text.id);
        const own = [
          ...(text.category ? [tagOf("category", text.category)] : []),
          ...text.topics.map((topic) => tagOf("topic", topic)),
        ];
        return [...new Set(own)].map((tag_id, sort_order) => ({
          id: idOf("relation", text.id, 16 + sort_order),
          post_id,
          tag_id,
          sort_order,
        }));
      }),
    posts_authors: () =>
      each((text) =>
        text.authors.map(({ id }, sort_order) => ({
          id: idOf("relation", text.id, 4096 + sort_order + (text.type === "page" ? 1024 : 0)),
          post_id: idOf(text.type, text.id),
          author_id: idOf("author", id),
          sort_order,
        })),
      ),
    settings: () => settingsOf(work),
  };
}

const tagKey = (name: string): string => name.toLowerCase();

/** Categories are tags, too: the first tag of a post is its category. One that has the name of a topic is the same tag. */
async function* tags(work: ExportWork, rewriting: Rewriting, ids: Map<string, string>) {
  const { db } = work;
  const slugOf = uniqueNames();
  const dates = { created_at: isoDate(work.now), updated_at: isoDate(work.now) };
  const tag = (
    id: string,
    {
      name,
      slug,
      description = "",
      image_url = "",
      accent = "",
    }: { name: string; slug: string; description?: string; image_url?: string; accent?: string },
  ) => {
    ids.set(tagKey(name), id);
    work.wrote("tags");
    return {
      ...{ id, name: cut(work, name, MAX.name, "names of topics"), slug: slugOf(slug) },
      description: cut(work, description, MAX.description, "descriptions of topics") || null,
      feature_image: pictureAddress(image_url, rewriting) || null,
      accent_color: accent || null,
      visibility: "public",
      ...dates,
    };
  };
  for (const row of await readCategories(db)) {
    if (row.editor !== "") work.lost("editors of categories");
    yield tag(idOf("category", row.id), row);
  }
  const pages = readTopics(db);
  for await (const rows of pages)
    for (const row of rows) if (!ids.has(tagKey(row.name))) yield tag(idOf("topic", row.id), row);
}

/** A text that Ghost has room for. */
function cut(work: ExportWork, text: string, max: number, what: string): string {
  if (text.length <= max) return text;
  work.lost(`${what}, which are cut to ${max} characters`);
  return `${text.slice(0, max - 1).trimEnd()}…`;
}

function userOf(
  work: ExportWork,
  { id, name, slug, bio, image_url, links }: ExportAuthor,
  rewriting: Rewriting,
): object {
  work.wrote("authors");
  const own = slug || `author-${id}`;
  const [first, ...others] = links as { url?: string }[];
  if (others.length > 0) work.lost("further links of authors", others.length);
  return {
    ...{ id: idOf("author", id), name: cut(work, name, MAX.name, "names of authors"), slug: own },
    // Ghost needs an address for each author; these lead nowhere.
    email: `${own}@authors.example`,
    profile_image: pictureAddress(image_url, rewriting) || null,
    bio: cut(work, bio, MAX.bio, "biographies of authors") || null,
    website: first?.url ?? null,
    ...{ status: "locked", visibility: "public", created_at: isoDate(work.now), updated_at: isoDate(work.now) },
  };
}

function postOf(work: ExportWork, text: ExportText, rewriting: Rewriting, slug: string): object {
  const { fields, state } = text;
  const id = idOf(text.type, text.id);
  return {
    ...{ id, title: cut(work, fields.title, MAX.title, "titles"), slug },
    html: cardHtml(rewrittenNodes(text, rewriting)),
    comment_id: id,
    feature_image: pictureAddress(fields.image_url, rewriting) || null,
    featured: fields.is_featured ? 1 : 0,
    type: text.type === "page" ? "page" : "post",
    status: state === "published" ? "published" : "draft",
    locale: fields.language && fields.language.length <= 6 ? fields.language : null,
    ...{ visibility: "public", email_recipient_filter: "none" },
    created_at: isoDate(text.createdAt),
    ...{ created_by: OWNER, updated_at: isoDate(text.updatedAt), updated_by: OWNER },
    published_at: isoDate(text.publishedAt),
    published_by: state === "published" ? OWNER : null,
    custom_excerpt: cut(work, fields.excerpt, MAX.excerpt, "excerpts") || null,
    canonical_url: fields.canonical_url || null,
  };
}

function metaOf(text: ExportText, rewriting: Rewriting): object[] {
  const { fields, caption, credit } = text;
  const legend = [caption, credit].filter(Boolean).map(escapeText).join(" — ");
  const social = { title: fields.social_title, description: fields.social_text };
  const image = pictureAddress(fields.social_image, rewriting);
  const meta = {
    ...{ og_image: image, og_title: social.title, og_description: social.description },
    ...{ twitter_image: image, twitter_title: social.title, twitter_description: social.description },
    meta_title: fields.seo_title.slice(0, MAX.meta),
    meta_description: fields.seo_description,
    feature_image_alt: fields.image_alt.slice(0, MAX.alt),
    feature_image_caption: legend,
  };
  const own = Object.entries(meta).map(([name, value]) => [name, value || null] as const);
  if (own.every(([, value]) => value === null)) return [];
  return [
    {
      id: idOf("relation", text.id, text.type === "page" ? 3 : 2),
      post_id: idOf(text.type, text.id),
      ...Object.fromEntries(own),
    },
  ];
}

const settingsOf = ({ site }: ExportWork): object[] =>
  Object.entries({
    title: site.name,
    description: site.description,
    timezone: site.timeZone,
    locale: site.language,
  }).map(([key, value], at) => ({ id: idOf("relation", at + 1, 8192), key, value, type: "string", group: "site" }));

/** Blocks that Ghost has; the rest of a text is HTML cards. */
const KNOWN: ReadonlySet<string> = new Set(["p", "h1", "h2", "h3", "blockquote", "pre", "ul", "hr", "img", "figure"]);

/** The HTML of a text, with what Ghost's editor would change or drop between the marks of HTML cards. */
function cardHtml(nodes: readonly ContentNode[]): string {
  const parts: { html: string; isCard: boolean }[] = [];
  for (const node of nodes) {
    const { html } = contentHtml([node]);
    const isCard = typeof node !== "string" && !isKnown(node);
    const last = parts.at(-1);
    if (last && last.isCard === isCard) last.html += html;
    else parts.push({ html, isCard });
  }
  return parts
    .map(({ html, isCard }) => (isCard ? `<!--kg-card-begin: html-->${html}<!--kg-card-end: html-->` : html))
    .join("");
}

function isKnown(node: ContentTag): boolean {
  const isBare = !node.attributes.some(([name]) => name === "class" || name === "dir");
  const isPlain = (child: ContentNode): boolean =>
    typeof child === "string" || (!isReference(child) && child.name !== "small" && child.children.every(isPlain));
  if (node.name === "pre") return true;
  if (["figure", "img"].includes(node.name)) return isPlain(node) && attributeOf(node, "class") === "";
  return (KNOWN.has(node.name) || INLINE.has(node.name)) && isBare && isPlain(node);
}

const INLINE: ReadonlySet<string> = new Set(["a", "strong", "b", "em", "i", "u", "s", "code", "sub", "sup", "br"]);
