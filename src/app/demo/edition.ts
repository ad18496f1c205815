import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** The front matter of a demo article's file: JSON between two lines of dashes, then the HTML of its content. */
const frontMatter = z.strictObject({
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  author: z.string(),
  /** Age at the first start; negative for an article that is scheduled. */
  daysAgo: z.number(),
  /** Age, at the first start, of the last change announced to readers. */
  updatedDaysAgo: z.number().positive().optional(),
  status: z.enum(["published", "draft"]),
  featured: z.boolean(),
  editorsPick: z.boolean(),
  autoUpdate: z.boolean(),
  views: z.int().nonnegative(),
  heroAlt: z.string(),
});

/** A demo article as it is in its file. `content` may refer to pictures of the folder `pictures/` as `art:<name>`. */
export type EditionArticle = z.infer<typeof frontMatter> & { slug: string; content: string };

const authors = z.array(z.strictObject({ slug: z.string(), name: z.string(), bio: z.string() }));
type EditionAuthor = z.infer<typeof authors>[number];
export type Edition = { articles: EditionArticle[]; authors: EditionAuthor[] };

const FILE = /^---\n([\s\S]+?)\n---\n([\s\S]*)$/;

/** Reads the first edition: the articles and authors of the folder `demo/`, oldest article first. */
export function readEdition(folder: string): Edition {
  const articles = readdirSync(join(folder, "articles"))
    .filter((name) => name.endsWith(".html"))
    .map((name) => {
      const parts = FILE.exec(readFileSync(join(folder, "articles", name), "utf8"));
      if (!parts?.[1]) throw new Error(`demo/articles/${name} has no front matter.`);
      return { ...frontMatter.parse(JSON.parse(parts[1])), slug: name.replace(/\.html$/, ""), content: parts[2] ?? "" };
    })
    .sort((left, right) => right.daysAgo - left.daysAgo);
  return { articles, authors: authors.parse(JSON.parse(readFileSync(join(folder, "authors.json"), "utf8"))) };
}

/** The names of the pictures in an article's text, in their order. */
export function bodyPictures({ content }: EditionArticle): string[] {
  return [...content.matchAll(/src="art:([a-z0-9-]+)"/g)].map((match) => match[1] ?? "");
}

/** What identifies the demo content in the database. Version 0.1.0 wrote titles with straight apostrophes. */
export function demoContent(folder: string) {
  const { articles, authors } = readEdition(folder);
  return {
    titles: articles.flatMap(({ title }) => [title, title.replaceAll("’", "'")]),
    authors,
    pictures: [...authors, ...articles].map(({ slug }) => slug).concat(articles.flatMap(bodyPictures)),
    topics: [...new Set(articles.flatMap(({ tags }) => tags))],
  };
}

/** A picture of the edition, keyed by the author's or the article's slug. */
export function readPicture(folder: string, name: string): Promise<Uint8Array> {
  return readFile(join(folder, "pictures", `${name}.webp`));
}
