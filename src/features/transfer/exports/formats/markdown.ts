import { stringify } from "yaml";
import { exactMarkdown } from "#features/content/exact-markdown.ts";
import { contentHtml } from "#features/content/serialize.ts";
import { isoDate } from "#shared/time.ts";
import { byId, type ExportText, ROWS, readArticles, readCategories, readPages, readTopics } from "../reading.ts";
import { pictureAddress, pictureFile, type Rewriting, rewrittenNodes, uniqueNames } from "../rewriting.ts";
import { type ExportWork, type FormatWriter, writePictures } from "./format.ts";
import { countLosses, writeSubscribers } from "./texts.ts";

/**
 * One Markdown file for each article and page, with its fields as YAML in the names of Hugo, Astro and Jekyll. The folder `data`
 * has authors, categories and topics, and `_redirects` the redirects as Netlify and Cloudflare read them.
 */
export const writeMarkdown: FormatWriter = async (work) => {
  await writeData(work);
  const names = { articles: uniqueNames(), pages: uniqueNames() };
  const write = async (folder: keyof typeof names, text: ExportText) => {
    const name = names[folder](text.fields.slug);
    await work.archive.add(`${folder}/${name}.md`, document(work, text), { at: text.updatedAt });
    work.wrote(folder);
    countLosses(work, text, { holds: ["alt", "language", "genre", "flags", "credit", "seo"] });
  };
  for await (const { text } of readArticles(work)) await write("articles", text);
  for await (const { text } of readPages(work)) await write("pages", text);
  await writePictures(work, (picture) => `pictures/${pictureFile(picture)}`);
  await writeSubscribers(work);
};

function document(work: ExportWork, text: ExportText): string {
  const rewriting: Rewriting = { site: work.site.url, picture: ({ file }) => `../pictures/${file}` };
  const { text: body, isExact } = exactMarkdown(contentHtml(rewrittenNodes(text, rewriting)).html, text.type);
  if (!isExact) work.lost("texts whose white space or marks change slightly");
  return `---\n${stringify(frontMatter(text, rewriting), { lineWidth: 0 })}---\n\n${body}\n`;
}

/** Without what is empty, so that a file has only what its text has. */
function frontMatter(text: ExportText, rewriting: Rewriting): object {
  const { fields, state, category, topics, authors } = text;
  const paths = [text.address, ...text.former].map((address) => new URL(address).pathname);
  const all = {
    title: fields.title,
    slug: fields.slug,
    ...(text.type === "page" && { type: "page" }),
    date: isoDate(text.publishedAt ?? text.createdAt),
    lastmod: isoDate(text.updatedAt),
    draft: state !== "published",
    scheduled: state === "scheduled" && isoDate(text.publishedAt),
    description: fields.excerpt,
    authors: authors.map(({ name }) => name),
    categories: category ? [category.name] : [],
    tags: topics.map(({ name }) => name),
    image: pictureAddress(fields.image_url, rewriting),
    image_alt: fields.image_alt,
    image_caption: text.caption,
    image_credit: text.credit,
    lang: fields.language,
    genre: text.type === "article" && fields.genre !== "news" ? fields.genre : "",
    featured: fields.is_featured,
    editors_pick: fields.is_editors_pick,
    breaking: fields.is_breaking,
    live: fields.is_auto_update,
    noindex: fields.is_noindex,
    menu: text.isInMenu ? "footer" : "",
    seo_title: fields.seo_title,
    seo_description: fields.seo_description,
    og_title: fields.social_title,
    og_description: fields.social_text,
    og_image: pictureAddress(fields.social_image, rewriting),
    canonical_url: fields.canonical_url,
    aliases: paths,
  };
  const isEmpty = (value: unknown) =>
    value === "" || value === null || value === false || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => name === "draft" || !isEmpty(value)));
}

async function writeData(work: ExportWork): Promise<void> {
  const { db, archive } = work;
  const rewriting: Rewriting = { site: work.site.url, picture: ({ file }) => `../pictures/${file}` };
  const items = async function* (values: AsyncIterable<object> | Iterable<object>) {
    for await (const value of values) yield stringify([value], { lineWidth: 0 });
  };
  const authors = [...work.authors.values()].map(({ id: _, image_url, ...author }) => ({
    ...author,
    image: pictureAddress(image_url, rewriting),
  }));
  await archive.add("data/authors.yaml", items(authors));
  work.wrote("authors", authors.length);
  const categories = await readCategories(db);
  const sections = categories.map(({ name, slug, description, editor, image_url, accent }) => ({
    ...{ name, slug, description, editor, accent },
    image: pictureAddress(image_url, rewriting),
  }));
  await archive.add("data/categories.yaml", items(sections));
  work.wrote("categories", categories.length);
  const topics = async function* () {
    const pages = readTopics(db);
    for await (const rows of pages)
      for (const { name, slug, kind, description, image_url } of rows) {
        yield { name, slug, kind, description, image: pictureAddress(image_url, rewriting) };
        work.wrote("topics");
      }
  };
  await archive.add("data/topics.yaml", items(topics()));
  await archive.add("_redirects", redirects(work));
}

/** A service that reads this file has neither 410 nor 451. */
async function* redirects({ db, wrote, lost }: ExportWork): AsyncGenerator<string> {
  const pages = byId((after) =>
    db.selectFrom("redirect").selectAll().where("id", ">", after).orderBy("id").limit(ROWS).execute(),
  );
  for await (const rows of pages)
    for (const { from_path, target, code } of rows) {
      const isPlain = target !== "" && !/\s/.test(from_path + target);
      if (isPlain) yield `${from_path} ${target.replace("*", ":splat")} ${code}\n`;
      if (isPlain) wrote("redirects");
      else lost("redirects that are no addresses, such as removed pages");
    }
}
